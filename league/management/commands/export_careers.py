"""export_careers [--season S]: the careers as they stand."""

from argparse import ArgumentParser
from typing import Any

from league.management.output import LeagueCommand
from league.models import Season
from league.people.api.careers import career_records


class Command(LeagueCommand):
    help = "Prints the careers as they stand, sorted by name; history without what was rescinded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", help="only characters with a confirmed game in this season")
        parser.add_argument("--rescinded", action="store_true", help="history rows that no longer hold as well")
        parser.add_argument("--format", choices=("table", "json", "csv"), default="json", help="default: json")

    def handle(self, *args: Any, **options: Any) -> None:
        season = None
        if options["season"]:
            season = Season.objects.filter(slug=options["season"]).first()
            if season is None:
                self.refuse([f"There is no season '{options['season']}'."])
        self.show(list(career_records(season=season, rescinded=options["rescinded"])), options["format"])

"""update_ratings: rate every confirmed game that waits."""

from argparse import ArgumentParser
from typing import Any

from django.db import InterfaceError, OperationalError

from league.management.output import LeagueCommand
from league.models import RatingList
from league.standings.services.ratings import rate_afresh, update_ratings


class Command(LeagueCommand):
    help = "Rates every confirmed game that waits. Ratings follow by themselves; this is for those in a hurry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--afresh", action="store_true", help="rate all games again, from the first one on")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["afresh"]:
            rate_afresh()
        try:
            while update_ratings():
                pass
        except (OperationalError, InterfaceError) as error:
            self.refuse([f"The ratings could not be worked out now: {str(error).strip()}."])
        if RatingList.objects.filter(behind=True).exists():
            self.refuse(["Some ratings could not be worked out now; the log says why."])
        self.stdout.write("Every rating is up to date.")

"""standings SEASON: the table with points, tie-breaks in order, and why each row stands where it does."""

from argparse import ArgumentParser
from typing import Any

from characters.models import Character
from league.core.queries.systems import system_for
from league.management.output import LeagueCommand
from league.models import Season
from league.standings.queries.standings import standings


class Command(LeagueCommand):
    help = "Prints the standings of a season, with every tie-break and what separates each row from the one above."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("season", help="address of the season, such as spring-2026")
        parser.add_argument("--system", help="only games of this system; over all without it")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        season = Season.objects.filter(slug=options["season"]).first()
        if season is None:
            self.refuse([f"There is no season '{options['season']}'."])
        if options["system"] and system_for(season.league, options["system"]) is None:
            self.refuse([f"There is no game '{options['system']}' in {season.league}."])
        table = standings(season, system=options["system"])
        names = dict(Character.objects.filter(pk__in=table.tallies).values_list("pk", "name"))
        detailed = options["format"] == "json"
        rows = []
        for row in table.explained(list(table)):
            breaks = {tiebreak.name: tiebreak.shown for tiebreak in row.tiebreaks}
            explanations = [
                {"name": tiebreak.name, "value": tiebreak.shown, "working": tiebreak.explanation}
                for tiebreak in row.tiebreaks
            ]
            rows.append(
                {
                    "position": row.position,
                    "name": names[row.character],
                    "games": row.tally.games,
                    "wins": row.tally.wins,
                    **({} if detailed else breaks),
                    "decided_by": row.decided_by,
                    **({"tiebreaks": explanations} if detailed else {}),
                }
            )
        self.show(rows, options["format"])

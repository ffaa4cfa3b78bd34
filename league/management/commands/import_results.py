"""import_results FILE: record and confirm every game of a results.csv."""

import sys
from argparse import ArgumentParser
from typing import Any

from games.services.review import review_waiting
from games.tasks import review_soon
from league.core.services.uploads import FileRefused
from league.management.output import LeagueCommand, read_file
from league.results.services.import_results import import_results


class Command(LeagueCommand):
    help = "Records the games of a CSV file, in any order. All or nothing; games known already are skipped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="results.csv, or - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="check the file and change nothing")
        parser.add_argument("--sync", action="store_true", help="run the reviews before returning")
        self.add_league(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        data = read_file(options["file"])
        with self.league_to_fill(options["league"], keep=not options["dry_run"]) as league:
            try:
                summary = import_results(
                    league=league, data=data, outside_season=True, dry_run=options["dry_run"], progress=self._progress
                )
            except FileRefused as refused:
                self.refuse(refused.problems)
        if options["sync"] and not options["dry_run"]:
            while review_waiting():
                pass
        elif not options["dry_run"]:
            review_soon()
        self.stdout.write(f"{summary}{' (dry run: nothing was written)' if options['dry_run'] else ''}.")

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\rchecked {done:,} of {total:,} games", ending="")

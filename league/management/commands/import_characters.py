"""import_characters FILE: register every character of a characters.csv."""

from argparse import ArgumentParser
from typing import Any

from league.core.services.uploads import FileRefused
from league.management.output import LeagueCommand, read_file
from league.people.services.registration import import_characters


class Command(LeagueCommand):
    help = "Registers the characters of a CSV file. All or nothing; the same file again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="characters.csv, or - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="check the file and change nothing")
        self.add_league(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        data = read_file(options["file"])
        with self.league_to_fill(options["league"], keep=not options["dry_run"]) as league:
            try:
                summary = import_characters(league=league, data=data, dry_run=options["dry_run"])
            except FileRefused as refused:
                self.refuse(refused.problems)
        self.stdout.write(f"{summary}{' (dry run: nothing was written)' if options['dry_run'] else ''}.")

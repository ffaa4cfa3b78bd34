"""import_tournament FILE: a tournament with all that belongs to it, from its archive."""

from argparse import ArgumentParser
from typing import Any

from games.services.review import review_waiting
from games.tasks import review_soon
from league.core.rules.csv_text import FileProblem
from league.core.services.uploads import FileRefused
from league.management.output import LeagueCommand, read_file
from league.tournaments.archive.services.import_tournament import import_tournament


class Command(LeagueCommand):
    help = "Records the tournament of an archive. All or nothing; a tournament known already changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="an archive of export_tournament, or - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="check the archive and change nothing")
        parser.add_argument("--sync", action="store_true", help="run the reviews before returning")
        self.add_league(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        data = read_file(options["file"])
        dry_run = options["dry_run"]
        with self.league_to_fill(options["league"], keep=not dry_run) as league:
            try:
                summary, _ = import_tournament(league=league, data=data, dry_run=dry_run)
            except FileRefused as refused:
                self.refuse(map(_line, refused.problems))
        if options["sync"] and not dry_run:
            while review_waiting():
                pass
        elif not dry_run:
            review_soon()
        self.stdout.write(f"{summary}{' (dry run: nothing was written)' if dry_run else ''}.")


def _line(problem: FileProblem) -> str:
    return f"{problem.column}: {problem.message}" if problem.column else problem.message

"""export_tournament SLUG: the whole tournament as one JSON archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from engine.translatable import said
from league.core.ledger.services import record_export
from league.management.output import LeagueCommand
from league.models import Tournament
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.entries.queries import OVER


class Command(LeagueCommand):
    help = "Writes a whole tournament as one JSON archive that import_tournament reads elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the address of the tournament")
        parser.add_argument("--output", metavar="FILE", help="without it to standard output")
        parser.add_argument("--private", action="store_true", help="also households and why entries are kept apart")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="also the secret of a running tournament's draws, to go on elsewhere; a reader of it knows them all",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.select_related("season__league").filter(slug=options["slug"]).first()
        if tournament is None:
            self.refuse([f"There is no tournament '{options['slug']}'."])
        content = write_archive(
            tournament_archive(tournament, private=options["private"], with_secret=options["with_secret"])
        )
        parts = {"private": options["private"], "secret": options["with_secret"] and tournament.status not in OVER}
        if any(parts.values()):
            what = said("a tournament with its private details")
            record_export(what=what, by=None, season=tournament.season, slug=tournament.slug, **parts)
        if not options["output"]:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            Path(options["output"]).write_bytes(content)
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}.", returncode=1) from error

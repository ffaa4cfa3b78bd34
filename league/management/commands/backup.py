"""backup: the whole database as one file, while it is written to."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

from engine.translatable import said
from league.core.ledger.rules.heads import head_text, in_one_line, tree_root
from league.core.ledger.services import record_export
from league.core.ledger.services.heads import chain_waiting, seal_decisions, sign_ends
from league.core.operations.queries import unapplied_migrations
from league.core.operations.services import back_up
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Writes the whole database to a file, checked, and prints its signed head. PostgreSQL needs pg_dump."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a file of that name")
        parser.add_argument("--head", type=Path, metavar="FILE", help="write the signed head of the backup there")

    def handle(self, *args: Any, **options: Any) -> None:
        current = not unapplied_migrations()  # before an upgrade the database is as an older version left it
        try:
            if current:
                seal_decisions()
                chain_waiting()
            ends = back_up(to=options["file"], overwrite=options["force"])
        except ValidationError as refusal:
            self.refuse_invalid(refusal)
        signed = sign_ends(ends)
        if current:
            record_export(what=said("the whole database, as a backup"), by=None, root=tree_root(ends))
        if options["head"]:
            try:
                options["head"].write_text(head_text(signed, ends), encoding="utf-8")
            except OSError as error:
                self.refuse([f"{options['head']}: {error.strerror}. The backup itself is whole."])
        self.stdout.write(f"{options['file']}: {options['file'].stat().st_size:,} bytes. Head {in_one_line(signed)}")

"""backup: the whole database as one file, while it is written to."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError

from league.management.output import LeagueCommand
from league.operations.services import back_up


class Command(LeagueCommand):
    help = "Writes the whole database to a file, checked, and prints the head of its history. PostgreSQL needs pg_dump."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a file of that name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            head = back_up(to=options["file"], overwrite=options["force"])
        except ValidationError as refusal:
            self.refuse_invalid(refusal)
        self.stdout.write(f"{options['file']}: {options['file'].stat().st_size:,} bytes. Head {head}")

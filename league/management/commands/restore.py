"""restore: a backup into an empty database, and the proof that it holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection

from games.services.review import review_waiting
from league.core.ledger.rules.heads import in_one_line
from league.core.ledger.services.heads import sign_ends
from league.core.operations.queries import ends_in
from league.core.operations.services import restore
from league.management.output import LeagueCommand
from league.standings.services.ratings import update_ratings


class Command(LeagueCommand):
    help = "Puts a backup into an empty database, brings it to this version, reviews what waited, and proves it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--against", type=Path, metavar="HEAD", help="the file of a head that it has to contain")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restore(source=options["file"])
        except ValidationError as refusal:
            self.refuse_invalid(refusal)
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            self.stdout.write(f"Restored {options['file']}. Head {in_one_line(sign_ends(ends_in(cursor)))}")
        while review_waiting() or update_ratings():
            pass
        call_command("check_careers", against=options["against"], stdout=self.stdout, stderr=self.stderr)

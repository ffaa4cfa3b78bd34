"""head: the signed head of everything append-only, at this moment."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from league.core.ledger.queries.ends import head_file
from league.core.ledger.rules.heads import in_one_line
from league.core.ledger.services.heads import make_head
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Signs where every chain of facts, decisions and draws ends now. Keep the file elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, metavar="FILE", help="without it the file is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        head = make_head()
        text = head_file(head) or ""
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            options["output"].write_text(text, encoding="utf-8")
        except OSError as error:
            self.refuse([f"{options['output']}: {error.strerror}."])
        self.stdout.write(f"{options['output']}: {in_one_line(head.statement)}")

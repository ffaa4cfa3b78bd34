"""check_careers: prove that nothing was altered and that every cached figure equals what the facts say."""

import multiprocessing
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.db import connections

from characters.models import Character
from games.models import Game
from league.core.ledger.queries.check import waiting_entries
from league.core.ledger.queries.ends import head_differences
from league.core.ledger.rules.heads import Head, in_one_line, read_head
from league.core.rules.signatures import public_key
from league.core.services.installation_key import installation_key
from league.management.output import LeagueCommand
from league.management.processes import begin_process, processes
from league.models import ProofPortion
from league.site.queries.proof import Portion, differences_of, general_differences, portions
from league.site.services.proof import end_proof, order_proof, prove_portion
from league.site.tasks import prove_waiting_portions

PAUSE, PROGRESS = 0.2, 10.0  # seconds between two looks at what workers are at, and between two lines about it


class Command(LeagueCommand):
    help = "Recomputes every career and every cached figure. Ends with 1 and a line for each difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--against", type=Path, metavar="HEAD", help="the file of a signed head, kept elsewhere")
        who = parser.add_mutually_exclusive_group()
        who.add_argument("--jobs", type=int, default=0, help="processes; 0 means one for each core (default)")
        who.add_argument(
            "--workers", action="store_true", help="share the work with all thinking workers, also of other machines"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        head = self._head(options["against"]) if options["against"] else None
        everything = list(portions())
        differences = [*(head_differences(head) if head else ())]
        if options["workers"]:
            differences += self._with_workers(everything)
        else:
            differences += self._here(everything, options["jobs"] or multiprocessing.cpu_count())
        if differences:
            self.refuse(sorted(differences))
        waiting = waiting_entries()
        if waiting:
            self.stdout.write(f"{waiting:,} entries of the ledger wait for their links; a worker makes them.")
        if head:
            self.stdout.write(f"Everything in the head is there: {in_one_line(head.statement)}")
        people, games = Character.objects.count(), Game.objects.count()
        self.stdout.write(f"{people:,} characters and {games:,} games: every figure follows from the facts.")

    def _here(self, everything: Sequence[Portion], jobs: int) -> list[str]:
        differences = general_differences()
        if jobs > 1 and len(everything) > 2 and not connections["default"].in_atomic_block:
            connections.close_all()  # a connection must not be shared with a forked process
            with processes().Pool(jobs, initializer=begin_process) as pool:
                for problems in pool.imap_unordered(differences_of, everything):
                    differences += problems
        else:
            for portion in everything:
                differences += differences_of(portion)
        return differences

    def _with_workers(self, everything: Sequence[Portion]) -> list[str]:
        """Prove portions beside the workers, so that it ends without a worker."""
        run, told_at = order_proof(everything), time.monotonic()
        prove_waiting_portions.delay()
        rows = ProofPortion.objects.filter(run=run)
        try:
            differences = general_differences()
            while left := rows.filter(differences__isnull=True).count():
                if not prove_portion(run=run):
                    time.sleep(PAUSE)  # workers are at the rest
                if time.monotonic() - told_at > PROGRESS:
                    told_at = time.monotonic()
                    self.stdout.write(f"{len(everything) - left:,} of {len(everything):,} portions are proved.")
            return differences + [sentence for row in rows for sentence in row.differences or ()]
        finally:
            end_proof(run=run)

    def _head(self, file: Path) -> Head:
        try:
            head = read_head(file.read_bytes())
        except OSError as error:
            self.refuse([f"{file}: {error.strerror}."])
        except ValueError as error:
            self.refuse([f"{file}: {error}"])
        if not head.ends:
            self.refuse([f"{file}: this is the statement alone. Compare with the whole file of the head."])
        if head.key != public_key(installation_key()):
            self.stdout.write(
                f"{file} is signed with another key than this installation's: {head.key}. "
                "Compare it with the key that you have noted."
            )
        return head

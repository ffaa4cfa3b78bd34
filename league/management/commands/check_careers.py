"""check_careers: prove that nothing was altered and that every cached figure equals what the facts say."""

import gc
import multiprocessing
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.db import connections
from django.db.models import Max

from characters.models import Character
from characters.queries.check import career_differences, guard_differences, rules_differences
from games.models import Game
from league.boards.queries import board_differences
from league.core.ledger.queries.check import (
    decision_differences,
    kept_differences,
    ledger_differences,
    waiting_entries,
)
from league.core.ledger.queries.decision_logs import decision_log_differences
from league.core.ledger.queries.ends import head_differences
from league.core.ledger.rules.heads import Head, in_one_line, read_head
from league.core.rules.signatures import public_key
from league.core.services.installation_key import installation_key
from league.management.output import LeagueCommand
from league.models import League, RatingList, Tournament
from league.people.queries.passports import passport_differences
from league.results.queries.check import sheet_differences
from league.standings.queries.rating_check import missing_lists, rating_differences
from league.standings.queries.results_check import results_differences
from league.tournaments.tables.queries.table_check import tournament_differences

CHARACTERS_AT_ONCE, GAMES_AT_ONCE = 200, 4000
Part = tuple[str, int, int]


class Command(LeagueCommand):
    help = "Recomputes every career and every cached figure. Ends with 1 and a line for each difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--against", type=Path, metavar="HEAD", help="the file of a signed head, kept elsewhere")
        parser.add_argument("--jobs", type=int, default=0, help="processes; 0 means one for each core (default)")

    def handle(self, *args: Any, **options: Any) -> None:
        head = self._head(options["against"]) if options["against"] else None
        everything = list(parts())
        differences = [*general_differences(), *(head_differences(head) if head else ())]
        jobs = options["jobs"] or multiprocessing.cpu_count()
        if jobs > 1 and len(everything) > 2 and not connections["default"].in_atomic_block:
            connections.close_all()  # a connection must not be shared with a forked process
            with multiprocessing.Pool(jobs, initializer=_begin) as pool:
                for problems in pool.imap_unordered(check, everything):
                    differences += problems
        else:
            for part in everything:
                differences += check(part)
        if differences:
            self.refuse(sorted(differences))
        waiting = waiting_entries()
        if waiting:
            self.stdout.write(f"{waiting:,} entries of the ledger wait for their links; a worker makes them.")
        if head:
            self.stdout.write(f"Everything in the head is there: {in_one_line(head.statement)}")
        people, games = Character.objects.count(), Game.objects.count()
        self.stdout.write(f"{people:,} characters and {games:,} games: every figure follows from the facts.")

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


def general_differences() -> list[str]:
    """Return the differences that belong to no part."""
    rules = [*rules_differences(), *board_differences()]
    results = [*missing_lists(), *results_differences()]
    return [*guard_differences(), *rules, *results, *ledger_differences(None), *kept_differences()]


def parts() -> Iterator[Part]:
    """Yield the parts, ratings first: a list of them is proved in one piece, so a long one has to begin early."""
    for what, whole in (("ratings", RatingList), ("ledger", League), ("tournaments", Tournament)):
        keys = whole._default_manager.order_by("pk").values_list("pk", flat=True)
        yield from ((what, pk, pk) for pk in keys)
    for what, model, size in (("characters", Character, CHARACTERS_AT_ONCE), ("games", Game, GAMES_AT_ONCE)):
        last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        yield from ((what, first, first + size - 1) for first in range(1, last + 1, size))


def check(part: Part) -> list[str]:
    """Return the differences of a part."""
    what, first, last = part
    if what == "ratings":
        return list(rating_differences(first))
    if what == "ledger":
        return [*ledger_differences(first), *decision_differences(first), *decision_log_differences(first)]
    if what == "tournaments":
        return list(tournament_differences(first))
    if what == "games":
        return list(sheet_differences(first, last))
    return [*career_differences(first, last), *passport_differences(first, last)]


def _begin() -> None:
    """Set up a worker process. Rows by the hundred thousand hold no cycles: looking for garbage would cost a tenth."""
    django.setup()
    gc.disable()

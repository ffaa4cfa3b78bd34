"""check_careers: prove that nothing was altered and that every cached figure equals what the facts say."""

import gc
import multiprocessing
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import django
from django.db import connections
from django.db.models import Max

from characters.models import Character
from characters.queries.check import career_differences, guard_differences, rules_differences
from games.models import Game
from league.management.output import LeagueCommand
from league.models import RatingList, Tournament
from league.passports.queries import passport_differences
from league.results.queries.check import sheet_differences
from league.standings.queries.rating_check import missing_lists, rating_differences
from league.tournaments.tables.queries.table_check import tournament_differences

CHARACTERS_AT_ONCE, GAMES_AT_ONCE = 200, 4000
Part = tuple[str, int, int]


class Command(LeagueCommand):
    help = "Recomputes every career and every cached figure. Ends with 1 and a line for each difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--jobs", type=int, default=0, help="processes; 0 means one for each core (default)")

    def handle(self, *args: Any, **options: Any) -> None:
        everything = list(parts())
        differences = general_differences()
        jobs = options["jobs"] or multiprocessing.cpu_count()
        if jobs > 1 and len(everything) > 2 and not connections["default"].in_atomic_block:
            connections.close_all()  # a connection must not be shared with a forked process
            with multiprocessing.Pool(jobs, initializer=_begin) as pool:
                for found in pool.imap_unordered(check, everything):
                    differences += found
        else:
            for part in everything:
                differences += check(part)
        if differences:
            self.refuse(sorted(differences))
        people, games = Character.objects.count(), Game.objects.count()
        self.stdout.write(f"{people:,} characters and {games:,} games: every figure follows from the facts.")


def general_differences() -> list[str]:
    """What belongs to no part."""
    return [*guard_differences(), *rules_differences(), *missing_lists()]


def parts() -> Iterator[Part]:
    """Ratings first: a list of them is proved in one piece, the longer the better begun early."""
    for what, whole in (("ratings", RatingList), ("tournaments", Tournament)):
        keys = whole._default_manager.order_by("pk").values_list("pk", flat=True)
        yield from ((what, pk, pk) for pk in keys)
    for what, model, size in (("characters", Character, CHARACTERS_AT_ONCE), ("games", Game, GAMES_AT_ONCE)):
        last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        yield from ((what, first, first + size - 1) for first in range(1, last + 1, size))


def check(part: Part) -> list[str]:
    """The differences of a part."""
    what, first, last = part
    if what == "ratings":
        return list(rating_differences(first))
    if what == "tournaments":
        return list(tournament_differences(first))
    if what == "games":
        return list(sheet_differences(first, last))
    return [*career_differences(first, last), *passport_differences(first, last)]


def _begin() -> None:
    """A worker process. Rows by the hundred thousand hold no cycles: looking for garbage would cost a tenth."""
    django.setup()
    gc.disable()

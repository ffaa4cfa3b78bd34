"""The proof of everything, in portions: that nothing was altered, and that every stored figure follows from the
facts."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import structlog
from django.db import Error
from django.db.models import Max

from characters.models import Character
from characters.queries.check import career_differences, guard_differences, rules_differences
from games.models import Game
from league.boards.queries import board_differences
from league.clubs.queries.own_games import own_game_differences
from league.core.ledger.queries.check import kept_differences, ledger_differences
from league.core.ledger.queries.decision_logs import decision_log_differences
from league.core.ledger.queries.references import missing_references, models_with_references
from league.core.ledger.queries.rows import row_differences
from league.models import League, RatingList, Summary, Tournament
from league.people.queries.passports import passport_differences
from league.results.queries.check import sheet_differences
from league.standings.queries.rating_check import missing_lists, rating_differences
from league.standings.queries.results_check import results_differences, seal_differences
from league.standings.queries.sealed import SEAL
from league.tournaments.tables.queries.table_check import tournament_differences

CHARACTERS_AT_ONCE, GAMES_AT_ONCE = 200, 4000
log = structlog.get_logger(__name__)


class Portion(NamedTuple):
    """Name the rows of a kind with keys from `first` to `last`."""

    what: str
    first: int
    last: int


def general_differences() -> list[str]:
    """Return the differences that belong to no portion."""
    checks: list[Callable[[], Iterable[str]]] = [
        *(
            guard_differences,
            rules_differences,
            board_differences,
            own_game_differences,
            missing_lists,
            results_differences,
        ),
        *(partial(ledger_differences, None), partial(row_differences, None), kept_differences),
    ]
    return [sentence for check in checks for sentence in _read("The installation", check)]


def portions() -> Iterator[Portion]:
    """Yield the portions, ratings first: a list of them is proved in one piece, so a long one has to begin early."""
    wholes = ("ratings", RatingList), ("ledger", League), ("tournaments", Tournament)
    rows = [
        *((what, model._default_manager.all()) for what, model in wholes),
        ("seals", Summary.objects.filter(kind=SEAL)),
    ]
    for what, whole in rows:
        keys = whole.order_by("pk").values_list("pk", flat=True)
        yield from (Portion(what, pk, pk) for pk in keys)
    yield from (Portion("references", number, number) for number in range(len(models_with_references())))
    for what, model, size in (("characters", Character, CHARACTERS_AT_ONCE), ("games", Game, GAMES_AT_ONCE)):
        last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        yield from (Portion(what, first, first + size - 1) for first in range(1, last + 1, size))


def differences_of(portion: Portion) -> list[str]:
    """Return the differences of a portion."""
    what, first, last = portion
    which = f"number {first}" if first == last else f"numbers {first} to {last}"
    checks = [partial(check, first) for check in _OF_ONE.get(what, ())]
    checks += [partial(check, first, last) for check in _OF_SOME.get(what, ())]
    return [sentence for check in checks for sentence in _read(f"{what.capitalize()}, {which}", check)]


def _read(what: str, check: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Yield what the check finds. Rows that can't be read at all, as another one is gone, are a difference too; a
    database that does not answer is not."""
    try:
        yield from check()
    except Error:
        raise
    except Exception as error:
        log.warning("proof_ended_early", what=what, check=str(check), exc_info=True)
        yield f"{what}: can't be proved as it stands ({type(error).__name__}: {error})."


_OF_ONE: dict[str, tuple[Callable[[int], Iterable[str]], ...]] = {
    "references": (lambda number: missing_references(models_with_references()[number]),),
    "ratings": (rating_differences,),
    "ledger": (ledger_differences, row_differences, decision_log_differences),
    "tournaments": (tournament_differences,),
    "seals": (seal_differences,),
}
_OF_SOME: dict[str, tuple[Callable[[int, int], Iterable[str]], ...]] = {
    "games": (sheet_differences,),
    "characters": (career_differences, passport_differences),
}

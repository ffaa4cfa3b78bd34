"""The proof of everything, in portions: that nothing was altered, and that every stored figure follows from the
facts."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Max

from characters.models import Character
from characters.queries.check import career_differences, guard_differences, rules_differences
from games.models import Game
from league.boards.queries import board_differences
from league.core.ledger.queries.check import decision_differences, kept_differences, ledger_differences
from league.core.ledger.queries.decision_logs import decision_log_differences
from league.models import League, RatingList, Summary, Tournament
from league.people.queries.passports import passport_differences
from league.results.queries.check import sheet_differences
from league.standings.queries.rating_check import missing_lists, rating_differences
from league.standings.queries.results_check import results_differences, seal_differences
from league.standings.queries.sealed import SEAL
from league.tournaments.tables.queries.table_check import tournament_differences

CHARACTERS_AT_ONCE, GAMES_AT_ONCE = 200, 4000


class Portion(NamedTuple):
    """Name the rows of a kind with keys from `first` to `last`."""

    what: str
    first: int
    last: int


def general_differences() -> list[str]:
    """Return the differences that belong to no portion."""
    rules = [*rules_differences(), *board_differences()]
    results = [*missing_lists(), *results_differences()]
    return [*guard_differences(), *rules, *results, *ledger_differences(None), *kept_differences()]


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
    for what, model, size in (("characters", Character, CHARACTERS_AT_ONCE), ("games", Game, GAMES_AT_ONCE)):
        last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        yield from (Portion(what, first, first + size - 1) for first in range(1, last + 1, size))


def differences_of(portion: Portion) -> list[str]:
    """Return the differences of a portion."""
    what, first, last = portion
    if what == "ratings":
        return list(rating_differences(first))
    if what == "ledger":
        return [*ledger_differences(first), *decision_differences(first), *decision_log_differences(first)]
    if what == "tournaments":
        return list(tournament_differences(first))
    if what == "seals":
        return list(seal_differences(first))
    if what == "games":
        return list(sheet_differences(first, last))
    return [*career_differences(first, last), *passport_differences(first, last)]

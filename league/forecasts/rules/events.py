"""The outcomes of forecasts: the game that followed each, and what it led to. Pure, so that a season can be
replayed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from characters.rules.ladder import ENTRY
from league.forecasts.rules.odds import HORIZON, SOON
from league.forecasts.rules.scores import Outcome

_ROSE = {PROMOTION, PARACHUTE}


class Foretold(NamedTuple):
    """A forecast without its row, see league.models.Forecast."""

    after_fact: int
    made_at: datetime
    level: str
    passes: int
    rises: int
    soon: int
    least: int | None
    most: int | None


class Happened(NamedTuple):
    """A game that counted for a character, first heard of by its fact `number`: the level held in it, and the kinds of
    events that followed."""

    number: int
    recorded_at: datetime
    level: str
    kinds: frozenset[str]


@dataclass(slots=True)
class Outcomes:
    """`passed`, `rose`, `soon` to be scored; `within` and `beyond`: how often the next level came in the interval that
    was said, and how often not."""

    passed: list[Outcome]
    rose: list[Outcome]
    soon: list[Outcome]
    within: int = 0
    beyond: int = 0


def outcomes_of(lives: Mapping[Any, tuple[Sequence[Foretold], Sequence[Happened]]]) -> Outcomes:
    """Return what came of the forecasts. `lives`: by character the forecasts in the order in which they were made, and
    the games in the order in which the site heard of them.

    A game has the last forecast before it, if that knew of the previous game, was made before the site heard of this
    one, and was made for the level that was held in it. At Entry Level nobody can fail a review, so those are left out.
    """
    found = Outcomes([], [], [])
    for forecasts, games in lives.values():
        for at, game in enumerate(games):
            made = next((one for one in reversed(forecasts) if one.after_fact < game.number), None)
            knew_last = made is not None and (not at or made.after_fact >= games[at - 1].number)
            if made is None or not knew_last or made.made_at >= game.recorded_at or made.level != game.level:
                continue
            before = games[at - 1].kinds if at else frozenset()
            if game.level != ENTRY:
                found.passed.append(Outcome(made.passes, DEMOTION not in game.kinds, DEMOTION not in before))
            found.rose.append(Outcome(made.rises, bool(_ROSE & game.kinds), as_before=False))
            _look_ahead(found, made, games[at:])
    return found


def _look_ahead(found: Outcomes, made: Foretold, games: Sequence[Happened]) -> None:
    """Add what a forecast said of the games ahead. Some of it is only known once enough games were played: it is left
    out until then."""
    rose = next((number for number, above in enumerate(_above(games), 1) if above), None)
    soon = rose is not None and rose <= SOON
    if soon or len(games) >= SOON:
        found.soon.append(Outcome(made.soon, soon, as_before=False))
    least, most = made.least or HORIZON + 1, made.most or HORIZON + 1
    if rose is not None:
        held = least <= rose <= most
        found.within, found.beyond = found.within + held, found.beyond + (not held)
    elif len(games) > most:
        found.beyond += 1


def _above(games: Sequence[Happened]) -> list[bool]:
    """Return after each game whether the level is above that of the first one. A parachute is above every level."""
    steps, found = 0, []
    for game in games:
        steps += bool(game.kinds & {PROMOTION}) - bool(game.kinds & {DEMOTION})
        found.append(steps > 0 or PARACHUTE in game.kinds)
    return found

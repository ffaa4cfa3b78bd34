"""The scores of forecasts, once what they were about has happened. Brier score: the mean square of what a probability
missed by, 0 at best. Log score: the mean of -ln of the probability that was given to what happened, 0 at best. Skill:
the part of the Brier score of a reference that the forecasts save; 1 at best, 0 no better, less than 0 worse.

References: `base` gives everybody the share of all that happened, `same` says that everything stays as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION
from characters.rules.ladder import ENTRY
from league.forecasts.rules.odds import HORIZON, SOON
from league.forecasts.rules.season_chances import WHOLE

BINS = 10
LOWEST = Fraction(1, 2 * WHOLE)  # the chance taken for what was called impossible: half of the smallest one
_ROSE = {PROMOTION, PARACHUTE}


class ForecastOutcome(NamedTuple):
    """`chance` that it would happen, in ten-thousandths, whether it `happened`, and whether it would have if everything
    had stayed `as_before`."""

    chance: int
    happened: bool
    as_before: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts from `least` to below `most` percent (the last one with it): how many, their mean and the share that
    happened, both in ten-thousandths."""

    least: int
    most: int
    count: int
    chance: int
    happened: int


@dataclass(frozen=True, slots=True)
class ForecastScore:
    """`happened`: the share, in ten-thousandths. The scores have four decimals."""

    count: int
    happened: int
    brier: Decimal
    log: Decimal
    skill: Decimal | None
    skill_over_same: Decimal | None
    bins: tuple[Bin, ...]


def score(outcomes: Sequence[ForecastOutcome]) -> ForecastScore | None:
    """Return the score of outcomes; None without any. A skill is None if the reference misses nothing, so that
    nothing can be saved."""
    if not outcomes:
        return None
    base = Fraction(sum(outcome.happened for outcome in outcomes), len(outcomes))
    missed = _brier((Fraction(outcome.chance, WHOLE), outcome.happened) for outcome in outcomes)
    missed_base = _brier((base, outcome.happened) for outcome in outcomes)
    missed_same = _brier((Fraction(outcome.as_before), outcome.happened) for outcome in outcomes)
    return ForecastScore(
        count=len(outcomes),
        happened=round(base * WHOLE),
        brier=_decimal(missed),
        log=_log_score(outcomes),
        skill=_decimal(1 - missed / missed_base) if missed_base else None,
        skill_over_same=_decimal(1 - missed / missed_same) if missed_same else None,
        bins=tuple(_bins(outcomes)),
    )


def _brier(chances: Iterable[tuple[Fraction, bool]]) -> Fraction:
    missed = [(probability - happened) ** 2 for probability, happened in chances]
    return sum(missed, Fraction()) / len(missed)


def _log_score(outcomes: Sequence[ForecastOutcome]) -> Decimal:
    given = (Fraction(outcome.chance if outcome.happened else WHOLE - outcome.chance, WHOLE) for outcome in outcomes)
    surprises = [
        -(Decimal(chance.numerator) / chance.denominator).ln() for chance in (max(chance, LOWEST) for chance in given)
    ]
    return round(sum(surprises, Decimal()) / len(surprises), 4)


def _bins(outcomes: Sequence[ForecastOutcome]) -> Iterable[Bin]:
    width = WHOLE // BINS
    for at in range(BINS):
        within = [outcome for outcome in outcomes if min(outcome.chance // width, BINS - 1) == at]
        if within:
            given = Fraction(sum(outcome.chance for outcome in within), len(within))
            happened = Fraction(sum(outcome.happened for outcome in within) * WHOLE, len(within))
            yield Bin(at * 100 // BINS, (at + 1) * 100 // BINS, len(within), round(given), round(happened))


def _decimal(share: Fraction) -> Decimal:
    return round(Decimal(share.numerator) / Decimal(share.denominator), 4)


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
    """`passed`, `rose`, `soon` to be scored; `within` and `beyond`: how often the next level was reached in the stated
    interval, and how often not."""

    passed: list[ForecastOutcome]
    rose: list[ForecastOutcome]
    soon: list[ForecastOutcome]
    within: int = 0
    beyond: int = 0


def outcomes_of(lives: Mapping[Any, tuple[Sequence[Foretold], Sequence[Happened]]]) -> Outcomes:
    """Return how the forecasts turned out. `lives`: by character the forecasts in the order they were made, and the
    games in the order the site heard of them.

    A game has the last forecast before it, if that knew of the previous game, was made before the site heard of this
    one, and was made for the level that was held in it. At Entry Level nobody can fail a review, so those are left out.
    """
    outcomes = Outcomes([], [], [])
    for forecasts, games in lives.values():
        for at, game in enumerate(games):
            latest = next((forecast for forecast in reversed(forecasts) if forecast.after_fact < game.number), None)
            knew_last = latest is not None and (not at or latest.after_fact >= games[at - 1].number)
            if latest is None or not knew_last or latest.made_at >= game.recorded_at or latest.level != game.level:
                continue
            before = games[at - 1].kinds if at else frozenset()
            if game.level != ENTRY:
                outcomes.passed.append(
                    ForecastOutcome(latest.passes, DEMOTION not in game.kinds, DEMOTION not in before)
                )
            outcomes.rose.append(ForecastOutcome(latest.rises, bool(_ROSE & game.kinds), as_before=False))
            _look_ahead(outcomes, latest, games[at:])
    return outcomes


def _look_ahead(outcomes: Outcomes, forecast: Foretold, games: Sequence[Happened]) -> None:
    """Add what a forecast said of the games ahead. Some of it is only known once enough games were played: it is left
    out until then."""
    rose = next((number for number, above in enumerate(_above(games), 1) if above), None)
    soon = rose is not None and rose <= SOON
    if soon or len(games) >= SOON:
        outcomes.soon.append(ForecastOutcome(forecast.soon, soon, as_before=False))
    least, most = forecast.least or HORIZON + 1, forecast.most or HORIZON + 1
    if rose is not None:
        held = least <= rose <= most
        outcomes.within, outcomes.beyond = outcomes.within + held, outcomes.beyond + (not held)
    elif len(games) > most:
        outcomes.beyond += 1


def _above(games: Sequence[Happened]) -> list[bool]:
    """Return after each game whether the level is above that of the first one. A parachute is above every level."""
    steps, above = 0, []
    for game in games:
        steps += bool(game.kinds & {PROMOTION}) - bool(game.kinds & {DEMOTION})
        above.append(steps > 0 or PARACHUTE in game.kinds)
    return above

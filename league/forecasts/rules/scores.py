"""The scores of forecasts, once what they were about has happened. Brier score: the mean square of what a probability
missed by, 0 at best. Log score: the mean of -ln of the probability that was given to what happened, 0 at best. Skill:
the part of the Brier score of a reference that the forecasts save; 1 at best, 0 no better, less than 0 worse.

References: `base` gives everybody the share of all that happened, `same` says that everything stays as it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from league.forecasts.rules.odds import WHOLE

BINS = 10
LOWEST = Fraction(1, 2 * WHOLE)  # the chance taken for what was called impossible: half of the smallest one


class Outcome(NamedTuple):
    """`said` in ten-thousandths that it would happen, whether it `happened`, and whether it would have if everything
    had stayed `as_before`."""

    said: int
    happened: bool
    as_before: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts from `least` to below `most` percent (the last one with it): how many, their mean and the share that
    happened, both in ten-thousandths."""

    least: int
    most: int
    count: int
    said: int
    happened: int


@dataclass(frozen=True, slots=True)
class Score:
    """`happened`: the share, in ten-thousandths. The scores have four decimals."""

    count: int
    happened: int
    brier: Decimal
    log: Decimal
    skill: Decimal | None
    skill_over_same: Decimal | None
    bins: tuple[Bin, ...]


def score(outcomes: Sequence[Outcome]) -> Score | None:
    """Return the score of outcomes; None without any. A skill is None where the reference misses nothing, so that
    nothing can be saved."""
    if not outcomes:
        return None
    base = Fraction(sum(one.happened for one in outcomes), len(outcomes))
    missed = _brier((Fraction(one.said, WHOLE), one.happened) for one in outcomes)
    missed_base = _brier((base, one.happened) for one in outcomes)
    missed_same = _brier((Fraction(one.as_before), one.happened) for one in outcomes)
    return Score(
        count=len(outcomes),
        happened=round(base * WHOLE),
        brier=_decimal(missed),
        log=_log_score(outcomes),
        skill=_decimal(1 - missed / missed_base) if missed_base else None,
        skill_over_same=_decimal(1 - missed / missed_same) if missed_same else None,
        bins=tuple(_bins(outcomes)),
    )


def _brier(said: Iterable[tuple[Fraction, bool]]) -> Fraction:
    missed = [(probability - happened) ** 2 for probability, happened in said]
    return sum(missed, Fraction()) / len(missed)


def _log_score(outcomes: Sequence[Outcome]) -> Decimal:
    given = (Fraction(one.said if one.happened else WHOLE - one.said, WHOLE) for one in outcomes)
    surprises = [-(Decimal(one.numerator) / one.denominator).ln() for one in (max(one, LOWEST) for one in given)]
    return round(sum(surprises, Decimal()) / len(surprises), 4)


def _bins(outcomes: Sequence[Outcome]) -> Iterable[Bin]:
    width = WHOLE // BINS
    for at in range(BINS):
        within = [one for one in outcomes if min(one.said // width, BINS - 1) == at]
        if within:
            said = Fraction(sum(one.said for one in within), len(within))
            happened = Fraction(sum(one.happened for one in within) * WHOLE, len(within))
            yield Bin(at * 100 // BINS, (at + 1) * 100 // BINS, len(within), round(said), round(happened))


def _decimal(share: Fraction) -> Decimal:
    return round(Decimal(share.numerator) / Decimal(share.denominator), 4)

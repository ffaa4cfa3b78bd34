"""The effect of other house rules as a file: by kind and level the means of a season with their intervals."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from characters.rules import ladder
from games.rules.points import decimal
from league.core.rules.csv_text import write_csv
from league.lab.models import WhatIf
from league.lab.rules.what_if import WorldTotals, mean, quantile

HEADER = ("figure", *(f"{world}_{part}" for world in ("today", "other") for part in ("mean", "tenth", "ninth")))
HEADER += ("difference", "give_or_take")


def figures_csv(what_if: WhatIf) -> bytes:
    """Return the figures as CSV. Four in five seasons lie from `tenth` to `ninth`, the least and the most;
    `games_to_...` are of careers instead, with the median as their mean, and empty if it lies beyond the season."""
    totals = WorldTotals.of(what_if.totals) if what_if.totals else WorldTotals()
    return write_csv(HEADER, [*_of_seasons(totals), *_of_careers(totals)])


def _of_seasons(totals: WorldTotals) -> Iterator[list[object]]:
    for kind, counts in totals.more.items():
        more, worlds = mean(counts), (totals.today.counts[kind], totals.other.counts[kind])
        parts = [(decimal(mean(counts).value), quantile(counts, 1), quantile(counts, 9)) for counts in worlds]
        yield [kind, *chain(*parts), _signed(more.value), decimal(more.give)]


def _of_careers(totals: WorldTotals) -> Iterator[list[object]]:
    for level in ladder.LEVELS[1:]:
        quantiles = [
            quantile(lived.reached[level], tenths, lived.never[level])
            for lived in (totals.today, totals.other)
            for tenths in (5, 1, 9)
        ]
        yield [f"games_to_{level}", *quantiles, None, None]


def _signed(value: Fraction) -> str:
    return f"-{decimal(-value)}" if value < 0 else decimal(value)

"""Value moments in whole numbers whose sums are exact, so that a study may be done in any parts."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

FINE = 1_000_000
WHOLE = 10_000
_SURE = Fraction(196, 100)  # standard errors to either side hold in 95 of 100
_ROOT = 1_000  # of a root, so many parts are known


class Value(NamedTuple):
    """Millionths of a win: what is sure, and how far the outlook's judgement is from an even share. How much of the
    latter comes true is known only later (`Sums.mean`)."""

    sure: int
    judged: int

    def __sub__(self, other: "Value") -> "Value":
        return Value(self.sure - other.sure, self.judged - other.judged)


class ValueEstimate(NamedTuple):
    """A value in millionths, and its variance in their squares."""

    value: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def whole(self) -> int:
        """Return the value in ten-thousandths."""
        return round(self.value * WHOLE / FINE)

    @property
    def give(self) -> int:
        """Return the error to either side, in ten-thousandths."""
        return round(_SURE * isqrt(round(self.variance * _ROOT**2)) / _ROOT * WHOLE / FINE)

    def scaled(self, by: Fraction) -> "ValueEstimate":
        return ValueEstimate(self.value * by, self.variance * by * by)


def total_of(parts: Sequence[ValueEstimate]) -> ValueEstimate:
    """Return the sum of independent estimates."""
    return ValueEstimate(
        sum((part.value for part in parts), Fraction(0)), sum((part.variance for part in parts), Fraction(0))
    )


class Sums:
    """Sums over `count` samples, of which `open` were judged before their end: for every seat the sums of what was
    sure, of what was judged, and of their squares and product."""

    def __init__(self, seats: int) -> None:
        self.count = self.open = 0
        self.rows = [[0] * 5 for _seat in range(seats)]

    def add(self, values: Sequence[Value], is_open: bool = False) -> None:
        self.count += 1
        self.open += is_open
        for row, (sure, judged) in zip(self.rows, values, strict=True):
            row[0] += sure
            row[1] += judged
            row[2] += sure * sure
            row[3] += sure * judged
            row[4] += judged * judged

    def kept(self) -> list[Any]:
        """Return the sums as JSON-able data; `sums_of` is the inverse."""
        return [self.count, self.open, self.rows]

    def mean(self, seat: int, slope: Fraction, count: int | None = None) -> ValueEstimate:
        """Return the mean when a share `slope` of what was judged comes true. `count`: samples, if not all of them
        matter."""
        many = self.count if count is None else count
        if not many:
            return ValueEstimate()
        sure, judged, sures, product, judgeds = self.rows[seat]
        value = (sure + slope * judged) / many
        square = (sures + 2 * slope * product + slope**2 * judgeds) / many
        return ValueEstimate(value, max(Fraction(0), square - value**2) / max(1, many - 1))


def sums_of(*parts: Sequence[Any]) -> Sums:
    """Return the sum of all these sums."""
    total = Sums(len(parts[0][2]))
    for count, is_open, rows in parts:
        total.count += count
        total.open += is_open
        total.rows = [
            [a + b for a, b in zip(mine, more, strict=True)] for mine, more in zip(total.rows, rows, strict=True)
        ]
    return total

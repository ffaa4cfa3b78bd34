"""Values with their intervals as rows of bars from a common line, 0."""

from collections.abc import Sequence
from dataclasses import dataclass

LABEL, WIDTH, VALUE, ROW, BAR = 132, 240, 110, 28, 14  # units of the drawing
LONGEST = 18  # letters of a label


@dataclass(frozen=True, slots=True)
class Interval:
    """`value` is known to lie from `low` to `high`; `text` says so."""

    label: str
    value: int
    low: int
    high: int
    text: str


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """The bar from `x` on, its interval from `low` to `high`, on the line `middle`; words are at `text_y`."""

    label: str
    text: str
    y: int
    middle: int
    text_y: int
    x: int
    width: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Intervals:
    """`origin`: where 0 is."""

    height: int
    origin: int
    bars: tuple[IntervalBar, ...]
    width, words_x, bar = LABEL + WIDTH + VALUE, LABEL + WIDTH + 8, BAR


def intervals(rows: Sequence[Interval]) -> Intervals:
    """Draw a row each, from above, on one scale that has all of them and 0 on it."""
    least = min((0, *(row.low for row in rows)))
    most = max((0, *(row.high for row in rows)))
    length = max(most - least, 1)

    def at(value: int) -> int:
        return LABEL + WIDTH * (value - least) // length

    bars = []
    for number, row in enumerate(rows):
        y, ends = number * ROW + (ROW - BAR) // 2, sorted((at(0), at(row.value)))
        label = row.label if len(row.label) <= LONGEST else f"{row.label[: LONGEST - 1]}…"
        bars.append(
            IntervalBar(label, row.text, y, y + BAR // 2, y + 11, ends[0], ends[1] - ends[0], at(row.low), at(row.high))
        )
    return Intervals(ROW * len(rows), at(0), tuple(bars))

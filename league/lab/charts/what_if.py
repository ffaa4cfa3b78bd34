"""Two worlds side by side, level by level: how many sit there in the end, and how long it takes to get there."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, LEFT, RIGHT = 320, 100, 252  # units of the drawing; names stand on the left, figures on the right
ROW, BAR, TOP, GAP, BELOW = 42, 13, 6, 3, 22
LEAST = 1


@dataclass(frozen=True, slots=True)
class Span:
    """A figure and the range of four in five seasons or lives, as whole numbers of one unit; None beyond everything
    lived."""

    least: int | None
    middle: int | None
    most: int | None
    words: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One world's part of a row: a bar or dot up to `x`, a line from `low` to `high`. `is_open`: it goes on; there is
    no line if both are None."""

    world: str
    y: int
    line_y: int
    text_y: int
    x: int | None
    low: int | None
    high: int | None
    is_open: bool
    words: str

    @property
    def width(self) -> int:
        """Return the width of a bar."""
        return (self.x or LEFT) - LEFT


@dataclass(frozen=True, slots=True)
class PairRow:
    name: str
    y: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PairChart:
    """`ticks`: place and label along the bottom."""

    height: int
    bottom: int
    rows: tuple[PairRow, ...]
    ticks: tuple[tuple[int, int], ...]
    width, left, right, bar = WIDTH, LEFT, RIGHT, BAR


def pair_chart(rows: Sequence[tuple[str, Span, Span]], unit: int = 1) -> PairChart:
    """Draw a row for each level: its name, today and the other world. `unit`: what the axis counts as one."""
    spans = [span for _name, *worlds in rows for span in worlds]
    values = [value for span in spans for value in (span.least, span.middle, span.most) if value is not None]
    most = _round_up(max(values, default=unit), unit)
    bottom = TOP + ROW * len(rows)
    drawn = tuple(_row(number, name, worlds, most) for number, (name, *worlds) in enumerate(rows))
    ticks = tuple((_along(value, most), value // unit) for value in (0, most // 2, most))
    return PairChart(bottom + BELOW, bottom, drawn, ticks)


def _round_up(most: int, unit: int) -> int:
    """Round up to an even number of units, round from a hundred on, so that the half of it has a label."""
    units = -(-most // unit)
    step: int = 2 * 10 ** max(len(str(units)) - 2, 0)
    return max(-(-units // step), 1) * step * unit


def _row(number: int, name: str, worlds: Sequence[Span], most: int) -> PairRow:
    top = TOP + ROW * number
    both = enumerate(zip(("today", "other"), worlds, strict=True))
    marks = tuple(_mark(world, top + GAP + at * (BAR + GAP), span, most) for at, (world, span) in both)
    return PairRow(name, top + ROW // 2 + 2, marks)


def _mark(world: str, y: int, span: Span, most: int) -> Mark:
    return Mark(
        world=world,
        y=y,
        line_y=y + BAR // 2,
        text_y=y + BAR - 2,
        x=None if span.middle is None else max(_along(span.middle, most), LEFT + LEAST),
        low=None if span.least is None else _along(span.least, most),
        high=None if span.least is None else RIGHT if span.most is None else _along(span.most, most),
        is_open=span.least is not None and span.most is None,
        words=span.words,
    )


def _along(value: int, most: int) -> int:
    return LEFT + value * (RIGHT - LEFT) // most

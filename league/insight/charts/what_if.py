"""Two worlds side by side, level by level: how many sit there in the end, and how long it takes to get there."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, LEFT, RIGHT = 320, 100, 268  # units of the drawing; names stand on the left, figures on the right
ROW, BAR, TOP, GAP, BELOW = 42, 13, 6, 3, 22
LEAST = 1


@dataclass(frozen=True, slots=True)
class Span:
    """A figure and what four in five seasons or lives keep within, as whole numbers of one unit. `middle` and `most`
    are None where they lie beyond what was lived."""

    least: int
    middle: int | None
    most: int | None
    words: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One world's part of a row: a bar or dot up to `x`, a line from `low` to `high`. `is_open`: the line goes on."""

    world: str
    y: int
    line_y: int
    text_y: int
    x: int | None
    low: int
    high: int
    is_open: bool
    words: str

    @property
    def width(self) -> int:
        """Of a bar."""
        return (self.x or LEFT) - LEFT


@dataclass(frozen=True, slots=True)
class PairRow:
    name: str
    y: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PairChart:
    """`ticks`: place and label along the bottom."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    bar: int
    rows: tuple[PairRow, ...]
    ticks: tuple[tuple[int, int], ...]


def pair_chart(rows: Sequence[tuple[str, Span | None, Span | None]], unit: int = 1) -> PairChart:
    """A row for each level: its name, today and the other world. `unit`: what the axis counts as one."""
    spans = [span for _name, *worlds in rows for span in worlds if span is not None]
    known = [value for span in spans for value in (span.least, span.middle, span.most) if value is not None]
    most = _round_up(max(known, default=unit), unit)
    bottom = TOP + ROW * len(rows)
    drawn = tuple(_row(number, name, worlds, most) for number, (name, *worlds) in enumerate(rows))
    ticks = tuple((_along(value, most), value // unit) for value in (0, most // 2, most))
    return PairChart(WIDTH, bottom + BELOW, LEFT, RIGHT, bottom, BAR, drawn, ticks)


def _round_up(most: int, unit: int) -> int:
    """To an even number of units, round from a hundred on, so that the half of it has a label."""
    units = -(-most // unit)
    step: int = 2 * 10 ** max(len(str(units)) - 2, 0)
    return max(-(-units // step), 1) * step * unit


def _row(number: int, name: str, worlds: Sequence[Span | None], most: int) -> PairRow:
    top = TOP + ROW * number
    marks = tuple(
        _mark(world, top + GAP + at * (BAR + GAP), span, most)
        for at, (world, span) in enumerate(zip(("today", "other"), worlds, strict=True))
        if span is not None
    )
    return PairRow(name, top + ROW // 2 + 2, marks)


def _mark(world: str, y: int, span: Span, most: int) -> Mark:
    return Mark(
        world=world,
        y=y,
        line_y=y + BAR // 2,
        text_y=y + BAR - 2,
        x=None if span.middle is None else max(_along(span.middle, most), LEFT + LEAST),
        low=_along(span.least, most),
        high=RIGHT if span.most is None else _along(span.most, most),
        is_open=span.most is None,
        words=span.words,
    )


def _along(value: int, most: int) -> int:
    return LEFT + value * (RIGHT - LEFT) // most

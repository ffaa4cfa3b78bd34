"""The first places of each seat as bars, against what each would have if all seats at a table were worth the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

LEFT, LENGTH, RIGHT = 72, 320, 160  # units of the drawing: the seat, the longest bar, its figures
ROW, BAR, TOP, BELOW = 24, 14, 26, 22


class SeatRecord(NamedTuple):
    """`won` of the games in which somebody `sat` there; `even`: what would be fair, in thousandths of them."""

    number: int
    won: int
    sat: int
    even: int


@dataclass(frozen=True, slots=True)
class SeatBar:
    seat: SeatRecord
    y: int
    middle: int
    length: int
    even_x: int
    percent: int


@dataclass(frozen=True, slots=True)
class SeatBars:
    """`rules`: percent, and where they are."""

    height: int
    bottom: int
    bars: tuple[SeatBar, ...]
    rules: tuple[tuple[int, int], ...]
    width, left, right, top, bar = LEFT + LENGTH + RIGHT, LEFT, LEFT + LENGTH, TOP, BAR


def even_shares(rows: Sequence[tuple[int, int, int]]) -> list[SeatRecord]:
    """Return the seats with the share that each would win evenly. `rows`: (seat, won, sat), by seat. Seats are numbered
    without a gap, so the tables of just n are those in which the n-th was taken and no further one."""
    sat = [*(row[2] for row in rows), 0]
    tables = [(size, more - fewer) for size, (more, fewer) in enumerate(pairwise(sat), 1)]
    return [
        SeatRecord(number, won, taken, round(sum(Fraction(1000 * many, size * taken) for size, many in tables[at:])))
        for at, (number, won, taken) in enumerate(rows)
    ]


def seat_bars(seats: Sequence[SeatRecord]) -> SeatBars:
    bottom = TOP + ROW * len(seats)
    return SeatBars(
        height=bottom + BELOW,
        bottom=bottom,
        bars=tuple(_bar(seat, TOP + ROW * at) for at, seat in enumerate(seats)),
        rules=tuple((percent, LEFT + LENGTH * percent // 100) for percent in range(0, 101, 25)),
    )


def _bar(seat: SeatRecord, top: int) -> SeatBar:
    return SeatBar(
        seat=seat,
        y=top + (ROW - BAR) // 2,
        middle=top + ROW // 2 + 4,
        length=LENGTH * seat.won // seat.sat,
        even_x=LEFT + LENGTH * seat.even // 1000,
        percent=round(Fraction(100 * seat.won, seat.sat)),
    )

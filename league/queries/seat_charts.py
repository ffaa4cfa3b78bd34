"""Geometry of small charts, as whole numbers that a template can print. No Django here, and no clock."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.queries.balance import Balance, rate

LABEL, WIDTH, ROW, BAR = 56, 240, 24, 14


@dataclass(frozen=True, slots=True)
class SeatBar:
    """One seat: its bar, and the 95 % interval as a line from `low` to `high`."""

    seat: int
    y: int
    width: int
    low: int
    high: int
    percent: str
    interval: str


@dataclass(frozen=True, slots=True)
class SeatChart:
    """Wins per seat. `even` is where the bars would end if all seats were equal."""

    balance: Balance
    bars: tuple[SeatBar, ...]
    width: int
    height: int
    even: int
    even_percent: str
    shared: str


def seat_chart(balance: Balance) -> SeatChart:
    """A bar per seat. A shared victory counts for everybody who shares it, so seats may add up to more than all games;
    even is the mean of the seats."""
    rates = [rate(wins, balance.games) for wins in balance.wins]
    even = sum(one.percent for one in rates) / len(rates)
    most = max(one.high for one in rates) or 1.0

    def at(percent: float) -> int:
        return LABEL + round(WIDTH * percent / most)

    bars = tuple(
        SeatBar(
            seat, (seat - 1) * ROW + (ROW - BAR) // 2, at(one.percent) - LABEL, at(one.low), at(one.high),
            f"{one.percent:.1f}", f"{one.low:.1f} to {one.high:.1f}",
        )
        for seat, one in enumerate(rates, 1)
    )  # fmt: skip
    return SeatChart(
        balance, bars, LABEL + WIDTH + 64, ROW * len(bars), at(even), f"{even:.1f}",
        f"{100 * balance.shared / balance.games:.0f}",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the calendar as a square."""

    x: int
    y: int
    border: str
    picture: bool
    title: str


def calendar_days(days: Sequence[tuple[int, int, str, bool, str]]) -> list[Day]:
    """Month and day (from 1), border, picture and name, as squares: a row per month."""
    return [
        Day(44 + (day - 1) * 20, (month - 1) * 20, border, picture, name) for month, day, border, picture, name in days
    ]

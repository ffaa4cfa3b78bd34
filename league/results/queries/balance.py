"""How even the games are: what bots did in thousands of games, per game and number of seats, and the bars that show it.
The figures are data, written by `manage.py measure_balance`."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from games.queries.simulations import wilson

FILE = Path(__file__).parents[2] / "data" / "balance.toml"


@dataclass(frozen=True, slots=True)
class Balance:
    """`games` between `bots`. `wins` by seat, shared ones counted for everybody who shares; `turns` and `spread` (best
    minus last in points) are means of a game. `best_stays` and `last_stays`: of those first or last in a deal, the
    share that was so again in the next one, in percent; None in games without deals. `settings` are those that differ
    from the usual ones."""

    system: str
    seats: int
    bots: str
    games: int
    wins: tuple[int, ...]
    shared: int
    turns: float
    spread: float
    best_stays: float | None = None
    last_stays: float | None = None
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share in percent with its 95 % interval."""

    percent: float
    low: float
    high: float


def rate(hits: int, tries: int) -> Rate:
    """`hits` of `tries` with the interval in which the true share lies with 95 % confidence."""
    low, high = wilson(hits, tries)
    return Rate(100 * hits / tries, 100 * low, 100 * high)


@cache
def balances() -> tuple[Balance, ...]:
    """Everything that was measured, in the order of the file."""
    with FILE.open("rb") as file:
        rows = tomllib.load(file).get("balance", [])
    return tuple(Balance(**{**row, "wins": tuple(row["wins"])}) for row in rows)


def balance_of(system: str, seats: int | None = None) -> list[Balance]:
    """What was measured of one system, by number of seats; only for `seats` when given."""
    found = [one for one in balances() if one.system == system and seats in (None, one.seats)]
    return sorted(found, key=lambda one: one.seats)


def to_toml(rows: Iterable[Balance]) -> str:
    """The text of the file."""
    return "# Written by manage.py measure_balance; see league.results.queries.balance.\n" + "".join(map(_table, rows))


def _table(row: Balance) -> str:
    values = {name: value for name, value in asdict(row).items() if value not in (None, "")}
    lines = (f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in values.items())
    return "\n[[balance]]\n" + "\n".join(lines).replace("(", "[").replace(")", "]") + "\n"


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

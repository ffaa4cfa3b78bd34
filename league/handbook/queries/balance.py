"""The balance of games: what bots did in thousands of games, per game and number of seats, and the bars that show it.
The figures are data, written by `manage.py measure_balance`."""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from characters.rules.choices import QUESTIONS
from engine.careers.editions import edition
from engine.core.errors import BadOptions
from engine.translatable import said, spoken

FILE = Path(__file__).parents[2] / "data" / "balance.toml"
MOST_MEASURED = 11  # bigger tables are those of Career Compass, over after a trick or two
Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
_YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Balance:
    """`games` between `bots`. `wins` by seat, shared ones counted for everybody who shares; `turns` and `spread` (best
    minus last in points) are means of a game. `best_stays` and `last_stays`: of those first or last in a deal, the
    share that was so again in the next one, in percent; None in games without deals. `settings` are the ones that
    differ from the book, `board` is an edition if it is not the first one. A `variation` is shown beside the usual
    figures: another board, or settings that a table may choose."""

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
    board: str = ""
    variation: bool = False

    @property
    def place(self) -> tuple[str, bool, str, str, int]:
        """Return its place in the file; a repeated measurement takes the same place."""
        return self.system, self.variation, self.board, self.settings if self.variation else "", self.seats

    @property
    def board_name(self) -> str:
        return edition(self.board).name if self.board else ""

    @property
    def rules(self) -> str:
        """Return its settings as people read them."""
        values = read_settings(self.system, self.settings.split(",") if self.settings else ())
        questions = QUESTIONS.get(self.system, {})
        return "; ".join(
            f"{spoken(questions[name].text)} {spoken(questions[name].words(value))}"
            if name in questions
            else f"{name}: {value}"
            for name, value in values.items()
        )


def read_settings(system: str, written: Iterable[str]) -> dict[str, Any]:
    """Return settings such as `lucky=choose` as an engine takes them. Raise BadOptions for anything but name=value."""
    questions, settings = QUESTIONS.get(system, {}), dict[str, Any]()
    for part in written:
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOptions(f"'{part}' is not a setting; write name=value.")
        words = (questions[name].options if name in questions else None) or ()
        is_number = value.isascii() and value.isdecimal() and value not in words
        settings[name] = _YES_NO.get(value, int(value) if is_number else value)
    return settings


class Rate(NamedTuple):
    """A share in percent with its 95 % interval."""

    percent: float
    low: float
    high: float


def rate(hits: int, tries: int) -> Rate:
    """Return `hits` of `tries` with the interval in which the true share lies with 95 % confidence."""
    return Rate(*(100 * share for share in (hits / tries, *wilson(hits, tries))))


@cache
def balances() -> tuple[Balance, ...]:
    """Return everything that was measured, in the order of the file."""
    with FILE.open("rb") as file:
        rows = tomllib.load(file).get("balance", [])
    return tuple(Balance(**{**row, "wins": tuple(row["wins"])}) for row in rows)


def measured_seats(seats: tuple[int, int]) -> range:
    """Return the sizes of tables that are measured of a system, which has the fewest and the most seats."""
    least, most = seats
    return range(least, min(most, MOST_MEASURED) + 1)


def balance_of(system: str, seats: int | None = None) -> list[Balance]:
    """Return what was measured of one system as it is usually played, by number of seats; only for `seats` when
    given."""
    usual = [balance for balance in balances() if balance.system == system and not balance.variation]
    return sorted((row for row in usual if seats in (None, row.seats)), key=lambda row: row.seats)


def variations_of(system: str) -> list[Balance]:
    """Return what was measured of it on other boards and by other settings."""
    varied = [balance for balance in balances() if balance.system == system and balance.variation]
    return sorted(varied, key=lambda balance: balance.place)


def to_toml(rows: Iterable[Balance]) -> str:
    """Return the text of the file."""
    text = "# Written by manage.py measure_balance; see league.handbook.queries.balance.\n"
    for row in rows:
        values = {name: value for name, value in asdict(row).items() if value is not False and value not in (None, "")}
        text += "\n[[balance]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
    return text


LABEL, WIDTH, ROW, BAR = 56, 240, 24, 14


class WinRateBar(NamedTuple):
    """One seat: its bar, and the 95 % interval as a line from `low` to `high`."""

    seat: int
    y: int
    width: int
    low: int
    high: int
    percent: str
    interval: str


class SeatChart(NamedTuple):
    """Wins per seat. `even` is where the bars would end if all seats were equal."""

    balance: Balance
    bars: tuple[WinRateBar, ...]
    width: int
    height: int
    even: int
    even_percent: str
    shared: str


def seat_chart(balance: Balance) -> SeatChart:
    """Return a bar per seat. A shared victory counts for everybody who shares it, so seats may add up to more than all
    games; even is the mean of the seats."""
    rates = [rate(wins, balance.games) for wins in balance.wins]
    even = sum(rate.percent for rate in rates) / len(rates)
    most = max(rate.high for rate in rates) or 1.0

    def at(percent: float) -> int:
        return LABEL + round(WIDTH * percent / most)

    bars = tuple(
        WinRateBar(
            seat, (seat - 1) * ROW + (ROW - BAR) // 2, at(rate.percent) - LABEL, at(rate.low), at(rate.high),
            said("{number:.1f}", number=rate.percent), said("{low:.1f} to {high:.1f}", low=rate.low, high=rate.high),
        )
        for seat, rate in enumerate(rates, 1)
    )  # fmt: skip
    return SeatChart(
        balance, bars, LABEL + WIDTH + 64, ROW * len(bars), at(even), f"{even:.1f}",
        f"{100 * balance.shared / balance.games:.0f}",
    )  # fmt: skip


class Day(NamedTuple):
    """One day of the calendar as a square."""

    x: int
    y: int
    border: str
    picture: bool
    title: str


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the bounds of the true share at 95 % confidence (Wilson's score interval); 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    spread = Z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - spread), min(1.0, middle + spread)

"""How even the games are: what bots did in thousands of games, per game and number of seats. The figures are data,
written by `manage.py measure_balance`."""

import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from games.queries.simulations import wilson

FILE = Path(__file__).parents[1] / "data" / "balance.toml"


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
    return "# Written by manage.py measure_balance; see league.queries.balance.\n" + "".join(map(_table, rows))


def _table(row: Balance) -> str:
    values = {name: value for name, value in asdict(row).items() if value not in (None, "")}
    lines = (f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in values.items())
    return "\n[[balance]]\n" + "\n".join(lines).replace("(", "[").replace(")", "]") + "\n"

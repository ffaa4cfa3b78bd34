"""Hold what stays the same during a game: settings and seats. Clones share it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.settings import changed
from engine.office_job.cards import DESIGNS, EFFECTS
from engine.office_job.settings import Settings, settings_for


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The table of one game. `around[first][mask]`: the seats whose bits are set, clockwise from `first` on (B18).
    `reach[card][actor][target]`: per effect the seats it is for, as bits, before any condition; target -1 is nobody."""

    seats: int
    settings: Settings
    around: tuple[tuple[tuple[int, ...], ...], ...]
    reach: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        return {"settings": changed(self.settings)}


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """Return the table for a number of seats and options. Raise BadOptions."""
    orders = [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    around = tuple(
        tuple(tuple(seat for seat in order if mask >> seat & 1) for mask in range(1 << seats)) for order in orders
    )
    reach = tuple(
        tuple(tuple(_reach(card, actor, target, seats) for target in (*range(seats), -1)) for actor in range(seats))
        for card in range(DESIGNS)
    )
    return Table(seats, settings_for(seats, options), around, reach)


def _reach(card: int, actor: int, target: int, seats: int) -> tuple[int, ...]:
    everybody, chosen = (1 << seats) - 1, 1 << target if target >= 0 else 0
    groups = {"self": 1 << actor, "others": everybody & ~(1 << actor), "all": everybody}
    return tuple(groups.get(effect.who, chosen) for effect in EFFECTS[card])

"""Hold what stays the same during a match: settings, deck, exchange, points and titles per position. Clones share
it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.career_poker.cards import JOKER, UNIT, VALUES
from engine.career_poker.data import read_box
from engine.career_poker.settings import Settings, settings_for
from engine.core.settings import changed


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The table of one match. `deck`: one packed hand per card. `swaps[i]`: cards that position i swaps with its
    opposite (from 0)."""

    seats: int
    settings: Settings
    jokers: int
    deck: tuple[int, ...]
    swaps: tuple[int, ...]
    points: tuple[int, ...]
    titles: tuple[str, ...]

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        return {"settings": changed(self.settings)}


def points_by_position(seats: int, points: Sequence[int] = ()) -> tuple[int, ...]:
    """Return what each position of a deal scores, from the boss down: the given points, with 0 for later positions, or
    else one point for every player left behind (B12)."""
    return (*points, *[0] * seats)[:seats] if points else tuple(range(seats - 1, -1, -1))


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """Return the table for a number of seats and options (rules 2-4, 7 and 14). Raise BadOptions."""
    settings = settings_for(seats, options)
    box = read_box()
    players = box["players"][str(seats)]
    names = {position["id"]: position["name"] for position in box["positions"]}
    numbers = [UNIT[value] for value in range(1, VALUES + 1) for _ in range(seats)]
    return Table(
        seats=seats,
        settings=settings,
        jokers=players["jokers"],
        deck=(*numbers, *([UNIT[JOKER]] * players["jokers"])),
        swaps=tuple(players["exchange"]),
        points=points_by_position(seats, settings.points),
        titles=tuple(names[title] for title in settings.titles or players["titles"]),
    )

"""Hold what stays the same during one game: seats, settings and what follows from them. Clones share it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.career_compass.cards import CARD_IDS
from engine.career_compass.settings import ROUNDS_FOR_TWO, Settings, settings_of
from engine.core.errors import BadOptions
from engine.core.settings import changed


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The table of one game. `everybody`: all seats in order. `chooses[n]`: whether a player who holds n cards at the
    throw may choose what to read and give away (rules 17 and 18). `max_rounds` 0 means no limit."""

    seats: int
    settings: Settings
    everybody: tuple[int, ...]
    chooses: tuple[bool, ...]
    max_rounds: int

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        return {"settings": changed(self.settings)}


def make_table(seats: int, options: Mapping[str, Any] | None) -> Table:
    """Return the table for a number of seats and options (rules 1 and 17; B2, B10, B17). Raise BadOptions."""
    settings = settings_of(options)
    if seats > settings.max_players:
        raise BadOptions(f"max_players is {settings.max_players}; this table has {seats}.")
    least = settings.choice_cards if settings.choice_mode == "exactly" else 2
    limit = settings.max_rounds
    if limit < 0:
        limit = ROUNDS_FOR_TWO if seats == 2 else 0
    return Table(
        seats=seats,
        settings=settings,
        everybody=tuple(range(seats)),
        # A player with a single card has nothing to choose.
        chooses=tuple(max(least, 2) <= count <= settings.choice_cards for count in range(len(CARD_IDS) + 1)),
        max_rounds=limit,
    )

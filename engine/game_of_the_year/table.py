"""Hold what stays the same during one game: board, settings, decks and compiled effects. Clones share it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.settings import changed
from engine.game_of_the_year.board import Board
from engine.game_of_the_year.settings import Settings

Operation = tuple[Callable[..., None], tuple[int, ...], bool]
Condition = tuple[Callable[..., bool], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card. `conditions` must all hold for `do` to be followed, otherwise `otherwise`: numbers of lists of
    operations."""

    id: str
    name: str
    conditions: tuple[Condition, ...]
    do: int
    otherwise: int


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The table of one game.

    `order[seat]`: all seats from that one leftwards; `after[seat]`: the same, but that seat last. `effects`: lists of
    operations by number, an operation being (function, arguments, whether the player on turn must choose somebody
    first); `entry[day]` names one. `cards` and `decks`: chance, then hazard; a deck holds card numbers. `pages`: the
    numbers that a spin shows, with their actions; beyond them come `reds` red results, the rest are blue. `everybody`:
    all seats as bits. `last_turn`: the turn after which the game ends anyway. `first_ends`, `shield_asks` and
    `early_vacation` are settings that every turn looks at.
    """

    seats: int
    order: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    settings: Settings
    board: Board
    figures: Mapping[str, Any]
    supply: int
    holidays: int
    lucky: tuple[int, ...]
    effects: tuple[tuple[Operation, ...], ...]
    entry: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    pages: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    reds: int
    results: int
    start_money: int
    start_tokens: int
    start_holidays: int
    everybody: int
    last_turn: int
    first_ends: bool
    shield_asks: bool
    early_vacation: bool

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        return {"settings": changed(self.settings)}

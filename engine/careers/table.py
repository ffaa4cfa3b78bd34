"""Hold what stays the same during one game: board, house rules, seats, relations, decks. Clones share it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.careers.board import Board
from engine.careers.boards import LONDON
from engine.careers.menus import Menu
from engine.careers.players import Player, Relations
from engine.careers.settings import Settings
from engine.core.settings import changed

Effect = Callable[..., None]


@dataclass(frozen=True, slots=True)
class OwnCard:
    """An Opportunity card that a club added: its words, its effects as written, and its effects as functions (R72)."""

    name: str
    does: tuple[tuple[str, Any], ...]
    effects: tuple[tuple[Effect, Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The table of one game.

    `effects[loc]`: (function, argument) pairs in the order in which they happen. `moves_on[loc]`: the piece never comes
    to rest there, so nobody is bumped there. `two_dice`: what replaces a throw of both dice. `board_option`: the board
    as the options gave it. `experience_items` and `opportunity_items`: what may be asked for in an offer, a kind of
    card once. `usual_business[seat]`: the offers and the bankruptcy that nearly every turn begins with, empty without
    trading.
    """

    board: Board
    settings: Settings
    seats: int
    players: tuple[Player, ...]
    relations: Relations
    experience_deck: tuple[int, ...]
    opportunity_deck: tuple[int, ...]
    experience_items: tuple[int, ...]
    opportunity_items: tuple[int, ...]
    own_cards: tuple[OwnCard, ...]
    effects: tuple[tuple[tuple[Effect, Any], ...], ...]
    moves_on: tuple[bool, ...]
    two_dice: Menu
    rides: tuple[int, ...]
    characters: bool
    usual_business: tuple[tuple[int, ...], ...]
    board_option: str | Mapping[str, Any]

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        options: dict[str, Any] = {
            "settings": changed(self.settings),
            "players": [player.as_dict() for player in self.players],
        }
        return options if self.board_option == LONDON else options | {"board": self.board_option}

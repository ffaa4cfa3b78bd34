"""Careers as a game system: new games, saved games, bots."""

from collections.abc import Mapping
from typing import Any

from engine.careers import actions as a
from engine.careers.rules.all_rules import MODULES
from engine.careers.rules.opening import open_game
from engine.careers.state import Careers
from engine.careers.table import Table, make_table
from engine.core.bots import BotFactory
from engine.core.errors import BadRecord
from engine.core.game import Game, System
from engine.core.saving import unpack
from engine.core.seats import check_seats

assert MODULES


class CareersSystem(System):
    """2 to 6 seats. Options: {"settings": house rules (engine.careers.settings), "players": [{"name", "formula":
    [cash in thousands, happiness, fame], "level", "specialty", "side_interest", "degrees", "trips"}, ...]}."""

    key = "careers"
    title = "Careers"
    min_seats = 2
    max_seats = 6
    rules_version = 1
    actions = a.TABLE

    def __init__(self) -> None:
        self._tables: dict[tuple[int, str], Table] = {}

    def new_game(self, seats: int, rng_seed: int, options: Mapping[str, Any] | None = None) -> Game:
        check_seats(self, seats)
        game = Careers.__new__(Careers)
        open_game(game, self._table(seats, options), rng_seed)
        return game

    def load(self, saved: Mapping[str, Any]) -> Game:
        if saved.get("game") != self.key or not isinstance(saved.get("state"), Mapping):
            raise BadRecord("This is no saved game of Careers.")
        state = saved["state"]
        if set(state) != set(Careers.fields):
            raise BadRecord("The saved game lacks a field, or has one too many.")
        game = Careers.__new__(Careers)
        game.table = self._table(check_seats(self, saved.get("seats")), saved.get("setup"))
        for name in Careers.fields:
            setattr(game, name, unpack(state[name]))
        return game

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.careers.bots import BOTS

        return BOTS

    def _table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        """Tables are constant, so simulations share one per set of options."""
        key = (seats, repr(options))
        if key not in self._tables:
            if len(self._tables) > 200:
                self._tables.clear()
            self._tables[key] = make_table(seats, options)
        return self._tables[key]


CAREERS = CareersSystem()

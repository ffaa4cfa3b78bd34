"""Careers as a game system: new games, saved games, bots."""

from collections.abc import Mapping
from typing import Any

from engine.careers import actions as a
from engine.careers.rules.all_rules import MODULES
from engine.careers.rules.opening import open_game
from engine.careers.state import Careers
from engine.careers.table import Table, make_table
from engine.core.bots import BotFactory
from engine.core.tables import TableSystem

assert MODULES


class CareersSystem(TableSystem):
    """2 to 6 seats. Options: {"settings": house rules (engine.careers.settings), "players": [{"name", "formula":
    [cash in thousands, happiness, fame], "level", "specialty", "side_interest", "degrees", "trips"}, ...]}."""

    key = "careers"
    title = "Careers"
    min_seats = 2
    max_seats = 6
    rules_version = 1
    actions = a.TABLE
    state = Careers

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return make_table(seats, options)

    def open(self, game: Any, rng_seed: int) -> None:
        open_game(game, rng_seed)

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.careers.bots import BOTS

        return BOTS


CAREERS = CareersSystem()

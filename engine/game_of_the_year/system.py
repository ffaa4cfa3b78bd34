"""Game of the Year as a game system: new games, saved games, bots."""

from collections.abc import Mapping
from typing import Any

from engine.core.bots import BotFactory
from engine.core.tables import TableSystem
from engine.game_of_the_year import actions as a
from engine.game_of_the_year.data import FEWEST_SEATS, MOST_SEATS
from engine.game_of_the_year.rules.all_rules import MODULES
from engine.game_of_the_year.rules.opening import open_game
from engine.game_of_the_year.state import GameOfTheYear
from engine.game_of_the_year.table import Table, make_table

assert MODULES


class GameOfTheYearSystem(TableSystem):
    """2 to 6 seats. Options: {"settings": see engine.game_of_the_year.settings}; birthdays are one of them."""

    key = "game_of_the_year"
    title = "Game of the Year"
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    rules_version = 1
    actions = a.TABLE
    state = GameOfTheYear

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return make_table(seats, options)

    def open(self, game: Any, rng_seed: int) -> None:
        open_game(game, rng_seed)

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.game_of_the_year.bots import BOTS

        return BOTS


GAME_OF_THE_YEAR = GameOfTheYearSystem()

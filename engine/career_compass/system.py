"""Career Compass as a game system: new games, saved games, bots."""

from collections.abc import Mapping
from typing import Any

from engine.career_compass import actions as a
from engine.career_compass.rules import choices
from engine.career_compass.rules.opening import open_game
from engine.career_compass.state import CareerCompass
from engine.career_compass.table import Table, make_table
from engine.core.bots import BotFactory
from engine.core.tables import TableSystem

assert choices


class CareerCompassSystem(TableSystem):
    """2 to 8 seats. Options: {"settings": see engine.career_compass.settings}."""

    key = "career_compass"
    title = "The Ecologist's Career Compass"
    min_seats = 2
    max_seats = 8
    rules_version = 1
    actions = a.TABLE
    state = CareerCompass

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return make_table(seats, options)

    def open(self, game: Any, rng_seed: int) -> None:
        open_game(game, rng_seed)

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.career_compass.bots import BOTS

        return BOTS


CAREER_COMPASS = CareerCompassSystem()

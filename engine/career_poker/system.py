"""Career Poker as a game system: new matches, saved matches, bots."""

from collections.abc import Mapping
from typing import Any

from engine.career_poker import actions as a
from engine.career_poker.rules.all_rules import MODULES
from engine.career_poker.rules.matches import open_match
from engine.career_poker.state import CareerPoker
from engine.career_poker.table import Table, make_table
from engine.core.bots import BotFactory
from engine.core.tables import TableSystem

assert MODULES


class CareerPokerSystem(TableSystem):
    """4 to 8 seats. Options: {"settings": see engine.career_poker.settings}."""

    key = "career_poker"
    title = "Career Poker"
    min_seats = 4
    max_seats = 8
    rules_version = 1
    actions = a.TABLE
    state = CareerPoker

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return make_table(seats, options)

    def open(self, game: Any, rng_seed: int) -> None:
        open_match(game, rng_seed)

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.career_poker.bots import BOTS

        return BOTS


CAREER_POKER = CareerPokerSystem()

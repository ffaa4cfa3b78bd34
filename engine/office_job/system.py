"""Office Job as a game system: new games, saved games, bots."""

from collections.abc import Mapping
from typing import Any

from engine.core.bots import BotFactory
from engine.core.tables import TableSystem
from engine.office_job import actions as a
from engine.office_job.rules.all_rules import MODULES
from engine.office_job.rules.opening import open_game
from engine.office_job.state import OfficeJob
from engine.office_job.table import Table, make_table

assert MODULES


class OfficeJobSystem(TableSystem):
    """2 to 5 seats. Options: {"settings": see engine.office_job.settings}."""

    key = "office_job"
    title = "Office Job"
    min_seats = 2
    max_seats = 5
    rules_version = 1
    actions = a.TABLE
    state = OfficeJob

    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        return make_table(seats, options)

    def open(self, game: Any, rng_seed: int) -> None:
        open_game(game, rng_seed)

    def bots(self) -> Mapping[str, BotFactory]:
        from engine.office_job.bots import BOTS

        return BOTS


OFFICE_JOB = OfficeJobSystem()

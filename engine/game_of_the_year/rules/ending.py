"""The end of the year (rule 2; B2, B33)."""

from typing import TYPE_CHECKING

from engine.game_of_the_year.registry import Prompt
from engine.game_of_the_year.scores import categories_of
from engine.game_of_the_year.scoring import ranking

if TYPE_CHECKING:
    from engine.game_of_the_year.state import GameOfTheYear


def is_over(g: "GameOfTheYear") -> bool:
    """Ends the game when all are done, or by house rule the first; and when it has lasted too long."""
    settings, seats = g.table.settings, g.table.seats
    if g.done == (1 << seats) - 1 or (g.done and settings.end_when == "first"):
        _end(g, "year_end")
    elif g.turn >= settings.max_turns * seats:
        _end(g, "turn_limit")
    return g.over


def _end(g: "GameOfTheYear", reason: str) -> None:
    players = [categories_of(g, seat) for seat in range(g.table.seats)]
    g.winners = ranking(players, g.money, g.table.settings.category_rule == "leaders")[0]
    g.reason = reason
    g.over = True
    g.decision = Prompt.OVER

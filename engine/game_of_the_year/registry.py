"""The numbers of decisions and steps; see engine.core.decisions. Rules register theirs, saved games hold them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.decisions import Decisions, unregistered

if TYPE_CHECKING:
    from engine.game_of_the_year.state import GameOfTheYear


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    PAGE = 1
    BUY_DAYS = 2
    PUSH = 3
    VACATION = 4
    BUY_TOKEN = 5
    TAKE_TOKEN = 6
    PAY_TOKEN = 7
    GIVE_TOKEN = 8
    SHIELD = 9
    CHOOSE_PLAYER = 10
    LUCKY = 11


class Work:
    """Every step that can wait in `todo`."""

    NEXT_TURN = 0
    LANDED = 1
    OWN_DAYS_DONE = 2
    PUSHED = 3
    ENTRY = 4
    ENTRY_DONE = 5
    REST = 6
    VACATE = 7
    MOVE_OVER = 8
    OFFER_TOKEN = 9
    TAKE_TOKENS = 10
    CHARGE = 11
    PAY = 12
    GIVE = 13
    HAND_OVER = 14
    LOSE_TOKEN = 15
    RETURN_TOKEN = 16
    LOSE_HOLIDAY = 17
    RETURN_HOLIDAY = 18
    CARD = 19
    FOLLOW = 20
    EFFECTS = 21
    EXTRA_SPIN = 22
    SET_UP = 23
    SPIN = 24


DECISIONS: Decisions["GameOfTheYear"] = Decisions(Prompt)
decision = DECISIONS.register
STEPS: list[Callable[..., None]] = unregistered(Work)


def step(work: int, run: Callable[..., None]) -> None:
    """Registers what a step does."""
    STEPS[work] = run

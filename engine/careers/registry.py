"""The numbers of decisions and steps; see engine.core.decisions. Rules register theirs, saved games hold them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.decisions import Decisions, unregistered

if TYPE_CHECKING:
    from engine.careers.state import Careers


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    TURN = 1
    MOVE = 2
    AMOUNT_DIE = 3
    INSURANCE = 4
    RENEWAL = 5
    DEBT = 6
    PAY_OR_LEAVE = 7
    BUY = 8
    GAMBLE = 9
    RIDE = 10
    HOLIDAY = 11
    FREED_MOVE = 12
    SHORTCUT = 13
    DEGREE = 14
    BUMP = 15
    BACKSTAB = 16
    GIVE_UP_CARD = 17
    GIVE = 18
    TAKE = 19
    SUM = 20
    ANSWER = 21
    FEE = 22
    BOSS = 23
    FORMULA = 24


class Work:
    """Every step that can wait in `todo`."""

    END_OF_TURN = 0
    LAND = 1
    AFTER_LANDING = 2
    EFFECTS = 3
    LEAVE_PATH = 4
    START_TURN = 5
    RESUME = 6
    SET_UP = 7
    SETTLE = 8


DECISIONS: Decisions["Careers"] = Decisions(Prompt)
decision = DECISIONS.register
STEPS: list[Callable[..., None]] = unregistered(Work)


def step(work: int, run: Callable[..., None]) -> None:
    """Registers what a step does."""
    STEPS[work] = run

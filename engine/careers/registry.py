"""Decisions and steps by number, so that a state can name what it waits for and stay a heap of ints.

A decision is a prompt: it lists its legal actions and resolves one of them. A step is work left to do. The
modules in engine/careers/rules register theirs; the numbers are fixed here because saved games hold them.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

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


Legal = Callable[["Careers"], Sequence[int]]
Resolve = Callable[["Careers", int], None]

OVER = Prompt.OVER
END_OF_TURN = Work.END_OF_TURN
NAMES: tuple[str, ...] = tuple(name.lower() for name in vars(Prompt) if name.isupper())
_STEPS = sum(name.isupper() for name in vars(Work))


def _not_registered(*_: Any) -> Any:
    raise LookupError("This decision or step is not registered.")


LEGAL: list[Legal] = [_not_registered for _ in NAMES]
RESOLVE: list[Resolve] = [_not_registered for _ in NAMES]
STEPS: list[Callable[..., None]] = [_not_registered] * _STEPS


def decision(prompt: int, legal: Legal, resolve: Resolve) -> None:
    """Registers what a prompt offers and what a choice does."""
    LEGAL[prompt] = legal
    RESOLVE[prompt] = resolve


def step(work: int, run: Callable[..., None]) -> None:
    """Registers what a step does."""
    STEPS[work] = run


decision(Prompt.OVER, lambda g: (), _not_registered)

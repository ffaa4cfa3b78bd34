"""Decisions and phases of a turn by number, so that a state can name what it waits for. The rules register theirs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.office_job.state import OfficeJob


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    START = 1
    REPLACEMENT = 2
    PLAY = 3
    DELEGATE = 4
    TARGET = 5
    DISCARD = 6
    PICK_UP = 7
    CLEAR = 8


class Phase:
    """Where a turn stands when nobody has to decide."""

    BEGIN = 0
    START = 1
    DRAWN = 2
    PLAY = 3
    END = 4


Legal = Callable[["OfficeJob"], Sequence[int]]
Resolve = Callable[["OfficeJob", int], None]
Run = Callable[["OfficeJob"], None]
NAMES: tuple[str, ...] = tuple(name.lower() for name in vars(Prompt) if name.isupper())


def _not_registered(*_: Any) -> Any:
    raise LookupError("This decision or phase is not registered.")


LEGAL: list[Legal] = [_not_registered for _ in NAMES]
RESOLVE: list[Resolve] = [_not_registered for _ in NAMES]
PHASES: list[Run] = [_not_registered for name in vars(Phase) if name.isupper()]
# What goes on with the effects of a card after a choice in their midst.
RESUME: list[Run] = [_not_registered]


def decision(prompt: int, legal: Legal, resolve: Resolve) -> None:
    """Registers what a prompt offers and what a choice does."""
    LEGAL[prompt] = legal
    RESOLVE[prompt] = resolve


def phase(number: int, run: Run) -> None:
    """Registers what happens in a phase until somebody has to decide."""
    PHASES[number] = run


decision(Prompt.OVER, lambda g: (), _not_registered)

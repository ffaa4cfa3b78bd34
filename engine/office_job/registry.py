"""The numbers of decisions and phases of a turn; see engine.core.decisions. The rules register theirs."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.decisions import Decisions, not_registered, unregistered

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


DECISIONS: Decisions["OfficeJob"] = Decisions(Prompt)
decision = DECISIONS.register
PHASES: list[Callable[..., None]] = unregistered(Phase)
# What goes on with the effects of a card after a choice in their midst.
RESUME: list[Callable[..., None]] = [not_registered]


def phase(number: int, run: Callable[..., None]) -> None:
    """Registers what happens in a phase until somebody has to decide."""
    PHASES[number] = run

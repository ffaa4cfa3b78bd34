"""The numbers of the decisions; see engine.core.decisions. The rules register theirs."""

from typing import TYPE_CHECKING

from engine.core.decisions import Decisions

if TYPE_CHECKING:
    from engine.career_poker.state import CareerPoker


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    LEAD = 1
    FOLLOW = 2
    GIVE_BACK = 3


DECISIONS: Decisions["CareerPoker"] = Decisions(Prompt)
decision = DECISIONS.register

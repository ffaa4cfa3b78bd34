"""The numbers of the decisions; see engine.core.decisions. The rules register theirs."""

from typing import TYPE_CHECKING

from engine.core.decisions import Decisions

if TYPE_CHECKING:
    from engine.career_compass.state import CareerCompass


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    THROW = 1
    READ = 2
    GIVE = 3


DECISIONS: Decisions["CareerCompass"] = Decisions(Prompt)
decision = DECISIONS.register

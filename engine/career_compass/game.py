"""Drive a game of Career Compass: what each decision offers and does, in one table."""

from collections.abc import Sequence

from engine.career_compass import actions as a
from engine.career_compass import telling, views
from engine.career_compass.rules import choices, rounds
from engine.career_compass.state import Prompt, State
from engine.core.decisions import Decisions
from engine.core.tables import Reports

DECISIONS = Decisions(
    Prompt,
    {
        Prompt.THROW: (rounds.throws, rounds.throw),
        Prompt.READ: (choices.readable, choices.read),
        Prompt.GIVE: (choices.givable, choices.give),
    },
)
_LEGAL, _RESOLVE = DECISIONS.legal, DECISIONS.resolve


class CareerCompass(State):
    """A game of Career Compass."""

    __slots__ = ()
    system = "career_compass"
    version = 1
    actions = a.TABLE
    decisions = DECISIONS
    tellers = telling.TELLERS
    reports = Reports(views.outcome_of, views.view_of, views.about_of, views.deal_anew)

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def apply(self, action: int) -> None:
        _RESOLVE[self.decision](self, action)

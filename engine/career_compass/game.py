"""Drive a game of Career Compass: what each decision offers and does, in one table."""

from collections.abc import Sequence
from typing import Any

from engine.career_compass import actions as a
from engine.career_compass import scores, telling, views
from engine.career_compass.rules import choices, rounds
from engine.career_compass.state import Prompt, State
from engine.core.decisions import Decisions
from engine.core.game import Memory
from engine.core.outcome import Outcome

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

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def apply(self, action: int) -> None:
        _RESOLVE[self.decision](self, action)

    def outcome(self) -> Outcome | None:
        return scores.outcome_of(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return views.view_of(self, seat)

    def look(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        return views.view_of(self, seat, memory)

    def about(self) -> dict[str, Any]:
        return views.about_of(self)

    def deal_unseen(self, seat: int | None) -> None:
        views.deal_anew(self, seat)

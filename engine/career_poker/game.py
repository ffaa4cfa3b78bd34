"""Drive a match of Career Poker: what each decision offers and does, in one table."""

from collections.abc import Sequence
from typing import Any

from engine.career_poker import actions as a
from engine.career_poker import scores, telling, views
from engine.career_poker.cards import size
from engine.career_poker.rules import exchange, leaving, tricks
from engine.career_poker.state import Prompt, State
from engine.core.actions import HostAction
from engine.core.decisions import Decisions
from engine.core.game import Memory
from engine.core.outcome import Outcome

DECISIONS = Decisions(
    Prompt,
    {
        Prompt.LEAD: (tricks.legal_lead, tricks.lead),
        Prompt.FOLLOW: (tricks.legal_follow, tricks.follow),
        Prompt.GIVE_BACK: (exchange.legal_return, exchange.return_card),
    },
)
_LEGAL, _RESOLVE = DECISIONS.legal, DECISIONS.resolve


class CareerPoker(State):
    """A match of Career Poker."""

    __slots__ = ()
    system = "career_poker"
    version = 1
    actions = a.TABLE
    host_table = (a.TIME_UP, *a.LEAVES)
    decisions = DECISIONS
    tellers = telling.TELLERS
    open_prompts = frozenset({"lead"})

    def legal_actions(self) -> Sequence[int]:
        return _LEGAL[self.decision](self)

    def apply(self, action: int) -> None:
        self.turn += 1
        _RESOLVE[self.decision](self, action)

    def openly_forced(self) -> bool:
        if self.decision == Prompt.FOLLOW:
            return size(self.hands[self.actor]) < self.size
        return super().openly_forced()

    def host_actions(self) -> Sequence[HostAction]:
        return leaving.host_actions(self)

    def apply_host(self, action: HostAction) -> None:
        leaving.host(self, action)

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

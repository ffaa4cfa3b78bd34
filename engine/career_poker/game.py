"""Drive a match of Career Poker: what each decision offers and does, in one table."""

from collections.abc import Sequence

from engine.career_poker import actions as a
from engine.career_poker import telling, views
from engine.career_poker.cards import size
from engine.career_poker.rules import exchange, leaving, tricks
from engine.career_poker.state import Prompt, State
from engine.core.actions import HostAction
from engine.core.decisions import Decisions
from engine.core.tables import Reports

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
    reports = Reports(views.outcome_of, views.view_of, views.about_of, views.deal_anew)
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

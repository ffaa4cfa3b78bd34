"""One game of Career Compass: its fields and its clone.

A round is one or more trials; a trial is one throw, then the choices of those who hold few cards, then the comparison.
Invariant: packs, stack and the cards set aside are together the 33 cards.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from engine.career_compass import actions as a
from engine.career_compass.registry import DECISIONS
from engine.career_compass.scores import outcome_of
from engine.career_compass.views import deal_anew, view_of
from engine.core.tables import TableGame

if TYPE_CHECKING:
    from engine.career_compass.table import Table


class CareerCompass(TableGame):
    """Cards, skills and seats by number; a pack's top card comes first."""

    __slots__ = (
        "aside", "asking", "contenders", "free", "gifts", "joker", "joker_levels", "levels", "packs", "picks",
        "readers", "reason", "rounds", "skill", "stack", "taker", "tied", "trials", "winners",
    )  # fmt: skip
    system = "career_compass"
    actions = a.TABLE
    fields = (*TableGame.fields, *__slots__)
    decisions = DECISIONS

    table: "Table"
    rounds: int
    trials: int
    joker: int
    packs: list[list[int]]
    stack: tuple[int, ...]
    aside: tuple[int, ...]
    # This round: who plays on for the stack.
    contenders: tuple[int, ...]
    # This trial: who may choose, who is still to be asked, places in the pack of what is read and given away.
    free: tuple[int, ...]
    asking: tuple[int, ...]
    picks: list[int]
    gifts: list[int]
    # What was read aloud last: skill, readers, their levels, joker levels (-1 not read), who takes the cards (-1
    # nobody) or who is tied.
    skill: int
    readers: tuple[int, ...]
    levels: tuple[int, ...]
    joker_levels: tuple[int, ...]
    taker: int
    tied: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.table = self.table
        new.rng = self.rng
        new.over = self.over
        new.actor = self.actor
        new.decision = self.decision
        new.rounds = self.rounds
        new.trials = self.trials
        new.joker = self.joker
        new.packs = [pack[:] for pack in self.packs]
        new.stack = self.stack
        new.aside = self.aside
        new.contenders = self.contenders
        new.free = self.free
        new.asking = self.asking
        new.picks = self.picks[:]
        new.gifts = self.gifts[:]
        new.skill = self.skill
        new.readers = self.readers
        new.levels = self.levels
        new.joker_levels = self.joker_levels
        new.taker = self.taker
        new.tied = self.tied
        new.winners = self.winners
        new.reason = self.reason
        return new

    def legal_actions(self) -> Sequence[int]:
        return DECISIONS.legal[self.decision](self)

    def apply(self, action: int) -> None:
        DECISIONS.resolve[self.decision](self, action)

    outcome = outcome_of
    view = view_of
    deal_unseen = deal_anew

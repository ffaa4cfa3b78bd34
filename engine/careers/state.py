"""One game of Careers: its fields, its clone, and the few lines that drive it.

An action is resolved by the decision that the state names; what is left to do afterwards waits in `todo`, a
stack of (step, arguments). When nothing waits and nobody has to decide, the turn is over.

Invariants: cards are never made or lost (hands, piles and discards add up to the decks); cash never goes below
0; `actor` decides, `seat` is on turn, and both are the same most of the time.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from engine.careers import actions as a
from engine.careers.registry import DECISIONS, STEPS, Work
from engine.careers.scores import outcome_of
from engine.careers.views import deal_anew, view_of
from engine.core.decisions import OVER
from engine.core.tables import TableGame

if TYPE_CHECKING:
    from engine.careers.table import Table

Step = tuple[int, ...]
_IDLE = Work.END_OF_TURN
_NOBODY: Sequence[int] = ()


class Careers(TableGame):
    """See the field list for what is what; amounts in pounds, happiness and fame in points."""

    __slots__ = (
        "arg", "begun", "bosses", "cash", "checkpoints", "deeds", "degrees", "doubles_run", "experience",
        "experience_discard", "experience_pile", "experience_top", "extra_turns", "fame", "formulas", "freed",
        "fresh", "gained", "happiness", "lost_turns", "may_retire", "offers_left", "opportunities_left",
        "opportunity", "opportunity_discard", "opportunity_pile", "opportunity_top", "overtime", "owed",
        "paydays", "policies", "reason", "round_end", "salary", "seat", "start", "todo", "trip", "trips",
        "turn", "via", "where", "winners",
    )  # fmt: skip
    system = "careers"
    actions = a.TABLE
    fields = (*TableGame.fields, *__slots__)
    decisions = DECISIONS

    table: "Table"
    # Who, when, what.
    seat: int
    start: int
    turn: int
    arg: Any
    todo: list[Step]
    begun: bool
    opportunities_left: int
    offers_left: int
    freed: int
    via: int
    doubles_run: int
    fresh: tuple[int, ...]
    gained: bool
    # Per seat.
    cash: list[int]
    salary: list[int]
    happiness: list[int]
    fame: list[int]
    where: list[int]
    policies: list[int]
    lost_turns: list[int]
    extra_turns: list[int]
    trip: list[int]
    paydays: list[int]
    experience: list[tuple[int, ...]]
    opportunity: list[tuple[int, ...]]
    degrees: list[int]
    trips: list[int]
    # The decks: a pile is drawn from `top` on.
    experience_pile: tuple[int, ...]
    experience_top: int
    experience_discard: tuple[int, ...]
    opportunity_pile: tuple[int, ...]
    opportunity_top: int
    opportunity_discard: tuple[int, ...]
    # Seldom changed.
    formulas: tuple[tuple[int, ...], ...]
    bosses: tuple[int, ...]
    deeds: tuple[tuple[int, ...], ...]
    owed: tuple[int, ...]
    checkpoints: tuple[tuple[int, int], ...]
    may_retire: int
    overtime: tuple[tuple[int, ...], ...]
    round_end: int
    winners: tuple[int, ...]
    reason: str

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.table = self.table
        new.rng = self.rng
        new.over = self.over
        new.actor = self.actor
        new.seat = self.seat
        new.start = self.start
        new.turn = self.turn
        new.decision = self.decision
        new.arg = self.arg
        new.todo = self.todo[:]
        new.begun = self.begun
        new.opportunities_left = self.opportunities_left
        new.offers_left = self.offers_left
        new.freed = self.freed
        new.via = self.via
        new.doubles_run = self.doubles_run
        new.fresh = self.fresh
        new.gained = self.gained
        new.cash = self.cash[:]
        new.salary = self.salary[:]
        new.happiness = self.happiness[:]
        new.fame = self.fame[:]
        new.where = self.where[:]
        new.policies = self.policies[:]
        new.lost_turns = self.lost_turns[:]
        new.extra_turns = self.extra_turns[:]
        new.trip = self.trip[:]
        new.paydays = self.paydays[:]
        new.experience = self.experience[:]
        new.opportunity = self.opportunity[:]
        new.degrees = self.degrees[:]
        new.trips = self.trips[:]
        new.experience_pile = self.experience_pile
        new.experience_top = self.experience_top
        new.experience_discard = self.experience_discard
        new.opportunity_pile = self.opportunity_pile
        new.opportunity_top = self.opportunity_top
        new.opportunity_discard = self.opportunity_discard
        new.formulas = self.formulas
        new.bosses = self.bosses
        new.deeds = self.deeds
        new.owed = self.owed
        new.checkpoints = self.checkpoints
        new.may_retire = self.may_retire
        new.overtime = self.overtime
        new.round_end = self.round_end
        new.winners = self.winners
        new.reason = self.reason
        return new

    def legal_actions(self) -> Sequence[int]:
        return DECISIONS.legal[self.decision](self)

    def host_actions(self) -> Sequence[int]:
        settings = self.table.settings
        running = settings.mode == "timed" and settings.clock == "host" and not self.over and self.round_end < 0
        return (a.TIME_UP,) if running else _NOBODY

    def apply_host(self, action: int) -> None:
        """`time is up`: the turn that is under way becomes the last."""
        self.round_end = self.turn

    def apply(self, action: int) -> None:
        decision = self.decision
        self.decision = OVER
        DECISIONS.resolve[decision](self, action)
        if not self.decision:
            self.advance()

    def advance(self) -> None:
        """Goes on until somebody has to decide or the game is over."""
        todo = self.todo
        while not self.decision and not self.over:
            if todo:
                step = todo.pop()
                STEPS[step[0]](self, *step[1:])
            else:
                STEPS[_IDLE](self)

    def ask(self, decision: int, actor: int, arg: Any = ()) -> None:
        """Makes `actor` face a decision next. `arg` is what the decision needs to know, a tuple."""
        self.decision = decision
        self.actor = actor
        self.arg = arg

    outcome = outcome_of
    view = view_of
    deal_unseen = deal_anew

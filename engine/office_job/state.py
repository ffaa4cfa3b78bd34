"""One game of Office Job: its fields, its clone, and the few lines that drive it.

Invariants: hands, personal decks, central deck, discard pile, areas and the card being played add up to the deck;
points are never below 0, ranks lie from 1 to 3; whoever has a C-Suite Skill in play has exactly one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from engine.core.decisions import OVER
from engine.core.tables import TableGame
from engine.office_job import actions as a
from engine.office_job.registry import DECISIONS, PHASES, RESUME
from engine.office_job.scores import outcome_of
from engine.office_job.views import deal_anew, view_of

if TYPE_CHECKING:
    from engine.office_job.table import Table

# A card in an area: design, how long it stays, and per lasting effect the seats that it reaches (bits).
Laid = tuple[int, int, tuple[int, ...]]


class OfficeJob(TableGame):
    """Cards are numbers of designs; hands are sorted."""

    __slots__ = (
        "areas", "card", "central", "chosen", "deck_left", "decks", "delegated", "discard", "doer", "drawn",
        "extra", "hands", "known", "last_drawn", "more", "must", "natural", "phase", "points", "rank", "reason",
        "running", "seat", "skilled", "status", "turn", "winners",
    )  # fmt: skip
    system = "office_job"
    actions = a.TABLE
    fields = (*TableGame.fields, *__slots__)
    decisions = DECISIONS

    table: "Table"
    phase: int
    turn: int
    winners: tuple[int, ...]
    reason: str
    # The turn: whose it is, the card just drawn (-1 none), the play still owed and further ones, abilities used,
    # points that the next gain brings on top, whether the last personal card was drawn.
    seat: int
    drawn: int
    must: bool
    more: int
    delegated: bool
    chosen: bool
    extra: int
    last_drawn: bool
    # The card being played (-1 none) and for whom; its effects when they wait for a choice: (card, doer, target,
    # next effect, recipients per effect, whether the target was hit, choices left).
    card: int
    doer: int
    running: tuple[Any, ...]
    # Per seat.
    points: list[int]
    natural: list[int]
    rank: list[int]
    hands: list[tuple[int, ...]]
    decks: list[tuple[int, ...]]
    deck_left: list[int]
    areas: list[tuple[Laid, ...]]
    status: list[int]
    skilled: int
    # Shared piles, top at the end; the top `known` cards of the central deck are known to all.
    central: list[int]
    known: int
    discard: list[int]

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.table = self.table
        new.rng = self.rng
        new.over = self.over
        new.actor = self.actor
        new.decision = self.decision
        new.phase = self.phase
        new.turn = self.turn
        new.winners = self.winners
        new.reason = self.reason
        new.seat = self.seat
        new.drawn = self.drawn
        new.must = self.must
        new.more = self.more
        new.delegated = self.delegated
        new.chosen = self.chosen
        new.extra = self.extra
        new.last_drawn = self.last_drawn
        new.card = self.card
        new.doer = self.doer
        new.running = self.running
        new.points = self.points[:]
        new.natural = self.natural[:]
        new.rank = self.rank[:]
        new.hands = self.hands[:]
        new.decks = self.decks[:]
        new.deck_left = self.deck_left[:]
        new.areas = self.areas[:]
        new.status = self.status[:]
        new.skilled = self.skilled
        new.central = self.central[:]
        new.known = self.known
        new.discard = self.discard[:]
        return new

    def legal_actions(self) -> Sequence[int]:
        return DECISIONS.legal[self.decision](self)

    def apply(self, action: int) -> None:
        decision, self.decision = self.decision, OVER
        DECISIONS.resolve[decision](self, action)
        if not self.decision:
            self.advance()

    def advance(self) -> None:
        """Goes on until somebody has to decide or the game is over."""
        while not self.decision and not self.over:
            if self.running:
                RESUME[0](self)
            else:
                PHASES[self.phase](self)

    def ask(self, decision: int, actor: int) -> None:
        """Makes `actor` face a decision next."""
        self.decision = decision
        self.actor = actor

    outcome = outcome_of
    view = view_of
    deal_unseen = deal_anew

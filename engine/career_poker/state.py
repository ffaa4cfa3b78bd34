"""One match of Career Poker: its fields and its clone.

Seats stay with their people all match long; `order` says who sits where (rule 11), so `actor` walks along `after`.
Invariants: hands, played cards and `aside` add up to the deck; in every deal a seat gets exactly one position.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from engine.career_poker import actions as a
from engine.career_poker.registry import DECISIONS
from engine.career_poker.scores import outcome_of
from engine.career_poker.views import deal_anew, view_of
from engine.core.tables import TableGame

if TYPE_CHECKING:
    from engine.career_poker.table import Table


class CareerPoker(TableGame):
    """Hands are packed ints, see engine.career_poker.cards."""

    __slots__ = (
        "active", "after", "aside", "deal", "dealer", "finished", "gave", "giving", "gone", "hands", "history",
        "left", "order", "owner", "place", "played", "reason", "size", "time_up", "top", "tricks", "turn",
        "value", "winners",
    )  # fmt: skip
    system = "career_poker"
    actions = a.TABLE
    fields = (*TableGame.fields, *__slots__)
    decisions = DECISIONS

    table: "Table"
    turn: int
    # The match: finishing orders so far (seats), seats that left for good (bits), whether the host stopped the time.
    history: tuple[tuple[int, ...], ...]
    gone: int
    time_up: bool
    winners: tuple[int, ...]
    reason: str
    # The deal: its number from 1, seats clockwise, the next seat of each, positions held (empty in a first deal).
    deal: int
    dealer: int
    order: tuple[int, ...]
    after: tuple[int, ...]
    place: tuple[int, ...]
    active: int
    finished: tuple[int, ...]
    left: tuple[int, ...]
    aside: int
    # Cards to return by choice: (seat, cards) still to come.
    giving: tuple[tuple[int, int], ...]
    # Per seat.
    hands: list[int]
    played: list[int]
    gave: list[int]
    tricks: list[int]
    # The trick: action on the table (-1 none), its size, its value (above 13: Jokers alone), who played it.
    top: int
    size: int
    value: int
    owner: int

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.table = self.table
        new.rng = self.rng
        new.over = self.over
        new.actor = self.actor
        new.decision = self.decision
        new.turn = self.turn
        new.history = self.history
        new.gone = self.gone
        new.time_up = self.time_up
        new.winners = self.winners
        new.reason = self.reason
        new.deal = self.deal
        new.dealer = self.dealer
        new.order = self.order
        new.after = self.after
        new.place = self.place
        new.active = self.active
        new.finished = self.finished
        new.left = self.left
        new.aside = self.aside
        new.giving = self.giving
        new.hands = self.hands[:]
        new.played = self.played[:]
        new.gave = self.gave[:]
        new.tricks = self.tricks[:]
        new.top = self.top
        new.size = self.size
        new.value = self.value
        new.owner = self.owner
        return new

    def legal_actions(self) -> Sequence[int]:
        return DECISIONS.legal[self.decision](self)

    def host_actions(self) -> Sequence[int]:
        """A player leaves (B19); the time is up, where there is a limit (rule 27)."""
        if self.over:
            return ()
        clock = (a.TIME_UP,) if self.table.settings.time_limit and not self.time_up else ()
        return (*clock, *(a.LEAVE[seat] for seat in range(self.table.seats) if not self.gone >> seat & 1))

    def apply(self, action: int) -> None:
        self.turn += 1
        DECISIONS.resolve[self.decision](self, action)

    def apply_host(self, action: int) -> None:
        from engine.career_poker.rules.matches import host

        host(self, action)

    outcome = outcome_of
    view = view_of
    deal_unseen = deal_anew

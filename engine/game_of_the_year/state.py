"""One game of Game of the Year: its fields, its clone, and the few lines that drive it.

An action is resolved by the decision that the state names; what is left to do afterwards waits in `todo`, a
stack of (step, arguments). When nothing waits and nobody has to decide, the turn is over.

Invariants: tokens of each type and Holiday Cards, in the bank and with the players, add up to the supply; money never
goes below 0; `actor` decides, `seat` is on turn, and both are the same most of the time.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from engine.core.decisions import OVER
from engine.core.tables import TableGame
from engine.game_of_the_year import actions as a
from engine.game_of_the_year.registry import DECISIONS, STEPS, Work
from engine.game_of_the_year.scores import outcome_of
from engine.game_of_the_year.views import deal_anew, view_of

if TYPE_CHECKING:
    from engine.game_of_the_year.table import Table

Step = tuple[int, ...]
_IDLE = Work.NEXT_TURN


class GameOfTheYear(TableGame):
    """Money in dollars; days as engine.game_of_the_year.board numbers them; sets of seats as bits."""

    __slots__ = (
        "arg", "arrivals", "bank", "began", "birth_months", "birthdays", "bought", "chain", "chance_pile",
        "chance_top", "chosen", "done", "hazard_pile", "hazard_top", "holiday_bank", "holidays", "lucky",
        "money", "moved", "passed", "reason", "revealed", "seat", "skips", "spins", "start", "todo", "tokens",
        "travelled", "turn", "where", "winners",
    )  # fmt: skip
    system = "game_of_the_year"
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
    # The turn: where it began, entries followed, spins to come, whether an entry moved the piece, a vacation or a
    # token was taken; the player whom `choice` means (-1 not chosen yet).
    began: int
    chain: int
    spins: int
    moved: bool
    travelled: bool
    bought: bool
    chosen: int
    # Per seat; `tokens` holds fame, family and Red Letter Day of seat 0, then of seat 1, ...
    where: list[int]
    money: list[int]
    tokens: list[int]
    holidays: list[int]
    skips: list[int]
    # Quarter ends: per seat those passed before (bits), per end how many have passed.
    passed: list[int]
    arrivals: list[int]
    lucky: tuple[int, ...]
    revealed: int
    birthdays: tuple[int, ...]
    birth_months: tuple[int, ...]
    done: int
    # The bank, and the decks: a pile is drawn from `top` on, what lies before it is the discard.
    bank: list[int]
    holiday_bank: int
    chance_pile: tuple[int, ...]
    chance_top: int
    hazard_pile: tuple[int, ...]
    hazard_top: int
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
        new.began = self.began
        new.chain = self.chain
        new.spins = self.spins
        new.moved = self.moved
        new.travelled = self.travelled
        new.bought = self.bought
        new.chosen = self.chosen
        new.where = self.where[:]
        new.money = self.money[:]
        new.tokens = self.tokens[:]
        new.holidays = self.holidays[:]
        new.skips = self.skips[:]
        new.passed = self.passed[:]
        new.arrivals = self.arrivals[:]
        new.lucky = self.lucky
        new.revealed = self.revealed
        new.birthdays = self.birthdays
        new.birth_months = self.birth_months
        new.done = self.done
        new.bank = self.bank[:]
        new.holiday_bank = self.holiday_bank
        new.chance_pile = self.chance_pile
        new.chance_top = self.chance_top
        new.hazard_pile = self.hazard_pile
        new.hazard_top = self.hazard_top
        new.winners = self.winners
        new.reason = self.reason
        return new

    def legal_actions(self) -> Sequence[int]:
        return DECISIONS.legal[self.decision](self)

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

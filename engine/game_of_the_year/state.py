"""Define the fields of a Game of the Year, the decisions that it may wait for, and the steps that may be pending.

An action is resolved by the decision that the state names; the steps left after it wait in `todo`, a stack of (step,
arguments). When nothing waits and nobody has to decide, the turn is over.

Invariants: tokens of each type and Holiday Cards, in the bank and with the players, add up to the supply; money never
goes below 0; `actor` decides, `seat` is on turn, and both are the same most of the time.
"""

from typing import Any

from engine.core.states import state
from engine.core.tables import ReportedGame
from engine.game_of_the_year.table import Table

Step = tuple[int, ...]


class Prompt:
    """Every decision of the game; the lower-case name selects the form of a web page."""

    OVER, PAGE, BUY_DAYS, PUSH, VACATION, BUY_TOKEN = range(6)
    TAKE_TOKEN, PAY_TOKEN, GIVE_TOKEN, SHIELD, CHOOSE_PLAYER, LUCKY = range(6, 12)


class Work:
    """Every step that can wait in `todo`."""

    NEXT_TURN, LANDED, OWN_DAYS_DONE, PUSHED, ENTRY, ENTRY_DONE, REST, VACATE, MOVE_OVER = range(9)
    OFFER_TOKEN, TAKE_TOKENS, CHARGE, PAY, GIVE, HAND_OVER, LOSE_TOKEN, RETURN_TOKEN, LOSE_HOLIDAY = range(9, 18)
    RETURN_HOLIDAY, CARD, FOLLOW, EFFECTS, EXTRA_SPIN, SET_UP, SPIN = range(18, 25)


@state
class State(ReportedGame):
    """A Game of the Year. Money is in dollars; days are as engine.game_of_the_year.board numbers them; sets of seats
    are bits.

    `arg` is what the decision needs to know: PAGE (result of the spin,), PUSH (place in the order of the seats,),
    TAKE_TOKEN (tokens to take,), PAY_TOKEN (payee, -1 the bank,), GIVE_TOKEN (receiver, kind), SHIELD the step that is
    waived or follows, CHOOSE_PLAYER (who follows, list of operations, place in it); else ().
    """

    table: Table
    # The turn and the decision.
    seat: int
    start: int
    turn: int
    arg: Any
    todo: list[Step]
    # The turn: where it began, entries followed, spins to come, whether an entry moved the piece, a vacation or a
    # token was taken; the player that `choice` means (-1 not chosen yet).
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

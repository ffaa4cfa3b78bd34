"""Define the fields of a Game of the Year, the decisions that it may wait for, and the steps that may be pending.

An action is resolved by the decision that the state names; the steps left after it wait in `todo`, a stack of (step,
arguments). When nothing waits and nobody has to decide, the turn is over.

Invariants: tokens of each type and Holiday Cards, in the bank and with the players, add up to the supply; money never
goes below 0; `actor` decides, `seat` is on turn, and both are the same most of the time.
"""

from typing import Any

from engine.core.states import state
from engine.core.tables import TableGame
from engine.game_of_the_year.table import Table

Step = tuple[int, ...]


class Prompt:
    """Every decision of the game; the lower-case name selects the form of a web page."""

    OVER = 0
    PAGE = 1
    BUY_DAYS = 2
    PUSH = 3
    VACATION = 4
    BUY_TOKEN = 5
    TAKE_TOKEN = 6
    PAY_TOKEN = 7
    GIVE_TOKEN = 8
    SHIELD = 9
    CHOOSE_PLAYER = 10
    LUCKY = 11


class Work:
    """Every step that can wait in `todo`."""

    NEXT_TURN = 0
    LANDED = 1
    OWN_DAYS_DONE = 2
    PUSHED = 3
    ENTRY = 4
    ENTRY_DONE = 5
    REST = 6
    VACATE = 7
    MOVE_OVER = 8
    OFFER_TOKEN = 9
    TAKE_TOKENS = 10
    CHARGE = 11
    PAY = 12
    GIVE = 13
    HAND_OVER = 14
    LOSE_TOKEN = 15
    RETURN_TOKEN = 16
    LOSE_HOLIDAY = 17
    RETURN_HOLIDAY = 18
    CARD = 19
    FOLLOW = 20
    EFFECTS = 21
    EXTRA_SPIN = 22
    SET_UP = 23
    SPIN = 24


@state
class State(TableGame):
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

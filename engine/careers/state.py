"""Define the fields of a game of Careers, what it may wait for, and which steps can be pending.

An action is resolved by the decision that the state names; the steps left after it wait in `todo`, a stack of (step,
arguments). When nothing waits and nobody has to decide, the turn is over.

Invariants: cards are never made or lost (hands, piles and discards add up to the decks); cash never goes below 0;
`actor` decides, `seat` is on turn, and both are the same most of the time.
"""

from typing import Any

from engine.careers.table import Table
from engine.core.states import state
from engine.core.tables import ReportedGame

Step = tuple[int, ...]


class Prompt:
    """Every decision of the game, followed by what `arg` holds; the lower-case name selects the form of a web page."""

    OVER = 0
    TURN = 1  # nothing
    MOVE = 2  # (UNDERWAY, AT_GATE or AT_GATE_DICE_ONLY,)
    AMOUNT_DIE = 3  # (dice, purpose, amount per pip)
    INSURANCE = 4  # (CASH, HAPPINESS, FAME or SALARY, amount)
    RENEWAL = 5  # nothing
    DEBT = 6  # (pounds, whether insurable), then what was offered in vain (see rules.asked)
    PAY_OR_LEAVE = 7  # (pounds,), 0 for a donation by one die
    BUY = 8  # nothing
    GAMBLE = 9  # nothing
    RIDE = 10  # nothing
    HOLIDAY = 11  # (pips, whether doubles)
    FREED_MOVE = 12  # (pips,)
    SHORTCUT = 13  # nothing
    DEGREE = 14  # nothing
    BUMP = 15  # (seats that refused to bargain, as bits,), then those that agreed and are left in peace
    BACKSTAB = 16  # (seats backstabbed already, as bits,)
    GIVE_UP_CARD = 17  # nothing
    # An offer while it is put together: (purpose, partner, given, hundreds, taken, hundreds); of several things (see
    # rules.bundles): (purpose, partner, what is given, what is asked). The purpose is (prompt, arg) that comes again,
    # and where it is not the first offer of the seat on turn, (prompt, arg, maker, how many may follow).
    GIVE = 18
    TAKE = 19
    SUM = 20
    ANSWER = 21
    FEE = 22  # the Pharmacists, seat by seat
    BOSS = 23  # nothing
    FORMULA = 24  # the parts written so far
    PLEA = 25  # (the mover's action,), then the `arg` of BUMP


class Work:
    """Every step that can wait in `todo`, followed by its arguments."""

    END_OF_TURN = 0  # never waits: it is what happens when nothing does
    LAND = 1  # seat
    AFTER_LANDING = 2  # seat, location
    EFFECTS = 3  # seat, location, number of the effect
    LEAVE_PATH = 4  # seat, path, spare pips
    START_TURN = 5  # seat
    RESUME = 6  # prompt, seat, its `arg`
    SET_UP = 7
    OWN_CARD = 8  # seat, kind of card, number of the operation


class Purpose:
    """The purpose of the pips of an amount."""

    BONUS, RAISE, PAY_PIPS, PAY_CASH, PAY_SALARY, LOSE_FAME, LOSE_HAPPINESS, LOSE_SALARY = range(8)
    FIRST_THROW, SECOND_THROW, HEARTS, STARS = range(8, 12)


@state
class State(ReportedGame):
    """A game of Careers. Amounts are in pounds, happiness and fame in points, cards by kind."""

    table: Table
    # The turn and the decision.
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

"""Define the fields of a match of Career Poker, and the decisions that it may wait for. Seats stay with their players
all match long; `order` is who sits where (rule 11), so `actor` walks along `after`. Invariants: hands, played cards and
`aside` add up to the deck; in every deal a seat gets exactly one position."""

from engine.career_poker.table import Table
from engine.core.states import state
from engine.core.tables import ReportedGame


class Prompt:
    """Every decision of the game; the lower-case name selects the form of a web page."""

    OVER, LEAD, FOLLOW, GIVE_BACK = range(4)


@state
class State(ReportedGame):
    """A match of Career Poker. Hands are packed ints, see engine.career_poker.cards."""

    table: Table
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
    # Cards out of play, and those among them that the dishwasher still gets after the exchange (B6).
    aside: int
    leftovers: int
    # Cards to return by choice: (seat, cards) still to come.
    giving: tuple[tuple[int, int], ...]
    # Per seat.
    hands: list[int]
    played: list[int]
    gave: list[int]
    tricks: list[int]
    # The trick: action on the table (-1 for no action), its size, its value (above 13: Jokers alone), who played it.
    top: int
    size: int
    value: int
    owner: int

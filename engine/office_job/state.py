"""Define the fields of a game of Office Job, the decisions that it may wait for, and the phases of a turn. Invariants:
hands, personal decks, central deck, discard pile, areas and the card being played add up to the deck; points are never
below 0, ranks lie from 1 to 3; a seat has at most one C-Suite Skill in play."""

from typing import Any

from engine.core.states import state
from engine.core.tables import ReportedGame
from engine.office_job.table import Table

# A card in an area: design, how long it stays, and per lasting effect the seats that it reaches (bits).
Laid = tuple[int, int, tuple[int, ...]]


class Prompt:
    """Every decision of the game; the lower-case name selects the form of a web page."""

    OVER, START, REPLACEMENT, PLAY, DELEGATE, TARGET, DISCARD, PICK_UP, CLEAR = range(9)


class Phase:
    """The phases of a turn, for moments when nobody has to decide."""

    BEGIN, START, DRAWN, PLAY, END = range(5)


@state
class State(ReportedGame):
    """A game of Office Job. Cards are numbers of designs; hands are sorted."""

    table: Table
    phase: int
    turn: int
    winners: tuple[int, ...]
    reason: str
    # The turn: whose it is, the card just drawn (-1 for no card), the play still owed and further ones, abilities used,
    # points that the next gain brings on top, whether the last personal card was drawn.
    seat: int
    drawn: int
    must: bool
    more: int
    delegated: bool
    chosen: bool
    extra: int
    last_drawn: bool
    # The card being played (-1 for no card) and its seat; its effects when they wait for a choice: (card, doer,
    # target, next effect, recipients per effect, whether the target was hit, choices left).
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

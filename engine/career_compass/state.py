"""Define the fields of a game of Career Compass, and the decisions that it may wait for. A round is one or more trials;
a trial is one throw, then the choices of players who hold few cards, then the comparison. Invariant: packs, stack and
the cards set aside are together the 33 cards."""

from engine.career_compass.table import Table
from engine.core.states import state
from engine.core.tables import ReportedGame


class Prompt:
    """Every decision of the game; the lower-case name selects the form of a web page."""

    OVER, THROW, READ, GIVE = range(4)


@state
class State(ReportedGame):
    """A game of Career Compass. Cards, skills and seats are numbers; a pack's top card comes first."""

    table: Table
    rounds: int
    trials: int
    joker: int
    packs: list[list[int]]
    stack: tuple[int, ...]
    aside: tuple[int, ...]
    # This round: the seats that play on for the stack.
    contenders: tuple[int, ...]
    # This trial: seats that may choose, seats still to be asked, places in the pack of what is read and given away.
    free: tuple[int, ...]
    asking: tuple[int, ...]
    picks: list[int]
    gifts: list[int]
    # The last reading aloud: skill, readers, their levels, joker levels (-1 not read), the seat that takes the
    # cards (-1 for nobody) or the tied seats.
    skill: int
    readers: tuple[int, ...]
    levels: tuple[int, ...]
    joker_levels: tuple[int, ...]
    taker: int
    tied: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

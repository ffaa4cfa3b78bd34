"""Put the values that many events of Careers carry into words."""

from engine.careers.state import State
from engine.careers.words import money, place_name
from engine.core.telling import Sentence, Teller, tell


def pounds(g: State, amount: int) -> str:
    """Return an amount in the currency of the board."""
    return money(g.table.board, amount)


def place(g: State, location: int) -> str:
    """Return the name of a square."""
    return place_name(g.table.board, location)


def path(g: State, index: int) -> str:
    """Return the name of an occupation path."""
    return g.table.board.paths[index].name


def at_place(text: str, why: str = "") -> Teller:
    """Return a teller of (seat, location); {place} in the text is the square, and the value `at` its number, by which
    pages draw the way."""

    def tells(g: State, reader: int | None, seat: int, location: int) -> Sentence:
        return tell(text, (seat,), why, place=place(g, location), at=location)

    return tells

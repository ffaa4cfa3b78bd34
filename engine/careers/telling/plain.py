"""Tell the same to everybody, in sentences that need nothing but names."""

from engine.careers.state import State
from engine.careers.words import place_name
from engine.core.telling import Sentence, Teller, tell


def plain(text: str, why: str = "") -> Teller:
    """Return a teller of an event that consists of seats alone."""

    def tells(g: State, reader: int | None, *seats: int) -> Sentence:
        return Sentence(text, seats, why)

    return tells


def at_place(text: str, why: str = "") -> Teller:
    """Return a teller of (seat, location); {place} in the text is the square, and the value `at` its number, by which
    pages draw the way."""

    def tells(g: State, reader: int | None, seat: int, location: int) -> Sentence:
        return tell(text, (seat,), why, place=place_name(g.table.board, location), at=location)

    return tells

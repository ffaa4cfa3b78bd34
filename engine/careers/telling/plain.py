"""Sentences that say the same to everybody and need nothing but names."""

from typing import Any

from engine.careers.state import State
from engine.careers.words import place_name
from engine.core.telling import Sentence, Teller


def plain(text: str, why: str = "") -> Teller:
    """A teller of an event that consists of seats alone."""

    def tell(g: State, reader: int | None, *seats: int) -> Sentence:
        return Sentence(text, seats, why)

    return tell


def at_place(text: str, why: str = "") -> Teller:
    """A teller of (seat, location); `PLACE` in the text is the square."""

    def tell(g: State, reader: int | None, seat: int, location: int) -> Sentence:
        return Sentence(text.replace("PLACE", place_name(g.table.board, location)), (seat,), why)

    return tell


def listed(parts: list[Any]) -> str:
    """ "a", "a and b", "a, b and c"."""
    words = [str(part) for part in parts]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def all_named(count: int) -> str:
    """Places for so many names: "{0}, {1} and {2}"."""
    return listed([f"{{{at}}}" for at in range(count)])

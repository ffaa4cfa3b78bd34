"""What each reader was told of a turn, kept once for all whom it says the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Game, Sentence
from engine.core.telling import Event

Told = dict[str, list[list[Any]]]
WATCHING = ""


def told_of(game: Game, events: Sequence[Event]) -> Told:
    """JSON-able: the sentences for who watches under "", and under a seat's number, from 0, those for its reader where
    they are others."""
    watching = _plain(game.told(events, None))
    found: Told = {WATCHING: watching}
    for seat in range(game.seats):
        own = _plain(game.told(events, seat))
        if own != watching:
            found[str(seat)] = own
    return found


def told_to(told: Mapping[str, Sequence[Sequence[Any]]], reader: int | None) -> list[Sentence]:
    """The sentences of one turn for a seat, from 0; None for who watches."""
    lines = told.get(WATCHING if reader is None else str(reader), told.get(WATCHING, ()))
    return [Sentence(text, tuple(seats), why) for text, seats, why in lines]


def _plain(sentences: Sequence[Sentence]) -> list[list[Any]]:
    return [[one.text, list(one.seats), one.why] for one in sentences]

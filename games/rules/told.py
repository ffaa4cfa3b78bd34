"""What each reader was told of a turn, kept once for all whom it says the same.

A sentence is kept as a row of its text, its seats, its clause, its values and its other number, without the last of
them where there is nothing in them; a value that is a sentence itself, as such a row. Texts are the keys of the site's
catalogues, so a page says them in its reader's language. Rows from before that have no values, and stay English."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Game, Sentence
from engine.core.telling import Event
from engine.said import Said, said

Told = dict[str, list[list[Any]]]
WATCHING = ""
_EMPTY: tuple[Any, ...] = ("", (), "", {}, "")


def told_of(game: Game, events: Sequence[Event]) -> Told:
    """JSON-able: the sentences for who watches under "", and under a seat's number, from 0, those for its reader where
    they are others."""
    watching = [_row(one) for one in game.told(events, None)]
    found: Told = {WATCHING: watching}
    for seat in range(game.seats):
        own = [_row(one) for one in game.told(events, seat)]
        if own != watching:
            found[str(seat)] = own
    return found


def told_to(told: Mapping[str, Sequence[Sequence[Any]]], reader: int | None) -> list[Sentence]:
    """The sentences of one turn for a seat, from 0; None for who watches."""
    return [_sentence(row) for row in told.get(WATCHING if reader is None else str(reader), told.get(WATCHING, ()))]


def _row(one: Sentence) -> list[Any]:
    row: list[Any] = [str(one.text), list(one.seats), one.why]
    if one.values:
        row.append({name: _value(value) for name, value in one.values.items()})
    if one.many:
        row.append(str(one.many))
    return row


def _value(value: Any) -> Any:
    """Words are a row too, most of them of a text alone."""
    if isinstance(value, Said):
        if not value.values:
            return [value.one]
        value = Sentence(value.one, values=value.values, many=value.many or "")
    return _row(value) if isinstance(value, Sentence) else value


def _sentence(row: Sequence[Any]) -> Sentence:
    if len(row) == 3:
        return Sentence(row[0], tuple(row[1]), row[2])
    text, seats, why, values, many = (*row, *_EMPTY[len(row) :])
    values = {name: _sentence(value) if isinstance(value, list) else value for name, value in values.items()}
    return Sentence(text, tuple(seats), why, values, many)


_KINDS = {
    "back": said("{0} takes the last choice back."),
    "replaced": said("A bot plays for {0}, who is absent."),
    "returned": said("{0} is back and plays on."),
    "resigned": said("{0} gives up. A bot plays to the end."),
    "paused": said("The game is paused."),
    "resumed": said("The game goes on."),
    "failed": said("The bot of {0} fails. Chance decides for it."),
}


def told_of_kind(kind: str, seat: int) -> Told:
    """What everybody is told of a turn that is no action of the game; `seat` from 0."""
    return {WATCHING: [[_KINDS[kind], [seat], ""]]}


def told_first(kind: str, seat: int, told: Told) -> Told:
    """Return what is told with one more sentence before it, for every reader; `seat` from 0."""
    [first] = told_of_kind(kind, seat)[WATCHING]
    return {reader: [first, *rows] for reader, rows in told.items()}

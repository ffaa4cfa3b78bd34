"""Store what each reader was told of a turn, once for all readers of the same text.

A sentence is stored as a row of its text, its seats, its clause, its values and its other number, without the last of
them if they are empty; a value that is itself a sentence is such a row. Texts are the keys of the site's catalogues, so
a page says them in its reader's language. Rows without values stay English.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Game, Sentence
from engine.core.telling import Event
from engine.translatable import Translatable, said

Told = dict[str, list[list[Any]]]
WATCHING = ""
_EMPTY: tuple[Any, ...] = ("", (), "", {}, "")


def told_of(game: Game, events: Sequence[Event]) -> Told:
    """Return the sentences, JSON-able: those of a spectator under "", and under a seat's number, from 0, those of its
    reader if they differ."""
    watching = [_row(sentence) for sentence in game.told(events, None)]
    by_reader: Told = {WATCHING: watching}
    for seat in range(game.seats):
        own = [_row(sentence) for sentence in game.told(events, seat)]
        if own != watching:
            by_reader[str(seat)] = own
    return by_reader


def told_to(by_reader: Mapping[str, Sequence[Sequence[Any]]], reader: int | None) -> list[Sentence]:
    """Return the sentences of one turn for a seat, from 0, or None for a spectator."""
    return [
        _sentence(row)
        for row in by_reader.get(WATCHING if reader is None else str(reader), by_reader.get(WATCHING, ()))
    ]


def _row(sentence: Sentence) -> list[Any]:
    """Return a sentence as a row."""
    row: list[Any] = [str(sentence.text), list(sentence.seats), sentence.why]
    if sentence.values:
        row.append({name: _value(value) for name, value in sentence.values.items()})
    if sentence.many:
        row.append(str(sentence.many))
    return row


def _value(value: Any) -> Any:
    """Return a value as a row if it is words, most of them only a text."""
    if isinstance(value, Translatable):
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
    "replaced": said("The others let a bot play for {0}, who is absent."),
    "returned": said("{0} is back and plays on."),
    "resigned": said("{0} gives up. A bot plays to the end."),
    "paused": said("All agreed: the game is paused."),
    "resumed": said("{0} lets the game go on."),
    "closed": said("The table was closed when the browsers had to show their parts."),
    "failed": said("The bot of {0} fails. Chance decides for it."),
}


_BY_THE_HOST = {
    "replaced": said("The host lets a bot play for {0}, whose time is over."),
    "resigned": said("The host gives up for {0}, who has not gone on. A bot plays to the end."),
    "paused": said("The host pauses the game."),
    "resumed": said("The host lets the game go on."),
}


def told_of_kind(kind: str, seat: int | None, *, by_host: bool = False) -> Told:
    """Return what everybody is told of a turn that is not an action of the game; `seat` from 0, None for the whole
    table."""
    sentence = _BY_THE_HOST[kind] if by_host else _KINDS[kind]
    return {WATCHING: [[sentence, [] if seat is None else [seat], ""]]}


_UNSHOWN = said("In seat {number} a browser did not show the part that it had announced, and the person left.")


def told_unshown(seat: int) -> Told:
    """Return what everybody is told of a seat, from 0, that kept its salt back; somebody else may sit there by then."""
    return {WATCHING: [[_UNSHOWN, [], "", {"number": seat + 1}]]}


_REWOUND = said("All agreed: the game goes back to move {number}.")


def told_rewound(actions: int) -> Told:
    """Return what everybody is told when the table goes back to after that many actions."""
    return {WATCHING: [[_REWOUND, [], "", {"number": actions}]]}


def told_first(kind: str, seat: int, by_reader: Told) -> Told:
    """Return the sentences `by_reader` with one more before them for every reader; `seat` from 0."""
    [first] = told_of_kind(kind, seat)[WATCHING]
    return {reader: [first, *rows] for reader, rows in by_reader.items()}

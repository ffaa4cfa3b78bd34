"""Tell each reader what happened, in their own words.

Rules note events while an action takes effect, when somebody listens (`Game.events`): a kind and what belongs to it. A
game's `telling` module has a function per kind that makes the sentence for a reader, a seat or None for a spectator,
and leaves out what that reader may not know. It knows only the constant table of the game: anything that changes is in
the event, so the same events are the same sentences whenever they are told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import translatable

Event = tuple[Any, ...]  # (kind, what belongs to it, ...)
_PLAYER = "{0}"
_SEATS = tuple(f"Seat {seat}" for seat in range(1, 101))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a game.

    `text` has {0}, {1}, ... where the players of `seats` (from 0) are named, and {name} where a value goes: a number,
    a name, `Translatable`, or a sentence with its own players. `many`: the text if the value `count` is not 1.
    `why`: the clause of the rule book or the reading, such as "rule 11" or "R44", or "" if the sentence says it all.
    """

    text: str
    seats: tuple[int, ...] = ()
    why: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""

    def named(self, names: Sequence[str]) -> str:
        """Return the sentence in English, with the players' names, one per seat of the table."""
        players = [names[seat] for seat in self.seats]
        if not self.values:
            return self.text.format(*players)
        values = {
            name: value.named(names) if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return (self.many if self.many and values["count"] != 1 else self.text).format(*players, **values)

    def spoken(self, names: Sequence[str]) -> str:
        """Return the sentence in the current reader's language (`engine.translatable`), with the players' names."""
        pattern = translatable.pattern_of(self.text, self.many or None, self.values.get("count", 0))
        values = {
            name: value.spoken(names) if isinstance(value, Sentence) else translatable.in_pattern(value)
            for name, value in self.values.items()
        }
        return pattern.format(*(names[seat] for seat in self.seats), **values)

    def __str__(self) -> str:
        return self.named(_SEATS)


def tell(text: str, seats: tuple[int, ...] = (), why: str = "", /, **values: Any) -> Sentence:
    """Return a sentence, such as `tell("{0} rolls {pips}.", (seat,), "R8", pips=7)`."""
    return Sentence(text, seats, why, values)


def tell_of(
    count: int, singular: str, plural: str, seats: tuple[int, ...] = (), why: str = "", /, **values: Any
) -> Sentence:
    """Return the form for the count: `tell_of(3, "{0} takes {count} card.", "{0} takes {count} cards.", (seat,))`."""
    return Sentence(singular, seats, why, {"count": count, **values}, plural)


def players(seats: Sequence[int]) -> str | Sentence:
    """Return the players of these seats as a list, "Ada, Bo and Cleo", for a value of a sentence."""
    return listed([Sentence(_PLAYER, (seat,)) for seat in seats])


def listed(parts: Sequence[str | Sentence]) -> str | Sentence:
    """Join parts as "a", "a and b" or "a, b and c"."""
    if len(parts) == 1:
        return parts[0]
    return tell("{names} and {last}", names=in_row(parts[:-1]), last=parts[-1])


def in_row(parts: Sequence[str | Sentence]) -> str | Sentence:
    """Join parts with commas, "a, b, c"."""
    if len(parts) == 1:
        return parts[0]
    values = {f"part_{number}": part for number, part in enumerate(parts)}
    text = ", ".join(f"{{{name}}}" for name in values)
    return Sentence(text, values=values)


# (game, reader, values of the event) -> the sentence, or None when the reader is told nothing.
Teller = Callable[..., Sentence | None]
# (game, value of the event) -> the value in a sentence.
Word = Callable[[Any, Any], Any]


def figure(game: Any, number: Any) -> Any:
    """Return a value of an event that a sentence says as it is."""
    return number


def plain(text: str, why: str = "", /, **words: Word) -> Teller:
    """Return a teller that tells everybody the same. Its events are seats, then a value for each word, in order."""

    def tells(game: Any, reader: int | None, *about: Any) -> Sentence:
        seats = len(about) - len(words)
        values = zip(words.items(), about[seats:], strict=True)
        return Sentence(text, about[:seats], why, {name: word(game, value) for (name, word), value in values})

    return tells


def plain_of(singular: str, plural: str, why: str = "") -> Teller:
    """Return a teller of seats and a count that tells everybody the same, in the form for the count."""

    def tells(game: Any, reader: int | None, *about: int) -> Sentence:
        return tell_of(about[-1], singular, plural, about[:-1], why)

    return tells


def sentences(game: Any, events: Sequence[Event], reader: int | None, tellers: Mapping[str, Teller]) -> list[Sentence]:
    """Return what `reader` is told of some events, in order. Raise KeyError for an event without a teller."""
    lines = (tellers[kind](game, reader, *about) for kind, *about in events)
    return [sentence for sentence in lines if sentence is not None]

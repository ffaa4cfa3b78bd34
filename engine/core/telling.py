"""What is said about what happened, to each reader in their own words.

Rules note events while an action takes effect, when somebody listens (`Game.events`): a kind and what belongs to it. A
game's `telling` module has a function per kind that makes the sentence for a reader, a seat or None for a spectator,
and leaves out what that reader may not know.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = tuple[Any, ...]  # (kind, what belongs to it, ...)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` has {0}, {1}, ... where the players of `seats` (from 0) are named. `why`: the clause of the rule book or
    the reading, such as "rule 11" or "R44", "" where the sentence says it all."""

    text: str
    seats: tuple[int, ...] = ()
    why: str = ""

    def named(self, names: Sequence[str]) -> str:
        """The sentence with the players' names, one per seat of the table."""
        return self.text.format(*(names[seat] for seat in self.seats))

    def __str__(self) -> str:
        return self.text.format(*(f"Seat {seat + 1}" for seat in self.seats))


# (game, reader, what belongs to the event) -> the sentence, None where the reader is told nothing.
Teller = Callable[..., Sentence | None]


def sentences(game: Any, events: Sequence[Event], reader: int | None, tellers: Mapping[str, Teller]) -> list[Sentence]:
    """What `reader` is told of some events, in order. Raises KeyError for an event that nobody tells."""
    told = (tellers[kind](game, reader, *about) for kind, *about in events)
    return [sentence for sentence in told if sentence is not None]

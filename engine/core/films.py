"""A game that was played, to be looked at again: opened once more, and played as far as somebody wants to see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.records import open_recorded, parse, play_keyed, revealed_key
from engine.core.system import System
from engine.core.telling import Event


@dataclass(frozen=True, slots=True)
class Frame:
    """What one action was: its `number` from 0, who played it, what happened. `game` stands after it, and goes on with
    the next frame."""

    number: int
    seat: int
    action: str
    events: list[Event]
    game: Game


@dataclass(frozen=True, slots=True)
class Film:
    """`opened`: the game before its first action, which stays so. `key`: where chance comes from; None where it is one
    chain from the seed that the game was opened from."""

    opened: Game
    actions: tuple[str, ...]
    key: bytes | None

    def frames(self) -> Iterator[Frame]:
        """Every action in order. Raises EngineError at the first that these rules do not allow."""
        game = self.opened.clone()
        for number, action in enumerate(self.actions):
            seat = game.seat_of(game.parse(action))
            events = game.play_aloud(action) if self.key is None else play_keyed(game, action, self.key, number)
            yield Frame(number, seat, action, events, game)

    def at(self, number: int) -> tuple[Game, Frame | None]:
        """The game after so many actions, and the last of them. Raises what `frames` raises."""
        last = None
        for last in self.frames() if number else ():
            if last.number + 1 == number:
                break
        return (last.game if last else self.opened.clone()), last


def film_of(lines: Iterable[str], systems: Mapping[str, System]) -> Film:
    """Return the film of a record; `records.replay` proves it. Raises BadRecord, OldRules, UnknownSystem,
    BadSeats or BadOptions."""
    entries = [(number, parse(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    head = entries[0][1] if entries else {}
    actions = tuple(str(entry["action"]) for _, entry in entries[1:] if "action" in entry)
    key = revealed_key(head, entries)
    return Film(open_recorded(head, systems, key), actions, key)

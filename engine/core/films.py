"""Show a game again that was played: open it once more, and play it up to any action."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.actions import HostAction, Move
from engine.core.game import Game
from engine.core.records import move_of, open_recorded, parse, play_keyed, revealed_key
from engine.core.system import System
from engine.core.telling import Event


@dataclass(frozen=True, slots=True)
class Frame:
    """One action: its `number` from 0, the seat that played it (None: the host), what happened. `game` is the state
    after it, and goes on with the next frame."""

    number: int
    seat: int | None
    action: Move
    events: list[Event]
    game: Game


@dataclass(frozen=True, slots=True)
class Film:
    """A played game. `opened`: the game before its first action, never changed. `key`: the source of chance, or None
    for one chain from the seed that the game was opened from."""

    opened: Game
    actions: tuple[Move, ...]
    key: bytes | None

    def frames(self) -> Iterator[Frame]:
        """Yield every action in order. Raise EngineError at the first that these rules do not allow."""
        game = self.opened.clone()
        for number, action in enumerate(self.actions):
            seat = None if isinstance(action, HostAction) else game.seat_of(game.parse(action))
            events = game.play_aloud(action) if self.key is None else play_keyed(game, action, self.key, number)
            yield Frame(number, seat, action, events, game)

    def at(self, number: int) -> tuple[Game, Frame | None]:
        """Return the game after `number` actions, and the last of these actions. Raise what `frames` raises."""
        last = None
        for last in self.frames() if number else ():
            if last.number + 1 == number:
                break
        return (last.game if last else self.opened.clone()), last


def film_of(lines: Iterable[str], systems: Mapping[str, System]) -> Film:
    """Return the film of a record; `records.replay` proves it. Raise BadRecord, OldRules, UnknownSystem,
    BadSeats or BadOptions."""
    entries = [(number, parse(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    head = entries[0][1] if entries else {}
    actions = tuple(move_of(number, entry) for number, entry in entries[1:] if "action" in entry)
    key = revealed_key(head, entries)
    return Film(open_recorded(head, systems, key), actions, key)

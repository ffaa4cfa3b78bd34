"""Write and replay game records: JSON Lines that anybody can replay.

The first line says format, game, rules version, seats, options and the commitment of the key that chance comes from
(engine.core.chance). Then one line per action: its text and its author, a seat or the host; after every 50 and at the
end the state's fingerprint; the outcome, if the game is over; last of all the key. A record altered anywhere no longer
replays.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.actions import HostAction, Move
from engine.core.chance import KEY_BYTES, KeyedChance, chance_before, commitment, key_of_seed
from engine.core.errors import BadRecord, EngineError
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.system import System
from engine.core.telling import Event

FORMAT = "corner-office-record/1"
HOST = "host"
INTERVAL = 50
# Parses a line as `json.loads` does, in half the time: records have many.
_BLANKS = " \t\n\r"
_read = json.JSONDecoder().raw_decode


class Recorder:
    """A game that is played and recorded. `lines` is the record so far; `key` is the source of chance, by default one
    that follows from `rng_seed`."""

    def __init__(
        self,
        system: System,
        seats: int,
        rng_seed: int = 0,
        options: Mapping[str, Any] | None = None,
        key: bytes | None = None,
    ) -> None:
        self.key = key_of_seed(rng_seed) if key is None else key
        self.game = system.new_game(seats, options=options, key=self.key)
        head = {"format": FORMAT, "game": system.key, "rules": system.version, "seats": seats}
        self.lines = [_line({**head, "options": self.game.setup, "commitment": commitment(self.key)})]
        self._played = 0
        self._closed = False

    def play(self, action: int | str | HostAction) -> list[Event]:
        """Play and record one action, and return what happened, for `Game.told`. Raise what `Game.play_aloud` raises,
        and then record nothing."""
        game = self.game
        if isinstance(action, HostAction):
            entry: dict[str, Any] = {"action": action.text, "by": HOST}
        else:
            number = game.parse(action) if isinstance(action, str) else action
            entry = {"action": game.describe(number), "seat": game.seat_of(number) + 1}
        events = play_keyed(game, action, self.key, self._played)
        self._played += 1
        self.lines.append(_line(entry))
        if game.over:
            self.stop()
        elif self._played % INTERVAL == 0:
            self._note_digest()
        return events

    def stop(self) -> None:
        """Close the record, finished or not, with the state's fingerprint, the outcome and the key."""
        if self._closed:
            return
        self._closed = True
        if self.game.over or self._played % INTERVAL:
            self._note_digest()
        outcome = self.game.outcome()
        if outcome is not None:
            self.lines.append(_line({"outcome": outcome.as_dict()}))
        self.lines.append(_line({"key": self.key.hex()}))

    def text(self) -> str:
        """Return the record as it goes into a file."""
        return "\n".join(self.lines) + "\n"

    def _note_digest(self) -> None:
        self.lines.append(_line({"digest": self.game.digest(), "after": self._played}))


def replay(lines: Iterable[str], systems: Mapping[str, System]) -> Outcome | None:
    """Replay a record, checking every line against the rules, and return its outcome, or None if it stops before the
    end. Raise BadRecord with the number of the first line that does not fit, UnknownSystem, BadSeats or BadOptions."""
    entries = [(number, parse(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    head = entries[0][1] if entries else {}
    if head.get("format") != FORMAT:
        raise BadRecord(f"Line 1 does not say the format {FORMAT}.")
    key = revealed_key(head, entries)
    game = open_recorded(head, systems, key)
    again = _RecordReplay(game, key)
    for number, entry in entries[1:-1]:
        again.read(number, entry)
    again.close(entries[-1][0])
    return game.outcome()


class _RecordReplay:
    """The lines of one record, checked against the game that they describe."""

    def __init__(self, game: Game, key: bytes) -> None:
        self.game, self.chance = game, KeyedChance(key)
        self.played, self.proved, self.claimed = 0, 0, False

    def read(self, number: int, entry: dict[str, Any]) -> None:
        if self.claimed:
            raise BadRecord(f"Line {number} stands after the outcome.")
        if "action" in entry:
            self.action(number, entry)
        elif "digest" in entry:
            self.digest(number, entry)
        elif "outcome" in entry:
            self.outcome(number, entry)
        else:
            raise BadRecord(f"Line {number} is neither an action, a fingerprint nor an outcome.")

    def action(self, number: int, entry: dict[str, Any]) -> None:
        if self.played - self.proved >= INTERVAL:
            raise BadRecord(f"Line {number}: a fingerprint is missing before it.")
        game, move = self.game, move_of(number, entry)
        try:
            if isinstance(move, HostAction):
                game.rng = self.chance.before(self.played)
                game.play_host(move)
            else:
                action = game.parse(move)
                seat = game.seat_of(action)
                compare(number, "seat", entry.get("seat"), seat + 1)
                game.rng = self.chance.before(self.played)
                game.play_as(seat, action)
        except BadRecord:
            raise
        except EngineError as error:
            raise BadRecord(f"Line {number}: {error}") from error
        self.played += 1

    def digest(self, number: int, entry: dict[str, Any]) -> None:
        if self.proved == self.played:
            raise BadRecord(f"Line {number}: a fingerprint too many.")
        compare(number, "fingerprint", (entry["digest"], entry.get("after")), (self.game.digest(), self.played))
        self.proved = self.played

    def outcome(self, number: int, entry: dict[str, Any]) -> None:
        outcome = self.game.outcome()
        compare(number, "outcome", entry["outcome"], outcome.as_dict() if outcome else None)
        self.claimed = True

    def close(self, number: int) -> None:
        if self.proved != self.played:
            raise BadRecord(f"Line {number}: a fingerprint is missing before it.")
        if self.game.over and not self.claimed:
            raise BadRecord("The game is over, but the record does not claim an outcome.")


def move_of(number: int, entry: Mapping[str, Any]) -> Move:
    """Return the action that a line names, by the author that it names. Raise BadRecord for a line without one."""
    text = str(entry["action"])
    if entry.get("by") == HOST and "seat" not in entry:
        return HostAction(text)
    if "by" in entry or type(entry.get("seat")) is not int:
        raise BadRecord(f"Line {number} does not say which seat played, or that the host did.")
    return text


def play_keyed(game: Game, action: int | str | HostAction, key: bytes, number: int) -> list[Event]:
    """Play action `number`, from 0, with the chance that belongs to it, and return what happened. Raise what
    `Game.play_aloud` raises; the game is then unchanged."""
    before, game.rng = game.rng, chance_before(key, number)
    try:
        return game.play_aloud(action)
    except EngineError:
        game.rng = before
        raise


def revealed_key(head: dict[str, Any], entries: list[tuple[int, dict[str, Any]]]) -> bytes:
    """Return the key in the last line. Raise BadRecord when it is not a key, or not the one committed to."""
    number, last = entries[-1]
    try:
        key = bytes.fromhex(str(last.get("key", "")))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadRecord(f"Line {number} does not reveal the key, 64 hexadecimal digits.")
    compare(1, "commitment", head.get("commitment"), commitment(key))
    return key


def open_recorded(head: dict[str, Any], systems: Mapping[str, System], key: bytes) -> Game:
    """Return the game that the first line opens. Raise BadRecord, OldRules, UnknownSystem, BadSeats or BadOptions."""
    for name in ("game", "rules", "seats", "options"):
        if name not in head:
            raise BadRecord(f"Line 1 lacks '{name}'.")
    system = systems[str(head["game"])]
    return system.new_game(head["seats"], options=system.options_of(head["rules"], head["options"]), key=key)


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False)


def compare(number: int, what: str, claimed: object, actual: object) -> None:
    """Raise BadRecord unless the line claims what the game has."""
    if claimed != actual:
        raise BadRecord(f"Line {number}: the {what} is {claimed} in the record, but {actual} in the game.")


def parse(number: int, line: str) -> dict[str, Any]:
    """Return a line as an object. Raise BadRecord."""
    text = line.strip(_BLANKS)
    try:
        entry, end = _read(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"Line {number} is not JSON.") from error
    if end != len(text):
        raise BadRecord(f"Line {number} is not JSON.")
    if not isinstance(entry, dict):
        raise BadRecord(f"Line {number} is not a JSON object.")
    return entry

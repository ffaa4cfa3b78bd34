"""Game records: JSON Lines that anybody can replay.

First line: format, game, rules version, seats, seed, options. Then one line per action: its text, the seat
that played it, and the raw 32-bit draws that chance gave while it took effect. At intervals a line with
the state's fingerprint. Last line: the outcome. A record that was altered anywhere no longer replays.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.errors import BadRecord, EngineError
from engine.core.game import Game, System
from engine.core.outcome import Outcome
from engine.core.rng import scaled, step

FORMAT = "corner-office-record/1"
INTERVAL = 50
# More draws than the longest action can need; only a damaged state would go on.
_MOST_DRAWS = 100_000


class Recorder:
    """Plays a game and writes down what happens. `lines` is the record so far."""

    def __init__(self, system: System, seats: int, rng_seed: int, options: Mapping[str, Any] | None = None) -> None:
        self.game = system.new_game(seats, rng_seed, options)
        head = {"format": FORMAT, "game": system.key, "rules": system.rules_version, "seats": seats}
        self.lines = [_line({**head, "seed": rng_seed, "options": self.game.setup})]
        self._played = 0

    def play(self, action: int | str) -> None:
        """Plays and notes one action. Raises what `Game.play` raises; nothing is noted then."""
        game = self.game
        seat, before = game.actor, game.rng
        number = game.parse(action) if isinstance(action, str) else action
        game.play(number)
        self._played += 1
        draws = draws_between(before, game.rng)
        self.lines.append(_line({"action": game.describe(number), "seat": seat + 1, "chance": draws}))
        outcome = game.outcome()
        if outcome is not None:
            self.lines.append(_line({"digest": game.digest(), "after": self._played}))
            self.lines.append(_line({"outcome": outcome.as_dict()}))
        elif self._played % INTERVAL == 0:
            self.lines.append(_line({"digest": game.digest(), "after": self._played}))

    def stop(self) -> None:
        """Closes the record of a game that is not over with a fingerprint of where it stands."""
        if not self.game.over and self._played % INTERVAL:
            self.lines.append(_line({"digest": self.game.digest(), "after": self._played}))

    def text(self) -> str:
        """The record as it goes into a file."""
        return "\n".join(self.lines) + "\n"


def draws_between(before: int, after: int) -> list[int]:
    """What the generator put out on the way from one state to another: 32-bit raw draws, in order."""
    draws: list[int] = []
    while before != after:
        before = step(before)
        draws.append(scaled(before, 1 << 32))
        if len(draws) > _MOST_DRAWS:
            raise BadRecord("The state of chance cannot be reached from the state before.")
    return draws


def replay(lines: Iterable[str], systems: Mapping[str, System]) -> Outcome | None:
    """Plays a record again, checking every line against the rules.

    Returns the outcome, or None for a record that stops before the end. Raises BadRecord with the number of
    the first line that does not fit, UnknownSystem, BadSeats or BadOptions.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    game = _opening(_parse(number, first), systems)
    played, claimed = 0, False
    for number, line in numbered:
        entry = _parse(number, line)
        if claimed:
            raise BadRecord(f"Line {number} stands after the outcome.")
        if "action" in entry:
            _replay_action(game, entry, number)
            played += 1
        elif "digest" in entry:
            _compare(number, "fingerprint", (entry["digest"], entry.get("after")), (game.digest(), played))
        elif "outcome" in entry:
            outcome = game.outcome()
            _compare(number, "outcome", entry["outcome"], outcome.as_dict() if outcome else None)
            claimed = True
        else:
            raise BadRecord(f"Line {number} is neither an action, a fingerprint nor an outcome.")
    if game.over and not claimed:
        raise BadRecord("The game is over, but the record does not claim an outcome.")
    return game.outcome()


def _opening(head: dict[str, Any], systems: Mapping[str, System]) -> Game:
    if head.get("format") != FORMAT:
        raise BadRecord(f"Line 1 does not say the format {FORMAT}.")
    for key in ("game", "rules", "seats", "seed", "options"):
        if key not in head:
            raise BadRecord(f"Line 1 lacks '{key}'.")
    system = systems[head["game"]]
    if head["rules"] != system.rules_version:
        raise BadRecord(
            f"The record was played by rules version {head['rules']}; this is version {system.rules_version}."
        )
    if isinstance(head["seed"], bool) or not isinstance(head["seed"], int):
        raise BadRecord("Line 1: the seed is no whole number.")
    return system.new_game(head["seats"], head["seed"], head["options"])


def _replay_action(game: Game, entry: dict[str, Any], number: int) -> None:
    _compare(number, "seat", entry.get("seat"), game.actor + 1)
    before = game.rng
    try:
        game.play(str(entry["action"]))
    except EngineError as error:
        raise BadRecord(f"Line {number}: {error}") from error
    _compare(number, "chance", entry.get("chance"), draws_between(before, game.rng))


def _compare(number: int, what: str, claimed: object, found: object) -> None:
    if claimed != found:
        raise BadRecord(f"Line {number}: the {what} is {claimed} in the record, but {found} in the game.")


def _parse(number: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"Line {number} is no JSON.") from error
    if not isinstance(entry, dict):
        raise BadRecord(f"Line {number} is no JSON object.")
    return entry


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False)

"""Records of format 1: chance is one chain from the seed of the first line, and every action's line holds its raw
draws."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.errors import BadRecord, EngineError
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.rng import scaled, step
from engine.core.system import System

FORMAT_1 = "corner-office-record/1"
# More draws than the longest action can need; only a damaged state would go on.
_MOST_DRAWS = 100_000
# What `json.loads` does to a line, in half its time: records have many.
_BLANKS = " \t\n\r"
_read = json.JSONDecoder().raw_decode


def open_old(head: Mapping[str, Any], systems: Mapping[str, System]) -> Game:
    """The game that the first line opens. Raises BadRecord, UnknownSystem, BadSeats or BadOptions."""
    for key in ("game", "rules", "seats", "seed", "options"):
        if key not in head:
            raise BadRecord(f"Line 1 lacks '{key}'.")
    system = systems[str(head["game"])]
    if isinstance(head["seed"], bool) or not isinstance(head["seed"], int):
        raise BadRecord("Line 1: the seed is no whole number.")
    return system.new_game(head["seats"], head["seed"], system.options_of(head["rules"], head["options"]))


def replay_old(game: Game, entries: Sequence[tuple[int, dict[str, Any]]]) -> Outcome | None:
    """Plays all lines but the first again; None for a record that stops before the end. Raises BadRecord."""
    played, claimed = 0, False
    for number, entry in entries:
        if claimed:
            raise BadRecord(f"Line {number} stands after the outcome.")
        if "action" in entry:
            _replay_action(game, entry, number)
            played += 1
        elif "digest" in entry:
            compare(number, "fingerprint", (entry["digest"], entry.get("after")), (game.digest(), played))
        elif "outcome" in entry:
            outcome = game.outcome()
            compare(number, "outcome", entry["outcome"], outcome.as_dict() if outcome else None)
            claimed = True
        else:
            raise BadRecord(f"Line {number} is neither an action, a fingerprint nor an outcome.")
    if game.over and not claimed:
        raise BadRecord("The game is over, but the record does not claim an outcome.")
    return game.outcome()


def draws_between(before: int, after: int) -> list[int]:
    """What the generator put out on the way from one state to another: 32-bit raw draws, in order."""
    draws: list[int] = []
    while before != after:
        before = step(before)
        draws.append(scaled(before, 1 << 32))
        if len(draws) > _MOST_DRAWS:
            raise BadRecord("The state of chance cannot be reached from the state before.")
    return draws


def compare(number: int, what: str, claimed: object, found: object) -> None:
    """Raises BadRecord where a line claims another thing than the game."""
    if claimed != found:
        raise BadRecord(f"Line {number}: the {what} is {claimed} in the record, but {found} in the game.")


def parse(number: int, line: str) -> dict[str, Any]:
    """A line as an object. Raises BadRecord."""
    text = line.strip(_BLANKS)
    try:
        entry, end = _read(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"Line {number} is no JSON.") from error
    if end != len(text):
        raise BadRecord(f"Line {number} is no JSON.")
    if not isinstance(entry, dict):
        raise BadRecord(f"Line {number} is no JSON object.")
    return entry


def _replay_action(game: Game, entry: dict[str, Any], number: int) -> None:
    compare(number, "seat", entry.get("seat"), game.actor + 1)
    before = game.rng
    try:
        game.play(str(entry["action"]))
    except EngineError as error:
        raise BadRecord(f"Line {number}: {error}") from error
    compare(number, "chance", entry.get("chance"), draws_between(before, game.rng))

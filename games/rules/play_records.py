"""The record of a play: one line that proves where its key comes from, then the engine's record of the game."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import SYSTEMS, BadRecord, Outcome, replay
from engine.core.records import Recorder
from games.rules.fair_chance import commitment_to, is_salt, key_of, proof_of

FORMAT = "corner-office-play/1"


def game_record(system: str, seats: int, setup: Mapping[str, Any], key: bytes, actions: Iterable[str]) -> str:
    """The engine's record, from its actions. Raises EngineError for actions that are not those of this game."""
    recorder = Recorder(SYSTEMS[system], seats, options=setup, key=key)
    for action in actions:
        recorder.play(action)
    recorder.stop()
    return recorder.text()


def play_record(secret: bytes, salts: Sequence[str], record: str) -> str:
    """JSON Lines that anybody can prove, see `prove`."""
    return json.dumps({"format": FORMAT, **proof_of(secret, salts)}) + "\n" + record


def prove(lines: Sequence[str], *, published: str = "") -> Outcome | None:
    """How the play ended, None where it stopped before the end. `published`: the commitment that was shown beforehand,
    where it is known. Raises BadRecord, with a sentence, for whatever does not fit, and EngineError."""
    head = _head(lines[0] if lines else "")
    try:
        secret, salts = bytes.fromhex(str(head["secret"])), [str(salt) for salt in head["salts"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord("Line 1 does not reveal the secret and the salts.") from error
    if head.get("commitment") != commitment_to(secret):
        raise BadRecord("Line 1: the secret is not the one that its commitment stands for.")
    if published and published != head["commitment"]:
        raise BadRecord("Line 1: the commitment is not the one that was published.")
    if not all(is_salt(salt) for salt in salts):
        raise BadRecord("Line 1: a salt is 32 hexadecimal digits.")
    outcome = replay(lines[1:])
    told = json.loads(lines[1])
    if told["seats"] != len(salts):
        raise BadRecord("Line 1: there is not one salt for each seat.")
    if _revealed(lines) != key_of(secret, salts).hex():
        raise BadRecord("The key of the game does not follow from the secret and the salts.")
    return outcome


def _head(line: str) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except ValueError as error:
        raise BadRecord("Line 1 is no JSON.") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadRecord(f"Line 1 does not say the format {FORMAT}.")
    return head


def _revealed(lines: Sequence[str]) -> object:
    last = next(line for line in reversed(lines) if line.strip())
    return json.loads(last).get("key")

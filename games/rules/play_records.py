"""Write and prove the record of a play, JSON Lines that anybody can prove.

Line 1 says the format, reveals the secret, the salts and the hashes that were given for them, and has the digest of all
lines after it. Then comes a line for every turn that the game as it stands is not made of: those that were taken back,
those that took them back, and those that only say who plays on. The rest is the engine's record of the game, whose
actions are the other turns.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from engine import SYSTEMS, BadRecord, EngineError, Game, Outcome, replay
from engine.core.chance import chance_before
from engine.core.films import Film, film_of
from engine.core.records import Recorder, parse, play_keyed
from games.rules.fair_chance import commitment_to, is_bound, is_hash, is_salt, key_of, proof_of

FORMAT = "corner-office-play/1"
ACT, BACK = "act", "back"
REPLACED, RETURNED, RESIGNED = "replaced", "returned", "resigned"
WHO_PLAYS = (REPLACED, RETURNED, RESIGNED, "paused", "resumed")


class TurnLine(NamedTuple):
    """A turn of a play, `seat` from 0. `back_to`: how many actions a BACK went back to. `by`: who sent it, and `at`
    which time."""

    number: int
    seat: int
    kind: str
    action: str
    back_to: int | None
    by: int | None = None
    at: datetime | None = None


class _Stands(NamedTuple):
    """An action that stands: the seat that played it, the game before it, and whether chance fell."""

    seat: int
    before: Game
    drew: bool


def that_stand(turns: Iterable[TurnLine]) -> list[TurnLine]:
    """Return the turns that the game as it stands is made of, one per action, in order."""
    stand: list[TurnLine] = []
    for turn in turns:
        if turn.kind == ACT:
            stand.append(turn)
        elif turn.back_to is not None:
            del stand[turn.back_to :]
    return stand


def game_record(system: str, seats: int, setup: Mapping[str, Any], key: bytes, actions: Iterable[str]) -> str:
    """Return the engine's record, from its actions. Raise EngineError for actions that are not those of this game."""
    recorder = Recorder(SYSTEMS[system], seats, options=setup, key=key)
    for action in actions:
        recorder.play(action)
    recorder.stop()
    return recorder.text()


def play_record(
    secret: bytes, salts: Sequence[str], hashes: Sequence[str], turns: Sequence[TurnLine], record: str
) -> str:
    """Return the record of a play, see `prove`. `record`: the engine's, of the turns that stand."""
    stand = {turn.number for turn in that_stand(turns)}
    beside = [_line(turn) for turn in turns if turn.number not in stand]
    rest = "".join(f"{line}\n" for line in beside) + record
    return f"{json.dumps({'format': FORMAT, **proof_of(secret, salts, hashes), 'digest': digest_of(rest)})}\n{rest}"


def digest_of(rest: str) -> str:
    """Return SHA-256 of all lines after the first, each with its end, 64 hexadecimal digits."""
    return hashlib.sha256(rest.encode()).hexdigest()


def _line(turn: TurnLine) -> str:
    entry: dict[str, Any] = {"turn": turn.number, "seat": turn.seat + 1, "kind": turn.kind}
    if turn.kind == ACT:
        entry["action"] = turn.action
    if turn.back_to is not None:
        entry["back_to"] = turn.back_to
    return json.dumps(entry, ensure_ascii=False)


def prove(lines: Sequence[str], *, published: str = "", hashes: Sequence[str] | None = None) -> Outcome | None:
    """Return how the play ended, or None if it stopped before the end. Raise BadRecord, with a sentence, for anything
    that does not fit, and EngineError.

    `published` and `hashes`, if known: the commitment, and the hash of the salt of each seat, that were public before
    the play.
    """
    head = _head(lines[0] if lines else "")
    try:
        secret, salts = bytes.fromhex(str(head["secret"])), [str(salt) for salt in head["salts"]]
        given = [str(salt_hash) for salt_hash in head["hashes"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord("Line 1 does not reveal the secret, the salts and their hashes.") from error
    if head["secret"] != secret.hex() or head.get("commitment") != commitment_to(secret):
        raise BadRecord("Line 1: the secret is not the one that its commitment stands for.")
    if published and published != head["commitment"]:
        raise BadRecord("Line 1: the commitment is not the one that was published.")
    if not all(is_salt(salt) for salt in salts):
        raise BadRecord("Line 1: a salt is 32 hexadecimal digits.")
    _prove_salts(secret, salts, given, given if hashes is None else list(hashes))
    rest = [line for line in lines[1:] if line.strip()]
    beside = list(takewhile(lambda line: '"turn"' in line, rest))
    record = rest[len(beside) :]
    outcome = replay(record)
    film = film_of(record, SYSTEMS)
    if film.opened.seats != len(salts):
        raise BadRecord("Line 1: there is not one salt for each seat.")
    if film.key != key_of(secret, salts):
        raise BadRecord("The key of the game does not follow from the secret and the salts.")
    if beside:
        _prove_turns(_merged([_read(at, line) for at, line in enumerate(beside, 2)], film), film)
    if head.get("digest") != digest_of("".join(f"{line}\n" for line in rest)):
        raise BadRecord("Line 1: the digest is not that of the lines after it.")
    return outcome


def _prove_salts(secret: bytes, salts: list[str], given: list[str], published: list[str]) -> None:
    """Raise BadRecord unless the salts follow from their hashes, and these are the published ones."""
    if len(given) != len(salts) or not all(entry == "" or is_hash(entry) for entry in given):
        raise BadRecord("Line 1: there is not one hash, of 64 hexadecimal digits or empty, for each salt.")
    if given != published:
        raise BadRecord("Line 1: the hashes of the salts are not those that were published.")
    for seat, (salt, salt_hash) in enumerate(zip(salts, given, strict=True), start=1):
        if not is_bound(secret, seat, salt, salt_hash):
            raise BadRecord(f"Line 1: the salt of seat {seat} follows neither from its hash nor from the secret.")


def _head(line: str) -> dict[str, Any]:
    head = parse(1, line)
    if head.get("format") != FORMAT:
        raise BadRecord(f"Line 1 does not say the format {FORMAT}.")
    return head


def _read(at: int, line: str) -> TurnLine:
    """Read a line as a turn. Raise BadRecord for anything but a turn that may stand beside the game."""
    entry = parse(at, line)
    number, seat, kind = entry.get("turn"), entry.get("seat"), entry.get("kind")
    action, back_to = entry.get("action", ""), entry.get("back_to")
    fits = type(back_to) is int if kind == BACK else back_to is None
    if type(number) is not int or type(seat) is not int or type(kind) is not str or type(action) is not str or not fits:
        raise BadRecord(f"Line {at} is no turn.")
    if kind not in (ACT, BACK, *WHO_PLAYS) or bool(action) != (kind == ACT):
        raise BadRecord(f"Line {at} is no turn.")
    return TurnLine(number, seat - 1, kind, action, back_to)


def _merged(beside: Sequence[TurnLine], film: Film) -> list[TurnLine]:
    """Return all turns in order: the actions of the game have the numbers that those beside it leave free."""
    merged: list[TurnLine] = []
    others = iter(beside)
    waiting = next(others, None)
    for frame in film.frames():
        while waiting and waiting.number == len(merged):
            merged.append(waiting)
            waiting = next(others, None)
        merged.append(TurnLine(len(merged), frame.seat, ACT, frame.action, None))
    while waiting and waiting.number == len(merged):
        merged.append(waiting)
        waiting = next(others, None)
    if waiting:
        raise BadRecord(f"Turn {waiting.number} is not where its number says.")
    return merged


def _prove_turns(turns: Sequence[TurnLine], film: Film) -> None:
    """Play every turn, including those that were taken back. Raise BadRecord."""
    assert film.key is not None
    if [turn.action for turn in that_stand(turns)] != list(film.actions):
        raise BadRecord("The turns that were not taken back are not those of the game.")
    game, stand = film.opened.clone(), list[_Stands]()
    for turn in turns:
        if turn.kind == BACK:
            game = _taken_back(turn, stand)
        elif not 0 <= turn.seat < game.seats:
            raise BadRecord(f"Turn {turn.number}: there is no such seat.")
        elif turn.kind == ACT:
            before, number = game.clone(), len(stand)
            _play(turn, game, film.key, number)
            stand.append(_Stands(turn.seat, before, game.rng != chance_before(film.key, number)))


def _play(turn: TurnLine, game: Game, key: bytes, number: int) -> None:
    try:
        seat = game.seat_of(game.parse(turn.action))
        play_keyed(game, turn.action, key, number)
    except EngineError as error:
        raise BadRecord(f"Turn {turn.number}: {error}") from error
    if turn.seat != seat:
        raise BadRecord(f"Turn {turn.number}: seat {turn.seat + 1} was not at turn.")


def _taken_back(turn: TurnLine, stand: list[_Stands]) -> Game:
    """Return the game before a choice that was taken back. Raise BadRecord for another's choice, and for one in which
    chance fell."""
    assert turn.back_to is not None
    if not 0 <= turn.back_to < len(stand):
        raise BadRecord(f"Turn {turn.number}: there is nothing to take back there.")
    first = stand[turn.back_to]
    if first.seat != turn.seat:
        raise BadRecord(f"Turn {turn.number}: that choice was not seat {turn.seat + 1}'s.")
    if any(action.drew for action in stand[turn.back_to :]):
        raise BadRecord(f"Turn {turn.number}: chance had fallen, so nothing can be taken back.")
    del stand[turn.back_to :]
    return first.before

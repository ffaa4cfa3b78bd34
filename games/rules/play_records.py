"""Write and prove the record of a play, JSON Lines that anybody can prove.

Line 1 says the format, reveals the secret, the salts and the hashes that were given for them, and has the digest of all
lines after it. Then a line follows for every other turn, with its author: turns taken back, turns that took them back,
and turns that only say who plays on. The rest is the engine's record of the game, whose actions are the other turns;
each names the seat that played it, or the host.

The format has the next number if the table went back together, so that an older reader refuses the record by line 1.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from types import NoneType
from typing import Any, NamedTuple

from engine import SYSTEMS, BadRecord, EngineError, Game, HostAction, Move, Outcome, replay
from engine.core.chance import chance_before
from engine.core.films import Film, Frame, film_of
from engine.core.records import Recorder, parse, play_keyed
from games.rules.clocks import TIME_UP
from games.rules.fair_chance import commitment_to, is_bound, is_hash, is_salt, key_of, proof_of

FORMAT, FORMAT_WITH_REWINDS = "corner-office-play/1", "corner-office-play/2"
ACT, BACK = "act", "back"
REPLACED, RETURNED, RESIGNED, PAUSED, RESUMED = "replaced", "returned", "resigned", "paused", "resumed"
UNSHOWN, CLOSED, REWOUND = "unshown", "closed", "rewound"
PERSON, BOT, SITE, HOST = "person", "bot", "site", "host"
# Who can be the author of a turn, by its kind.
AUTHORS: Mapping[str, tuple[str, ...]] = {
    ACT: (PERSON, BOT, SITE, HOST),
    BACK: (PERSON,),
    REPLACED: (PERSON, HOST),
    RETURNED: (PERSON,),
    RESIGNED: (PERSON, HOST),
    PAUSED: (PERSON, HOST),
    RESUMED: (PERSON, HOST),
    UNSHOWN: (PERSON,),
    CLOSED: (PERSON,),
    REWOUND: (HOST,),
}


class TurnLine(NamedTuple):
    """A turn of a play, `seat` from 0, None for what the host does to the whole table. `author` is one of AUTHORS.
    `back_to`: how many actions a BACK or REWOUND went back to. `by`: the account of a PERSON, and `at` which time."""

    number: int
    seat: int | None
    kind: str
    action: str
    back_to: int | None
    author: str = PERSON
    by: int | None = None
    at: datetime | None = None

    @property
    def move(self) -> Move:
        """Return the action as its author enters it."""
        return HostAction(self.action) if self.author == HOST else self.action


class _Stands(NamedTuple):
    """An action that stands: the seat that played it (None: the host), the game before it, and whether chance fell."""

    seat: int | None
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


def game_record(system: str, seats: int, setup: Mapping[str, Any], key: bytes, actions: Iterable[Move]) -> str:
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
    head = {"format": format_of(turns), **proof_of(secret, salts, hashes), "digest": digest_of(rest)}
    return f"{json.dumps(head)}\n{rest}"


def format_of(turns: Iterable[TurnLine]) -> str:
    """Return the format of a record of these turns."""
    return FORMAT_WITH_REWINDS if any(turn.kind == REWOUND for turn in turns) else FORMAT


def digest_of(rest: str) -> str:
    """Return SHA-256 of all lines after the first, each with its end, 64 hexadecimal digits."""
    return hashlib.sha256(rest.encode()).hexdigest()


def _line(turn: TurnLine) -> str:
    entry: dict[str, Any] = {"turn": turn.number, "kind": turn.kind, "by": turn.author}
    if turn.seat is not None:
        entry["seat"] = turn.seat + 1
    if turn.kind == ACT:
        entry["action"] = turn.action
    if turn.back_to is not None:
        entry["back_to"] = turn.back_to
    return json.dumps(entry, ensure_ascii=False)


def prove(lines: Sequence[str], *, published: str = "", hashes: Sequence[str] | None = None) -> Outcome | None:
    """Return how the play ended, or None if it stopped before the end. Raise BadRecord, with a sentence, for anything
    that does not fit, and EngineError. `published` and `hashes`, if known: the commitment, and the hash of the salt of
    each seat, that were public before the play."""
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
    if any(isinstance(move, HostAction) and move != TIME_UP for move in film.actions):
        raise BadRecord("The host of a game on the site calls time, and does nothing else.")
    if film.opened.seats != len(salts):
        raise BadRecord("Line 1: there is not one salt for each seat.")
    if film.key != key_of(secret, salts):
        raise BadRecord("The key of the game does not follow from the secret and the salts.")
    lines_beside = [_read(at, line) for at, line in enumerate(beside, 2)]
    if head["format"] != format_of(lines_beside):
        raise BadRecord(f"Line 1 does not say the format {format_of(lines_beside)}.")
    if beside:
        _prove_turns(_merged(lines_beside, film), film)
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
    if head.get("format") not in (FORMAT, FORMAT_WITH_REWINDS):
        raise BadRecord(f"Line 1 does not say the format {FORMAT}.")
    return head


def _read(at: int, line: str) -> TurnLine:
    """Read a line as a turn. Raise BadRecord for anything but a turn that may stand beside the game."""
    entry = parse(at, line)
    number, seat, kind, author = (entry.get(name) for name in ("turn", "seat", "kind", "by"))
    action, back_to = entry.get("action", ""), entry.get("back_to")
    fits = type(back_to) is int if kind in (BACK, REWOUND) else back_to is None
    if type(number) is not int or type(kind) is not str or type(author) is not str or type(action) is not str:
        raise BadRecord(f"Line {at} is not a turn.")
    if not fits or kind not in AUTHORS or bool(action) != (kind == ACT):
        raise BadRecord(f"Line {at} is not a turn.")
    if author not in AUTHORS[kind] or type(seat) is not (NoneType if _is_of_the_table(kind, author) else int):
        raise BadRecord(f"Line {at} does not say who did it.")
    return TurnLine(number, None if seat is None else seat - 1, kind, action, back_to, author)


def _is_of_the_table(kind: str, author: str) -> bool:
    return kind == CLOSED or (author == HOST and kind in (ACT, PAUSED, RESUMED, REWOUND))


def _merged(beside: Sequence[TurnLine], film: Film) -> list[TurnLine]:
    """Return all turns in order: the actions of the game have the numbers that those beside it leave free."""
    merged: list[TurnLine] = []
    others = iter(beside)
    waiting = next(others, None)
    for frame in film.frames():
        while waiting and waiting.number == len(merged):
            merged.append(waiting)
            waiting = next(others, None)
        merged.append(_line_of(frame, len(merged)))
    while waiting and waiting.number == len(merged):
        merged.append(waiting)
        waiting = next(others, None)
    if waiting:
        raise BadRecord(f"Turn {waiting.number} is not where its number says.")
    return merged


def _line_of(frame: Frame, number: int) -> TurnLine:
    """Return an action of the game as a turn; which author of a seat played it, the game does not know."""
    if isinstance(frame.action, HostAction):
        return TurnLine(number, None, ACT, frame.action.text, None, HOST)
    return TurnLine(number, frame.seat, ACT, frame.action, None)


def _prove_turns(turns: Sequence[TurnLine], film: Film) -> None:
    """Play every turn, including turns that were taken back. Raise BadRecord."""
    assert film.key is not None
    if [turn.move for turn in that_stand(turns)] != list(film.actions):
        raise BadRecord("The turns that were not taken back are not those of the game.")
    game, stand = film.opened.clone(), list[_Stands]()
    for turn in turns:
        if turn.kind in (BACK, REWOUND):
            game = _taken_back(turn, stand)
        elif turn.seat is not None and not 0 <= turn.seat < game.seats:
            raise BadRecord(f"Turn {turn.number}: there is no such seat.")
        elif turn.kind == ACT:
            before, number = game.clone(), len(stand)
            _play(turn, game, film.key, number)
            stand.append(_Stands(turn.seat, before, game.rng != chance_before(film.key, number)))


def _play(turn: TurnLine, game: Game, key: bytes, number: int) -> None:
    try:
        if turn.seat is not None and turn.seat != game.seat_of(game.parse(turn.action)):
            raise BadRecord(f"Turn {turn.number}: seat {turn.seat + 1} was not at turn.")
        play_keyed(game, turn.move, key, number)
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord(f"Turn {turn.number}: {error}") from error


def _taken_back(turn: TurnLine, stand: list[_Stands]) -> Game:
    """Return the game before a choice that was taken back, or the move to which the table went back. Raise BadRecord
    if a seat takes back another's choice, and if chance fell."""
    assert turn.back_to is not None
    if not 0 <= turn.back_to < len(stand):
        raise BadRecord(f"Turn {turn.number}: there is nothing to take back there.")
    first = stand[turn.back_to]
    if turn.kind == BACK and (first.seat is None or first.seat != turn.seat):
        raise BadRecord(f"Turn {turn.number}: that choice was another's.")
    if any(action.seat is None for action in stand[turn.back_to :]):
        raise BadRecord(f"Turn {turn.number}: the host had acted, so nothing can be taken back.")
    if any(action.drew for action in stand[turn.back_to :]):
        raise BadRecord(f"Turn {turn.number}: chance had fallen, so nothing can be taken back.")
    del stand[turn.back_to :]
    return first.before

"""Define facts: what is known of a character, in the order it became known, and their moments. A
fact is never changed. A later fact about the same game takes the place of an earlier one, a withdrawal takes a game
back. Every fact carries the digest of the one before it, so an altered or missing fact shows (`check_careers`)."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple, overload

from engine.translatable import said


@overload
def stamp(moment: datetime) -> str: ...
@overload
def stamp(moment: None) -> None: ...
@overload
def stamp(moment: datetime | None) -> str | None: ...
def stamp(moment: datetime | None) -> str | None:
    """Return ISO 8601 in UTC, such as 2026-01-06T18:00:00Z; None stays None."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


# No time zone leads from here out of what a clock, a database or a calendar can show.
EARLIEST, LATEST = datetime(1950, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
BETWEEN = f"must lie between {EARLIEST:%Y-%m-%d} and {LATEST:%Y-%m-%d}"
_BOUNDS = {"first": f"{EARLIEST:%Y-%m-%d}", "last": f"{LATEST:%Y-%m-%d}"}


def bounds_problem(when: date | datetime) -> str:
    """Return why this aware time or this day is not stored, as a sentence, or "" when it is."""
    if isinstance(when, datetime):
        return "" if EARLIEST <= when <= LATEST else said("The time must lie between {first} and {last}.", **_BOUNDS)
    is_within = EARLIEST.date() <= when <= LATEST.date()
    return "" if is_within else said("The day must lie between {first} and {last}.", **_BOUNDS)


Kind = Literal["result", "withdrawal", "restart", "earned_elsewhere"]
RESULT: Kind = "result"
WITHDRAWAL: Kind = "withdrawal"
RESTART: Kind = "restart"
EARNED_ELSEWHERE: Kind = "earned_elsewhere"

NOTHING: Mapping[str, int] = {}
FIRST_DIGEST = ""


class FactLine(NamedTuple):
    """One character's line of a confirmed score sheet. Points are whole numbers, cash whole pounds, `minutes` the
    length of a timed game if it was noted. `winner_total` is the winner's points, which a timed game is measured
    against (R84). `figures` holds what systems other than Careers report; such a line leaves levels alone.
    `played_by_bots`: bots played for the characters, so that a house rule may call it practice (R104)."""

    game: int
    reference: str
    at: datetime
    version: int
    system: str
    edition: str
    rules: str
    won: bool
    mode: str = ""
    target: int | None = None
    winner_total: int = 0
    minutes: int | None = None
    happiness: int = 0
    fame: int = 0
    cash: int = 0
    degrees: Mapping[str, int] = NOTHING
    trips: Mapping[str, int] = NOTHING
    layoffs: int = 0
    reorgs: int = 0
    free_passes: int = 0
    left_early: bool = False
    figures: Mapping[str, Any] = NOTHING
    played_by_bots: bool = False


class Earned(NamedTuple):
    """A career that a passport of another installation proved when it was brought along: the current one there.
    `passport` is the digest of the whole file, `key` that of the installation, `league` and `league_slug` are the
    league there, `slug` is the character's address; `rules` names the house rules by which it counts here."""

    passport: str
    installation: str
    address: str
    league: str
    league_slug: str
    key: str
    slug: str
    name: str
    made_at: str
    rules: str
    level: str
    status: str
    career: int
    games: int
    wins: int
    happiness: int
    fame: int
    cash: int
    degrees: Mapping[str, int]
    trips: Mapping[str, int]


class CareerFact(NamedTuple):
    """One entry of a character's file. `because` is the reason given for a correction, empty otherwise. `seal` is the
    digest of the whole sheet that says so, all its seats and earlier versions. `earned` is what was earned elsewhere,
    and no other kind of fact has it."""

    kind: Kind
    at: datetime
    game: int | None = None
    line: FactLine | None = None
    because: str = ""
    seal: str = ""
    earned: Earned | None = None


def encode(fact: CareerFact) -> str:
    """Return the fact as canonical JSON: the text that is stored and hashed."""
    return _canonical(_content(fact))


def says(content: str, fact: CareerFact) -> bool:
    """Return whether the text is that of the fact. Reading JSON takes a third of the time of writing it."""
    try:
        raw, end = _read(content)
    except ValueError:
        return False
    return end == len(content) and (raw == _content(fact) or content == encode(fact))  # read, a tuple is a list


def _content(fact: CareerFact) -> dict[str, Any]:
    """Return the fields that differ from their defaults."""
    content: dict[str, Any] = {"kind": fact.kind, "at": _stamp(fact.at)}
    if fact.game is not None:
        content["game"] = fact.game
    if fact.because:
        content["because"] = fact.because
    if fact.seal:
        content["seal"] = fact.seal
    if fact.line is not None:
        line = {name: value for name, value, usual in zip(_NAMES, fact.line, _USUAL, strict=True) if value != usual}
        content["line"] = line | {"at": _stamp(fact.line.at)}
    if fact.earned is not None:
        content["earned"] = fact.earned._asdict()
    return content


def decode(content: str) -> CareerFact:
    """Return the fact behind a stored text. Raise ValueError when the text is not exactly one fact."""
    try:
        raw, end = _read(content)
        kind, at, line = raw["kind"], raw["at"], raw.get("line")
        if end != len(content):
            raise ValueError(f"This is more than one fact: {content[:80]}")
        if kind not in _KINDS:
            raise ValueError(f"There is no kind of fact '{kind}'.")
        moment = datetime.fromisoformat(at)
        if line is not None:
            line["at"] = moment if line["at"] == at else datetime.fromisoformat(line["at"])
            line = FactLine(**line)
        earned = Earned(**raw["earned"]) if kind == EARNED_ELSEWHERE or "earned" in raw else None
        return CareerFact(kind, moment, raw.get("game"), line, raw.get("because", ""), raw.get("seal", ""), earned)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"This is not a fact: {content[:80]}") from error


def digest(previous: str, content: str) -> str:
    """Return SHA-256 over the digest of the fact before and this fact's text: the link of the chain."""
    return hashlib.sha256(f"{previous}\n{content}".encode()).hexdigest()


def first_broken_link(rows: Iterable[tuple[int, str, str]]) -> int | None:
    """Return the number of the first fact that does not follow from the one before, or None when the chain holds.
    `rows` are (number, content, digest) in order; numbers count from 1 without gaps."""
    previous = FIRST_DIGEST
    for expected, (number, content, stored) in enumerate(rows, start=1):
        if number != expected or digest(previous, content) != stored:
            return expected
        previous = stored
    return None


def current_lines(facts: Iterable[CareerFact]) -> list[FactLine]:
    """Return the lines that stand, in order of play: the latest of each game, unless it was withdrawn."""
    standing: dict[int, FactLine] = {}
    for fact in facts:
        if fact.kind == RESULT and fact.line is not None:
            standing[fact.line.game] = fact.line
        elif fact.kind == WITHDRAWAL and fact.game is not None:
            standing.pop(fact.game, None)
    return sorted(standing.values(), key=_ORDER_OF_PLAY)


_ORDER_OF_PLAY = attrgetter("at", "reference", "game")
_KINDS = frozenset((RESULT, WITHDRAWAL, RESTART, EARNED_ELSEWHERE))
_NAMES = FactLine._fields
_USUAL = [FactLine._field_defaults.get(name, object()) for name in _NAMES]  # nothing is equal to what has no default
_read = json.JSONDecoder().raw_decode
_stamp = lru_cache(maxsize=64)(stamp)  # those of a table have one moment
_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False).encode

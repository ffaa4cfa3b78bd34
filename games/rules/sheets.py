"""Define the score sheet: what a table reports, from any source and in any game system.

Web form, API, CSV file and engine all produce a `ScoreSheet`; no code after it depends on the source. It is a value: a
correction is another sheet.

A seal is the digest of one version of a sheet, guests, names and reporter included, after the seal of the version
before it. A fact keeps the seal, beyond the line of its own character. Facts are chained and never changed, so that a
sealed version can't be altered or lost without being found (`check_careers`). The time of a decision is not part of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from json import JSONEncoder
from typing import Any, NamedTuple

from characters.rules.house_rules import HouseRules
from engine.translatable import Translatable, said, spoken

ERROR, WARNING, WAITS = "error", "warning", "waits"
BOUNDS = {"target": (1, 1_000_000), "minutes": (1, 24 * 60)}  # included
Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat. `character` is the character's id, None for a guest or a computer player (R104); `figures` are those of
    the game system, by the column names of results.csv."""

    seat: int
    character: int | None
    name: str
    won: bool = False
    figures: Figures = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.who)

    @property
    def who(self) -> Translatable:
        return seat_called(self.seat, self.name)

    def problem(
        self, pattern: str, figure: str, clause: str = "", severity: str = ERROR, /, **values: Any
    ) -> "Problem":
        """Return a problem of this seat, which the pattern names as {who}."""
        return Problem(said(pattern, who=self.who, **values), self.seat, figure, clause, severity)


def seat_called(seat: object, name: str) -> Translatable:
    """Return a seat with its name, or as a guest's, for the beginning of a sentence."""
    return said("Seat {seat} ({name})", seat=seat, name=name or said("guest"))


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One game as its table reports it. `target` is the agreed points of a formula game, `minutes` the length of a
    timed one; `played_at` is aware. `settings`: what this one game was played by instead of the season's settings.
    `definition`: the text of the version of a league's own game that the sheet is made by (`games.rules.definitions`),
    empty for a built-in one. `choices` is not reported by a table: it is what its season chooses of the game's
    settings, if that differs from the book (`by_rules`)."""

    system: str
    edition: str
    played_at: datetime
    seats: tuple[SeatLine, ...]
    mode: str = ""
    target: int | None = None
    minutes: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    definition: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def line(self, seat: int) -> SeatLine | None:
        return next((line for line in self.seats if line.seat == seat), None)

    @property
    def character_ids(self) -> list[int]:
        return [line.character for line in self.seats if line.character is not None]


def by_rules(sheet: ScoreSheet, rules: HouseRules) -> ScoreSheet:
    """Return the sheet as the house rules read it."""
    chosen = rules.choices(sheet.system)
    return sheet if chosen == sheet.choices else replace(sheet, choices=chosen)


@dataclass(frozen=True, slots=True)
class Seated:
    """A character at the table as the league knows it: the level held when the game was played (`retired` after a
    golden parachute), the primary company and the edition they belong to, and the degrees of that time if the season
    lets characters bring degrees along."""

    name: str
    level: str
    company: str
    edition: str
    degrees: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge that a sheet is checked against: the time now, the season's house rules, the characters by id, and
    whether its league plays that game."""

    now: datetime
    rules: HouseRules
    seated: Mapping[int, Seated]
    is_played: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a sheet cannot stand (`error`), can be submitted but not confirmed yet (`waits`), or deserves a
    second look (`warning`). `figure` is a column of results.csv, `clause` where the rule is."""

    message: str
    seat: int | None = None
    figure: str = ""
    clause: str = ""
    severity: str = ERROR

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message

    @property
    def sentence(self) -> str:
        """Return the message and the clause of the rule book, translatable."""
        return said("{message} ({clause})", message=self.message, clause=self.clause) if self.clause else self.message

    def spoken(self) -> str:
        """Return the sentence in the current reader's language."""
        sentence: str = spoken(self.sentence)
        return sentence


def errors(problems: list[Problem]) -> list[Problem]:
    """Return the problems that keep the sheet from being confirmed."""
    return [problem for problem in problems if problem.severity != WARNING]


def wrong_winners(
    sheet: ScoreSheet, ranking: tuple[tuple[int, ...], ...], decides: str, clause: str
) -> Iterator[Problem]:
    """Yield a problem for each seat whose stated win, or lack of one, contradicts the figures. `decides` says in words
    what the system goes by."""
    if not any(line.won for line in sheet.seats):
        return
    first = ranking[0]
    winner = _seats_joined(sorted(first))
    for line in sheet.seats:
        if line.won and line.seat not in first:
            text = said(
                "{who}: marked as winner, but by the figures {winner} won: {decides}.",
                who=line.who,
                winner=winner,
                decides=decides,
            )
        elif line.seat in first and not line.won:
            text = said(
                "{who}: won by the figures ({decides}), but is not marked as winner.", who=line.who, decides=decides
            )
        else:
            continue
        yield Problem(text, line.seat, "won", clause)


def _seats_joined(seats: list[int]) -> Translatable:
    joined = said("seat {seat}", seat=seats[0])
    for seat in seats[1:]:
        joined = said("{seats} and seat {seat}", seats=joined, seat=seat)
    return joined


NOTHING_BEFORE = ""


class SealedSeat(NamedTuple):
    """One seat of a version as it is sealed."""

    seat: int
    character: int | None
    name: str
    won: bool
    place: int
    points: int
    figures: Any


class SealedVersion(NamedTuple):
    """A version as it is sealed. People are numbers; `confirmed_by` is also empty if the version was never
    confirmed. `definition`: the digest of the version of an own game that it was made by."""

    version: int
    source: str
    played_at: datetime
    mode: str
    target: int | None
    minutes: int | None
    rules: str
    reason: str
    own_settings: Mapping[str, Any] | None
    submitted_by: int | None
    confirmed_by: int | None
    definition: str | None
    seats: tuple[SealedSeat, ...]


def seal(before: str, version: SealedVersion) -> str:
    """Return the seal of a version that follows the one with the seal `before`."""
    header = (
        version.version,
        version.source,
        version.played_at.astimezone(UTC).isoformat(),
        version.mode,
        version.target,
        version.minutes,
    )
    # Without any, the seal has no entry for them.
    own = [entry for entry in (version.own_settings, version.definition) if entry]
    return _digest(
        before,
        [*header, *own, version.rules, version.reason, version.submitted_by, version.confirmed_by, version.seats],
    )


def seals(versions: Iterable[SealedVersion]) -> list[str]:
    """Return the seal of each version of a game, in order."""
    chain: list[str] = []
    for version in versions:
        chain.append(seal(chain[-1] if chain else NOTHING_BEFORE, version))
    return chain


def void_seal(before: str, *, by: int | None, reason: str) -> str:
    """Return the seal of a void that took back the version with the seal `before`."""
    return _digest(before, ["void", by, reason])


def sheet_digest(sheet: ScoreSheet) -> str:
    """Return the digest of what was reported, regardless of earlier versions and of who confirms it."""
    header = (sheet.system, sheet.edition, sheet.played_at.astimezone(UTC).isoformat(), sheet.mode, sheet.target)
    seats = [(seat.seat, seat.character, seat.name, seat.won, dict(seat.figures)) for seat in sheet.seats]
    own = [entry for entry in (dict(sheet.settings), sheet.definition) if entry]
    return _digest("", [*header, sheet.minutes, *own, seats])


def _digest(before: str, content: list[Any]) -> str:
    return sha256(f"{before}\n{_canonical(content)}".encode()).hexdigest()


_canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False).encode

"""The score sheet: what a table reports, whoever reports it and in whichever game system.

Web form, API, CSV file and engine all produce a `ScoreSheet`; nothing after it asks who reported. It is a value: a
correction is another sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from characters.rules.house_rules import HouseRules

ERROR, WARNING = "error", "warning"
Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat. `character` is the character's id, None for a guest or a computer player (R104); `figures` are those
    of the game system, by the column names of results.csv."""

    seat: int
    character: int | None
    name: str
    won: bool = False
    figures: Figures = field(default_factory=dict)

    def __str__(self) -> str:
        return f"Seat {self.seat} ({self.name or 'guest'})"


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One game as its table reports it. `target` is the agreed points of a formula game, `minutes` the length of a
    timed one; `played_at` is aware."""

    system: str
    edition: str
    played_at: datetime
    seats: tuple[SeatLine, ...]
    mode: str = ""
    target: int | None = None
    minutes: int | None = None

    def line(self, seat: int) -> SeatLine | None:
        return next((line for line in self.seats if line.seat == seat), None)

    @property
    def character_ids(self) -> list[int]:
        return [line.character for line in self.seats if line.character is not None]


@dataclass(frozen=True, slots=True)
class Seated:
    """What the league knows of a character at the table: the level held when the game was played (`retired` after a
    golden parachute), the primary company and the edition they belong to."""

    name: str
    level: str
    company: str
    edition: str


@dataclass(frozen=True, slots=True)
class Known:
    """What a sheet is checked against: the time now, the season's house rules, and the characters by id."""

    now: datetime
    rules: HouseRules
    seated: Mapping[int, Seated]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a sheet cannot stand (`error`) or deserves a second look (`warning`). `figure` is a column of results.csv,
    `clause` where the rule stands."""

    message: str
    seat: int | None = None
    figure: str = ""
    clause: str = ""
    severity: str = ERROR

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message


def errors(found: list[Problem]) -> list[Problem]:
    return [problem for problem in found if problem.severity == ERROR]

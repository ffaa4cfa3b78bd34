"""Games as a results file reports them: names in place of characters, and the line where each seat is.

Between the file and the `ScoreSheet`: `to_sheet` finds the characters by name, `locate` takes what is wrong
with the sheet back to the file's line and column, `from_sheet` is the way out.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engine.translatable import said
from games.rules.figures import shown_value
from games.rules.sheets import Figures, Problem, ScoreSheet, SeatLine
from league.core.rules.csv_text import FileProblem


@dataclass(frozen=True, slots=True)
class ReportedSeat:
    """One row. `name` is as typed, "" for a guest; `won` is None if the cell is empty. `restart`: the character
    begins a new career before this game. Rows of equal content are equal on every line; `line` 0 means no file."""

    seat: int
    name: str
    won: bool | None
    figures: Figures
    line: int = field(default=0, compare=False)
    restart: bool = False


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """One game of a season by the reporter's own reference, its seats in order; `played_at` is in UTC. `name` is what
    people call it and `place` where it was played: no part of what its sheet says. `definition`: the text of
    the version of an own game."""

    season: str
    reference: str
    system: str
    edition: str
    played_at: datetime
    seats: tuple[ReportedSeat, ...]
    mode: str = ""
    target: int | None = None
    minutes: int | None = None
    name: str = ""
    place: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    definition: str = ""

    @property
    def line(self) -> int:
        """Return the line where the game begins in the file."""
        return min((seat.line for seat in self.seats), default=0)


def told(figures: Figures) -> dict[str, object]:
    """Return figures without empty tallies and lists: an empty cell, `;` and `law=0` all mean the same."""
    return {name: value for name, value in figures.items() if value not in ({}, (), [])}


def to_sheet(
    game: ReportedGame,
    ids: Mapping[str, int],
    key: Callable[[str], str],
    guests: Collection[str] = (),
    nearest: Callable[[str], str] = lambda name: "",
) -> tuple[ScoreSheet, list[FileProblem]]:
    """Return the game as a score sheet, and a problem for each name whose `key` is neither in `ids` nor among the
    `guests`. On the sheet both are guests. `nearest` says who may be meant."""
    unknown: list[FileProblem] = []
    lines = []
    for seat in game.seats:
        called = key(seat.name) if seat.name else ""
        character = ids.get(called) if called else None
        if called and character is None and called not in guests:
            unknown.append(unknown_name(seat.line, seat.name, nearest(seat.name)))
        lines.append(SeatLine(seat.seat, character, seat.name, bool(seat.won), seat.figures))
    header = (game.mode, game.target, game.minutes, game.settings, game.definition)
    return ScoreSheet(game.system, game.edition, game.played_at, tuple(lines), *header), unknown


def unknown_name(line: int, name: str, nearest: str) -> FileProblem:
    if nearest:
        message = said("There is no character {name}; did you mean {nearest}?", name=shown_value(name), nearest=nearest)
        return FileProblem(line, "character", message)
    return FileProblem(line, "character", said("There is no character {name}.", name=shown_value(name)))


def from_sheet(
    sheet: ScoreSheet,
    *,
    season: str,
    reference: str,
    name: str = "",
    place: str = "",
    restarted: Collection[int | None] = (),
) -> ReportedGame:
    """Return a sheet as a file reports it. The names must be the current ones of the characters; a guest's name has no
    place in the file, where an empty cell means guest. `restarted` began a new career before it."""
    return ReportedGame(
        season=season,
        reference=reference,
        system=sheet.system,
        edition=sheet.edition,
        played_at=sheet.played_at,
        seats=tuple(
            ReportedSeat(
                line.seat,
                line.name if line.character is not None else "",
                line.won,
                told(line.figures),
                restart=line.character in restarted,
            )
            for line in sorted(sheet.seats, key=lambda line: line.seat)
        ),
        mode=sheet.mode,
        target=sheet.target,
        minutes=sheet.minutes,
        name=name,
        place=place,
        settings=sheet.settings,
        definition=sheet.definition,
    )


def locate(game: ReportedGame, problem: Problem) -> FileProblem:
    """Return where in the file a problem of the game's sheet is: its seat's line, or the game's first. A
    FileProblem has no severity; take the warnings out first."""
    line = next((seat.line for seat in game.seats if seat.seat == problem.seat), game.line)
    return FileProblem(line, problem.figure, problem.sentence)

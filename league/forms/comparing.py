"""Two versions of a sheet, figure by figure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from engine.careers.editions import edition
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, System, winners


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of the table of before and after."""

    label: str
    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before != self.after


def compare(before: ScoreSheet, after: ScoreSheet) -> list[Difference]:
    """Every figure that either version has, in the order of the sheet."""
    rows = [
        Difference("Played at", _moment(before), _moment(after)),
        Difference("Mode", before.mode, after.mode),
        Difference("Target", _number(before.target), _number(after.target)),
        Difference("Minutes", _number(before.minutes), _number(after.minutes)),
    ]
    for seat in range(1, max(len(before.seats), len(after.seats)) + 1):
        rows.extend(_seat(before, after, seat))
    return [row for row in rows if row.before or row.after]


def _seat(before: ScoreSheet, after: ScoreSheet, seat: int) -> Iterator[Difference]:
    system = SYSTEMS[before.system]
    old, new = before.line(seat), after.line(seat)
    yield Difference(f"Seat {seat}", _name(old), _name(new))
    who = f"Seat {seat}, "
    yield Difference(f"{who}won", _won(before, old), _won(after, new))
    for column in system.FIGURES:
        yield Difference(f"{who}{column.label.lower()}", _words(before, column, old), _words(before, column, new))
    yield Difference(f"{who}points", _points(system, before, old), _points(system, after, new))


def _points(system: System, sheet: ScoreSheet, line: SeatLine | None) -> str:
    return f"{system.points(line, sheet):,}" if line else ""


def _words(sheet: ScoreSheet, column: Figure, line: SeatLine | None) -> str:
    value: Any = line.figures.get(column.name) if line else None
    if not value and not (column.required and line):
        return ""
    if isinstance(value, Mapping):
        board = edition(sheet.edition)
        entries: Mapping[str, Any] = board.programs if column.vocabulary == "programs" else board.companies
        return ", ".join(f"{entries[key].name if key in entries else key} {number}" for key, number in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(str(part) if column.kind == "positions" else f"seat {part}" for part in value)
    if column.kind == "choice":
        return dict(column.options).get(value, str(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{'£' * (column.kind == 'money')}{value or 0:,}"


def _moment(sheet: ScoreSheet) -> str:
    return f"{timezone.localtime(sheet.played_at):%-d %b %Y, %H:%M}"


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _name(line: SeatLine | None) -> str:
    return (line.name or "Guest") if line else ""


def _won(sheet: ScoreSheet, line: SeatLine | None) -> str:
    return "" if line is None else "yes" if line.seat in winners(sheet) else "no"

"""Which field of the form each cell of the paper fills, what was read and kept for a day, and what a report made of the
cells that were read."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, system_of, winners
from league.photo.rules.settling import CellReading, Value
from league.sheets.rules.sheet_cells import POINTS, WON, Cell, ReadField, cells_of

Own = Mapping[int, Sequence[str]]  # by seat the programs and companies whose names stand on the paper
Kept = Mapping[str, Any]
# What another version of the site kept in another shape counts as not read.
PARTS_OF_FIELD, PARTS_OF_CELL = len(fields(ReadField)), len(fields(CellReading))


class FieldReading(NamedTuple):
    """Say what was `read` in the cells of one field. If it is not `sure`, `guess` is what it may be, "" without any
    idea, and `adds_up` says that the line would add up with the guess."""

    name: str
    seat: int
    cells: tuple[int, ...]
    sure: bool
    read: str
    guess: str
    adds_up: bool


def field_readings(system: SheetSystem, readings: Collection[CellReading], own: Own) -> Iterator[FieldReading]:
    """Yield the fields that have something written or are not sure."""
    columns = cells_of(system)
    grouped = defaultdict[tuple[int, str], list[CellReading]](list)
    for reading in readings:
        name = _field_name(system, columns[reading.cell], reading.seat, own.get(reading.seat, ()))
        if name:
            grouped[reading.seat, name].append(reading)
    for (seat, name), group in grouped.items():
        sure = all(reading.sure for reading in group)
        written = [reading for reading in group if reading.value not in (None, frozenset()) or not reading.sure]
        if written:
            offered = [reading for reading in readings if reading.seat == seat and reading.offer is not None]
            alone = len(written) == 1 and len(offered) == 1 and written[0] is offered[0]
            read = _text([reading.value for reading in written])
            guess = "" if sure else _text([_likeliest(reading) for reading in written])
            several = len(group) > 1 and columns[group[0].cell].own is not None
            places, adds_up = tuple(reading.cell for reading in written), alone and bool(read and guess) and not sure
            yield FieldReading(name, seat, places, sure, read, "" if several else guess, adds_up)


def _likeliest(reading: CellReading) -> Value:
    return reading.value if reading.offer is None else reading.offer


def _text(values: Sequence[Value]) -> str:
    """Return the numbers as a form has them; "" if one of them is missing, and for ticks."""
    numbers = [str(value) for value in values if isinstance(value, int)]
    return ";".join(numbers) if len(numbers) == len(values) else ""


def _field_name(system: SheetSystem, cell: Cell, seat: int, own: Sequence[str]) -> str:
    """Return the name of the field, "" if the form has none: who won follows from the figures of some games."""
    if cell.figure == WON and not system.STATED:
        return ""
    name = f"seat-{seat}-{cell.figure}"
    if not any(column.name == cell.figure and column.kind == "counts" for column in system.FIGURES):
        return name
    return f"{name}-{own[cell.own]}" if cell.own is not None and cell.own < len(own) else f"{name}-total"


class Compared(NamedTuple):
    """Count for one figure of a report the cells that were `sure` and how many of them were `changed`, the cells
    `asked` about and how many of them were `right` as guessed."""

    sure: int = 0
    changed: int = 0
    asked: int = 0
    right: int = 0


def compared(sheet: ScoreSheet, readings: Collection[CellReading], own: Own) -> Mapping[str, Compared]:
    """Return the counts by figure, of cells in which something was read or entered."""
    system = system_of(sheet)
    columns, won = cells_of(system), winners(sheet)
    counts = defaultdict[str, Compared](Compared)
    for reading in readings:
        if reading.cell >= len(columns):  # kept by another version of the site
            continue
        cell, line = columns[reading.cell], sheet.line(reading.seat)
        if line is None or not _field_name(system, cell, reading.seat, ()) or cell.figure == POINTS:
            continue
        entered = _entered(system, columns, reading.cell, line, own.get(reading.seat, ()), reading.seat in won)
        read = _likeliest(reading)
        if isinstance(entered, int) and isinstance(read, frozenset):
            read = len(read)
        if entered is None or (reading.sure and not read and not entered):
            continue
        before, same = counts[cell.figure], (read or 0) == (entered or 0)
        counts[cell.figure] = (
            before._replace(sure=before.sure + 1, changed=before.changed + (not same))
            if reading.sure
            else before._replace(asked=before.asked + 1, right=before.right + (read is not None and same))
        )
    return counts


def _entered(
    system: SheetSystem, columns: Sequence[Cell], at: int, line: SeatLine, own: Sequence[str], won: bool
) -> Value:
    """Return what a report has for a cell; None if it can't be compared."""
    cell = columns[at]
    if cell.figure == WON:
        return frozenset({0} if won else ())
    column = next(column for column in system.FIGURES if column.name == cell.figure)
    value: Any = line.figures.get(cell.figure)
    match column.kind:
        case "positions":
            deal = [number for number, other in enumerate(columns) if other.figure == cell.figure].index(at)
            return value[deal] if value and deal < len(value) else 0
        case "counts":
            if cell.own is None or cell.own >= len(own):  # a total need not be written
                return None
            number: int = (value or {}).get(own[cell.own], 0)
            return number
        case "flag":
            return frozenset({0} if value else ())
        case "seats":
            return frozenset(value or ())
        case "choice":
            return frozenset(at for at, (key, _) in enumerate(column.options) if key == value)
        case _:
            return value if isinstance(value, int) else 0


def fields_kept(read: Kept, who: Sequence[int | None] | None = None) -> dict[str, ReadField]:
    """Return the fields by name; none if they are of characters other than `who`."""
    if who is not None and read.get("who", who) != list(who):
        return {}
    rows = read.get("fields", {}).items()
    return {name: ReadField(*values) for name, values in rows if len(values) == PARTS_OF_FIELD}


def cells_kept(read: Kept) -> Iterator[CellReading]:
    """Yield the cells, as far as they have all of their parts."""
    for row in read.get("cells", ()):
        if len(row) == PARTS_OF_CELL:
            seat, cell, value, share, sure, offer = row
            yield CellReading(seat, cell, frozenset(value) if isinstance(value, list) else value, share, sure, offer)

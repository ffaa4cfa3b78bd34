"""The figures of a table in a photo of its printed sheet. Nothing is stored: a person checks the form and sends it."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import spoken
from games.rules.sheets import Problem, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, problems
from league.clubs.queries import known_for
from league.photo.rules.fields import Own, field_readings
from league.photo.rules.settling import BoxReading, CellReading, settle
from league.results.charts.sheet_layout import SheetKey
from league.results.queries.companions import own_marks
from league.results.rules.read_fields import ReadField
from league.results.rules.sheet_cells import DEALS, cells
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.table_state import TableState, lines_of, reference_of


@dataclass(frozen=True, slots=True)
class TableReading:
    """`sheet` holds the figures that are sure, `fields` what is shown beside the form, by the names of its fields.
    `photo` is the file to keep."""

    sheet: ScoreSheet
    fields: Mapping[str, ReadField]
    cells: tuple[CellReading, ...]
    photo: bytes


def read_table(state: TableState, photo: "UploadedFile[Any]") -> TableReading:
    """Return what a photo says of this table. Raise ValidationError with what to do where it says nothing."""
    # Here, because OpenCV takes 60 MB of a process that reads no photo.
    from league.photo.charts.crops import crop
    from league.photo.charts.photos import BYTES, MOST_BYTES, REASONS, Unusable
    from league.photo.charts.reading import read_sheet

    if len(state.present) != len(state.seats):
        raise ValidationError(_("Somebody is absent, so seats are not those of the printed sheet. Type the figures."))
    plan, lines = state.tournament, lines_of(state)
    try:
        if (photo.size or 0) > MOST_BYTES:
            raise Unusable(BYTES)
        read = read_sheet(photo.read(), SheetKey(plan.system, "A4", len(lines), 1))
    except Unusable as error:
        raise ValidationError(spoken(REASONS[error.reason])) from error
    printed = (plan.system, len(lines))
    if (read.key.system, read.key.seats) != printed or (read.link and table_path(state.table) not in read.link):
        raise ValidationError(_("This is the sheet of another table."))
    blank = ScoreSheet(plan.system, plan.edition, timezone.now(), lines, plan.mode or "", plan.target, plan.minutes)
    own = own_of(lines)
    settled = settle(read.boxes, blank, own=own, judge=lambda sheet: _problems(state, sheet))
    system, boxes = SYSTEMS[plan.system], defaultdict[tuple[int, int], list[BoxReading]](list)
    columns, values = tuple(cells(system.FIGURES, DEALS)), {(one.seat, one.cell): one.value for one in settled.cells}
    for box in read.boxes:
        where = box.field.seat, box.field.cell
        ticked = values[where] if columns[where[1]].choices else None
        if (
            not isinstance(ticked, frozenset) or not ticked or box.field.at in ticked
        ):  # of choices, the words of those that are chosen
            boxes[where].append(box)
    fields = {
        field.name: ReadField(
            crop(
                read.paper,
                [boxes[field.seat, cell] for cell in field.cells],
                words=bool(columns[field.cells[0]].choices),
                numbers=columns[field.cells[0]].others,
            ),
            field.sure,
            field.read,
            field.guess,
            field.adds_up,
        )
        for field in field_readings(system, settled.cells, own)
    }
    return TableReading(settled.sure, fields, settled.cells, read.photo.jpeg)


def own_of(lines: Collection[SeatLine]) -> Own:
    """Return by seat the programs and companies whose names stand on the paper of its character."""
    marks = own_marks([line.character for line in lines if line.character is not None])
    return {line.seat: marks[line.character] for line in lines if line.character in marks}


def _problems(state: TableState, sheet: ScoreSheet) -> list[Problem]:
    known = known_for(state.tournament.season, sheet, reference_of(state.table), game_id=state.table.game_id)
    return problems(sheet, known)

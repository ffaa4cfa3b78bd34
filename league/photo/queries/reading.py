"""The figures of a table in a photo of its printed sheet. Nothing is stored: a person checks the form and sends it."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import spoken
from games.rules.sheets import Problem, ScoreSheet
from games.rules.systems import SYSTEMS, problems
from league.clubs.queries import known_for
from league.results.charts.sheet_layout import SheetKey
from league.results.queries.companions import own_marks
from league.results.rules.sheet_cells import DEALS, POINTS, cells
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.table_state import TableState, lines_of, reference_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure that was written and could not be read for sure. `guess`: what it may be, "" without any idea."""

    name: str
    figure: str
    guess: str


@dataclass(frozen=True, slots=True)
class TableReading:
    """`sheet` holds the figures that are sure, `number` of them; `asked` the others."""

    sheet: ScoreSheet
    number: int
    asked: tuple[Asked, ...]


def read_table(state: TableState, photo: "UploadedFile[Any]") -> TableReading:
    """Return what a photo says of this table. Raise ValidationError with what to do where it says nothing."""
    # Here, because OpenCV takes 60 MB of a process that reads no photo.
    from league.photo.charts.photos import BYTES, MOST_BYTES, REASONS, Unusable
    from league.photo.charts.reading import read_sheet
    from league.photo.rules.settling import settle

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
    marks = own_marks([line.character for line in lines if line.character is not None])
    own = {line.seat: marks[line.character] for line in lines if line.character in marks}
    settled = settle(read.boxes, blank, own=own, judge=lambda sheet: _problems(state, sheet))
    columns, names = tuple(cells(SYSTEMS[plan.system].FIGURES, DEALS)), {line.seat: line.name for line in lines}
    unsure = [one for one in settled.cells if not one.sure and columns[one.cell].figure != POINTS]
    asked = (
        Asked(names[one.seat], spoken(columns[one.cell].label), _guess(one.value if one.offer is None else one.offer))
        for one in unsure
    )
    number = sum(one.sure and one.value not in (None, frozenset()) for one in settled.cells)
    return TableReading(settled.sure, number, tuple(asked))


def _problems(state: TableState, sheet: ScoreSheet) -> list[Problem]:
    known = known_for(state.tournament.season, sheet, reference_of(state.table), game_id=state.table.game_id)
    return problems(sheet, known)


def _guess(value: object) -> str:
    return str(value) if isinstance(value, int) else ""

"""The figures of a game in a photo of its printed sheet. Nothing is stored: a person checks the form and sends it.

OpenCV is imported only when needed, because it takes 60 MB of a process that reads no photo."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse
from django.utils import timezone

from engine.translatable import Translatable, said, spoken
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, problems, system_of
from league.clubs.queries import known_for
from league.core.queries.systems import find_system, system_by_id
from league.models import Round, Season, Tournament
from league.photo.rules.fields import Own, field_readings
from league.photo.rules.settling import BoxReading, CellReading, Judge, settle
from league.sheets.charts.sheet_layout import SheetKey
from league.sheets.queries.companions import own_marks
from league.sheets.rules.sheet_cells import ReadField, cells_of
from league.tournaments.tables.queries.links import table_of, table_path
from league.tournaments.tables.queries.table_state import TableState, lines_of, reference_of, table_state

if TYPE_CHECKING:
    from league.photo.charts.reading import SheetReading


@dataclass(frozen=True, slots=True)
class TableReading:
    """Hold what a photo says of a game: in `sheet` the figures that are sure, in `fields` what is beside the form,
    by the names of its fields. `photo` is the file to keep."""

    sheet: ScoreSheet
    fields: Mapping[str, ReadField]
    cells: tuple[CellReading, ...]
    photo: bytes


ANOTHER_TABLE = said("This is the sheet of another table.")
_TOKEN = re.compile(r"/t/(\d{1,18}-[\w-]{20})/#", re.ASCII)


class Unread(ValidationError):
    """Refuse a photo. `why`: what to do about it."""

    def __init__(self, why: Translatable) -> None:
        super().__init__(spoken(why))
        self.why = why


def taken_in(photo: "UploadedFile[Any]") -> bytes:
    """Return the content of a photo to open later. Raise Unread if it can't be one."""
    from characters.charts.unpacking import BROKEN
    from league.photo.charts.photos import REASONS, begins_as_photo

    content = _content(photo)
    if not begins_as_photo(content):
        raise Unread(REASONS[BROKEN])
    return content


def encode(content: bytes) -> bytes:
    """Return the file to keep of a photo: encoded again, without metadata. Raise Unread."""
    from league.photo.charts.photos import open_photo

    with _unread():
        return open_photo(content).jpeg


def _content(photo: "UploadedFile[Any] | None") -> bytes:
    from league.photo.charts.photos import BYTES, MOST_BYTES, REASONS

    if photo is None:
        raise Unread(said("Choose a photo of the sheet."))
    if (photo.size or 0) > MOST_BYTES:
        raise Unread(REASONS[BYTES])
    content: bytes = photo.read()
    return content


def read_table(state: TableState, photo: "UploadedFile[Any] | None") -> TableReading:
    """Return what a photo says of this table; of several sheets in it, the one that is of this table. Raise Unread with
    what to do if it says nothing."""
    from league.photo.charts.reading import read_sheet

    content, path = _content(photo), table_path(state.table)
    _refuse_absence(state)
    with _unread():
        read = read_sheet(
            content, SheetKey(state.tournament.system, "A4", len(state.present), 1), path, only(state.system)
        )
    if read.link and path not in read.link:
        raise Unread(ANOTHER_TABLE)
    return _reading_of_table(state, read)


def read_result(season: Season, sheet: ScoreSheet, reference: str, photo: "UploadedFile[Any] | None") -> TableReading:
    """Return what a photo says of a game of this season, whose `sheet` says who sat where: a sheet of the season, or a
    blank one. Raise Unread."""
    from league.photo.charts.reading import read_sheet

    content = _content(photo)
    with _unread():
        read = read_sheet(content, SheetKey(sheet.system, "A4", len(sheet.seats), 1), find=only(system_of(sheet)))
    if read.link:
        link = urlsplit(read.link)
        if link.path != reverse("result_enter"):
            raise Unread(said("This is the sheet of a table of a tournament. Scan its QR code to enter it."))
        if parse_qs(link.query).get("season", [season.slug]) != [season.slug]:
            raise Unread(said("This is the sheet of another season."))
    if read.key.system != sheet.system:
        raise Unread(said("This is the sheet of another game."))
    if read.key.seats != len(sheet.seats):
        counts = {"printed": read.key.seats, "here": len(sheet.seats)}
        raise Unread(said("This sheet has {printed} seats, but the form has {here}.", **counts))
    blank = replace(sheet, seats=tuple(SeatLine(line.seat, line.character, line.name) for line in sheet.seats))
    return _reading_of(blank, read, lambda filled: problems(filled, known_for(season, filled, reference)))


def only(system: SheetSystem) -> Callable[[str], SheetSystem | None]:
    """Return what finds this game in the version that the sheet is made by, and any other in its newest."""
    return lambda key: system if key == system.ID else find_system(key)


def read_tables_of(tournament: Tournament, content: bytes) -> Iterator[tuple[TableState, TableReading] | Unread]:
    """Yield what each sheet in a photo says of the table of this tournament that its QR code names, or why it says
    nothing. Raise Unread for a photo without any sheet."""
    from league.photo.charts.photos import REASONS, Unusable
    from league.photo.charts.reading import read_sheets

    with _unread():
        for read in read_sheets(content, find_system):
            if isinstance(read, Unusable):
                yield Unread(REASONS[read.reason])
                continue
            try:
                state = _table_in(tournament, read)
                answer = state, _reading_of_table(state, read)
            except Unread as why:
                yield why
            else:
                yield answer


def _table_in(tournament: Tournament, read: "SheetReading") -> TableState:
    token = _TOKEN.search(read.link)
    table = table_of(token[1]) if token else None
    if table is None:
        raise Unread(said("The QR code of this sheet does not belong to a table of this site."))
    if table.round.stage.tournament_id != tournament.pk:
        raise Unread(said("This is the sheet of another tournament."))
    if table.round.status == Round.DRAFT:
        raise Unread(said("This round is not published yet; nothing was played."))
    state = table_state(table.pk)
    _refuse_absence(state)
    return state


def _refuse_absence(state: TableState) -> None:
    if len(state.present) != len(state.seats):
        raise Unread(said("Somebody is absent, so the seats differ from the printed sheet. Type the figures."))


@contextmanager
def _unread() -> Iterator[None]:
    from league.photo.charts.photos import REASONS, Unusable

    try:
        yield
    except Unusable as error:
        raise Unread(REASONS[error.reason]) from error


def _reading_of_table(state: TableState, read: "SheetReading") -> TableReading:
    plan, lines = state.tournament, lines_of(state)
    if (read.key.system, read.key.seats) != (plan.system, len(lines)):
        raise Unread(ANOTHER_TABLE)
    header = (plan.mode or "", plan.target, plan.minutes)
    blank = ScoreSheet(plan.system, plan.edition, timezone.now(), lines, *header, definition=state.system.content)
    season, reference, game = plan.season, reference_of(state.table), state.table.game_id
    return _reading_of(blank, read, lambda sheet: problems(sheet, known_for(season, sheet, reference, game_id=game)))


def _reading_of(blank: ScoreSheet, read: "SheetReading", judge: Judge) -> TableReading:
    """Return what the boxes say of a game whose sheet is `blank`. `judge` says what cannot have happened."""
    from league.photo.charts.crops import crop

    own = own_of(blank.seats)
    settled = settle(read.boxes, blank, own=own, judge=judge)
    system, boxes = system_by_id(blank.system), defaultdict[tuple[int, int], list[BoxReading]](list)
    columns = cells_of(system)
    values = {(cell.seat, cell.cell): cell.value for cell in settled.cells}
    for box in read.boxes:
        where = box.field.seat, box.field.cell
        chosen = values[where] if columns[where[1]].choices else None
        if not (isinstance(chosen, frozenset) and chosen) or box.field.at in chosen:
            boxes[where].append(box)
    fields = dict[str, ReadField]()
    for field in field_readings(system, settled.cells, own):
        cell, parts = columns[field.cells[0]], [boxes[field.seat, at] for at in field.cells]
        picture = crop(read.paper, parts, words=bool(cell.choices), numbers=cell.others or cell.signed)
        fields[field.name] = ReadField(picture, field.sure, field.read, field.guess, field.adds_up)
    return TableReading(settled.sure, fields, settled.cells, read.jpeg)


def own_of(lines: Collection[SeatLine]) -> Own:
    """Return by seat the programs and companies whose names are on the paper of its character."""
    marks = own_marks([line.character for line in lines if line.character is not None])
    return {line.seat: marks[line.character] for line in lines if line.character in marks}

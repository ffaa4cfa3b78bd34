"""Score sheets as PDF, for the tables of a tournament and for other games. All from plain data, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from engine.translatable import said, spoken
from league.core.charts import BOLD, paper, qr_png
from league.sheets.charts.sheet_layout import (
    EDGE,
    FOOT,
    HEAD,
    MARK,
    MARK_CELLS,
    MARKS,
    NAMES,
    QR,
    SIGN_INSET,
    SIGNED,
    SIZES,
    Box,
    SheetPage,
    SheetRow,
    key_of,
    mark_places,
    qr_place,
    sheet_pages,
)
from league.sheets.rules.sheet_cells import Cell

if TYPE_CHECKING:
    from league.core.charts.document import Paper

INK, BOXES, LINES = 0, 150, 215  # greys; boxes are light, so that a photo tells them from what is written
BELOW_ZERO = said("tick − if below 0")
CLAIM_QR, CLAIM = 15, said("No account yet? Scan, and this career is yours to keep.")


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A line of a score sheet, with what is in it by seat, such as the programs of its players."""

    cell: Cell
    names: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return str(spoken(self.cell.label))

    @property
    def hint(self) -> str:
        return str(spoken(self.cell.hint))

    @property
    def boxes(self) -> tuple[str, ...]:
        return tuple(map(spoken, self.cell.choices))

    @property
    def tick_marks(self) -> range:
        return self.cell.tick_marks


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """A score sheet, of a table of a tournament or of no `table`. `seats` are names in order, "" for a line to write
    one; `link` is what the QR code opens, or "". `system` is the game whose cells the rows are, `made_by` the version
    of an own one; without it nobody can read the sheet from a photo."""

    table: int | None
    title: str
    subtitle: str
    seats: tuple[str, ...]
    rows: tuple[FigureRow, ...]
    link: str = ""
    foot: str = ""
    claims: tuple[str, ...] = ()  # what the code of each seat opens, or ""
    system: str = ""
    made_by: str = ""


def score_sheets(sheets: Sequence[SheetPaper], size: str = "A4") -> bytes:
    """Return a PDF with a page per sheet, or more if a page is too small."""
    with paper(SIZES[size]) as pdf:
        for sheet in sheets:
            pages = sheet_pages(tuple(row.cell for row in sheet.rows), len(sheet.seats), size)
            for page in pages:
                pdf.add_page()
                _marks(pdf, page)
                _sheet_head(pdf, sheet, page, len(pages))
                _sheet_names(pdf, sheet, page)
                for row in page.rows:
                    _sheet_row(pdf, sheet.rows[row.cell], row, page)
                _sheet_boxes(pdf, page)
                _sheet_foot(pdf, sheet, page)
        pdf.note_what_lacks()
        return pdf.finished()


def _marks(pdf: Paper, page: SheetPage) -> None:
    """Print the marks in the corners by their bits."""
    side = MARK / MARK_CELLS
    for number, box in mark_places(page.size):
        _filled(pdf, box, INK)
        for at in range(16):
            if MARKS[number] >> (15 - at) & 1:
                row, column = divmod(at, 4)
                _filled(pdf, Box(box.x + side * (column + 1), box.y + side * (row + 1), side, side), 255)


def _filled(pdf: Paper, box: Box, grey: int) -> None:
    pdf.set_fill_color(grey)
    pdf.rect(*box, style="F")


def _sheet_head(pdf: Paper, sheet: SheetPaper, page: SheetPage, pages: int) -> None:
    x = EDGE + MARK + 3
    code_place = qr_place(page.size)
    room = code_place.x - x - 2
    pdf.write_at(x, EDGE, room, sheet.title, size=11)
    pdf.write_at(x, EDGE + 5, room, sheet.subtitle, size=8)
    if sheet.table is None:
        pdf.write_at(x, EDGE + 13, room, spoken(said("Played at")), size=8)
        pdf.line(x + 24, EDGE + 17, x + room, EDGE + 17)
    else:
        pdf.write_at(x, EDGE + 13, room, spoken(said("Table {number}", number=sheet.table)), size=26, style=BOLD)
    if pages > 1:
        of_pages = spoken(said("Page {number} of {pages}", number=page.number, pages=pages))
        pdf.write_at(x, EDGE + 20, room, of_pages, size=8)
    if sheet.link:
        code = (
            f"{sheet.link}#{key_of(sheet.system, page, len(sheet.seats), sheet.made_by)}"
            if sheet.system
            else sheet.link
        )
        pdf.image(qr_png(code), *code_place)
        scan = spoken(said("Scan to enter the result from your phone"))
        pdf.write_at(x, EDGE + QR + 0.3, code_place.x + QR - x, scan, size=7, align="R")


def _sheet_names(pdf: Paper, sheet: SheetPaper, page: SheetPage) -> None:
    """Write who sits where, and lines between the seats. A seat without a name has a line to write one."""
    y = EDGE + HEAD
    _rule(pdf, page, y)
    for seat, x in zip(page.seats, page.columns, strict=True):
        pdf.set_draw_color(LINES)
        pdf.line(x, y, x, page.below + SIGNED)
        pdf.write_at(x, y, page.width, spoken(said("Seat {number}", number=seat)), size=6, height=3)
        name = sheet.seats[seat - 1]
        for at, part in enumerate(wrap(name, max(int(page.width / 2), 1), max_lines=2, placeholder="…")):
            pdf.write_at(x, y + 2.6 + 3 * at, page.width, part, size=8, style=BOLD, height=3.2)
        if not name:
            pdf.line(x + 1.5, y + NAMES - 1.5, x + page.width - 1.5, y + NAMES - 1.5)


def _rule(pdf: Paper, page: SheetPage, y: float) -> None:
    pdf.set_draw_color(LINES)
    pdf.line(EDGE, y, page.columns[-1] + page.width, y)


def _sheet_row(pdf: Paper, row: FigureRow, place: SheetRow, page: SheetPage) -> None:
    cell, y = row.cell, place.y
    _rule(pdf, page, y)
    words = row.hint or (spoken(BELOW_ZERO) if cell.signed else "")
    hint = [] if place.height < 5 else wrap(words, int(page.label * 1.5), max_lines=2, placeholder="…")
    top = y + (place.height - 3.2 - 1.9 * len(hint)) / 2
    pdf.write_at(EDGE, top, page.label, row.label, size=8, height=3.2)
    for at, part in enumerate(hint):
        pdf.write_at(EDGE, top + 3.1 + 1.9 * at, page.label, part, size=5, height=1.9)
    fields = [field for field in page.fields if field.cell == place.cell]
    for field in fields:
        if cell.choices:
            x = field.box.x + field.box.width
            word = spoken(cell.choices[field.at])
            pdf.write_at(x, field.box.y - 0.2, page.columns[0] + page.width - fields[0].box.x, word, size=6, height=3.2)
        elif field.kind == "sign":
            pdf.write_at(field.box.x - SIGN_INSET - 0.6, field.box.y - 0.1, 4, "−", size=8, height=3.2)
        elif cell.others:
            pdf.write_at(field.box.x - 2.7, field.box.y, 4, str(field.at), size=6, height=3.2)
    for seat, x in zip(page.seats, page.columns, strict=True):
        if row.names:
            inset = 1 + max((field.box.x + field.box.width - x for field in fields if field.seat == seat), default=0)
            beside = 0 if cell.ticks else inset
            pdf.write_at(x + beside, y, page.width - beside, row.names[seat - 1], size=5, height=2.2)


def _sheet_boxes(pdf: Paper, page: SheetPage) -> None:
    pdf.set_draw_color(BOXES)
    for field in page.fields:
        pdf.rect(*field.box)


def _sheet_foot(pdf: Paper, sheet: SheetPaper, page: SheetPage) -> None:
    """Print room to sign, the codes of guests if there is space for them, and a line between the marks."""
    _rule(pdf, page, page.below)
    pdf.write_at(EDGE, page.below, page.label, spoken(said("Signature")), size=8)
    y = page.below + SIGNED
    _rule(pdf, page, y)
    bottom = mark_places(page.size)[-1][1].y - 1
    if any(sheet.claims) and y + CLAIM_QR + 1 < bottom:
        _sheet_claims(pdf, sheet, page, y + 1)
    room = pdf.w - 2 * (EDGE + MARK + 3)
    for at, part in enumerate(wrap(sheet.foot, int(room / 1.15), max_lines=2, placeholder="…")):
        pdf.write_at(EDGE + MARK + 3, bottom + 2 + FOOT * at, room, part, size=6)


def _sheet_claims(pdf: Paper, sheet: SheetPaper, page: SheetPage, y: float) -> None:
    for at, part in enumerate(wrap(spoken(CLAIM), 24, max_lines=4, placeholder="…")):
        pdf.write_at(EDGE, y + 3 * at, page.label, part, size=6, height=3)
    for seat, x in zip(page.seats, page.columns, strict=True):
        if sheet.claims[seat - 1]:
            pdf.image(qr_png(sheet.claims[seat - 1]), x + (page.width - CLAIM_QR) / 2, y, CLAIM_QR, CLAIM_QR)

"""Papers for the tables of a tournament as PDF: score sheets and seat cards. All from plain data, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from engine.said import said, spoken
from league.core.charts import BOLD, MARGIN, WIDTH, paper, qr_png

if TYPE_CHECKING:
    from league.core.charts.document import Paper

ROOM = WIDTH - 2 * MARGIN
LABEL, NAMES, ROW, SIGNED, QR = 42, 14, 8, 12, 34
FOOT, HINT = 120, 48  # letters in a line
CARDS_ACROSS, CARDS_DOWN, CARD_WIDTH, CARD_HEIGHT, CARD_QR = 2, 5, 91, 53, 26
CLAIM_QR, CLAIM = 18, said("No account yet? Scan, and this career is yours to keep.")


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A line of a score sheet; `boxes` to be ticked, with their words, stand below each other in every seat's field,
    `ticks` without words beside each other, under what `names` says for the seat."""

    label: str
    hint: str = ""
    boxes: tuple[str, ...] = ()
    ticks: int = 0
    names: tuple[str, ...] = ()
    least: int = ROW

    @property
    def hints(self) -> list[str]:
        return wrap(self.hint, HINT, max_lines=2, placeholder="…")

    @property
    def height(self) -> int:
        return max(self.least, 3 * len(self.boxes) + 2, 2 * len(self.hints) + 6)

    @property
    def tick_marks(self) -> range:
        return range(self.ticks)


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """A table's score sheet. `seats` are names in order, `link` what the QR code opens, or ""."""

    table: int
    title: str
    subtitle: str
    seats: tuple[str, ...]
    rows: tuple[FigureRow, ...]
    link: str = ""
    foot: str = ""
    claims: tuple[str, ...] = ()  # what the code of each seat opens, or ""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The card in front of a player; `claim` is what its code opens, "" if the character has an owner."""

    name: str
    where: str
    title: str
    claim: str = ""


def score_sheets(sheets: Sequence[SheetPaper]) -> bytes:
    """Return a PDF with a page per table."""
    with paper() as pdf:
        for sheet in sheets:
            pdf.add_page()
            _sheet_head(pdf, sheet)
            _sheet_rows(pdf, sheet)
        pdf.note_what_lacks()
        return pdf.finished()


def seat_cards(cards: Sequence[SeatCard]) -> bytes:
    """Return a PDF with ten cards on a page, to be cut apart."""
    with paper() as pdf:
        for at, card in enumerate(cards or (SeatCard("", "", ""),)):
            number = at % (CARDS_ACROSS * CARDS_DOWN)
            if number == 0:
                pdf.add_page()
            row, column = divmod(number, CARDS_ACROSS)
            _seat_card(pdf, card, MARGIN + column * CARD_WIDTH, MARGIN + row * CARD_HEIGHT)
        pdf.note_what_lacks()
        return pdf.finished()


def _sheet_head(pdf: Paper, sheet: SheetPaper) -> None:
    room = ROOM - QR - 4
    pdf.write_at(MARGIN, 14, room, sheet.title, size=11)
    pdf.write_at(MARGIN, 20, room, sheet.subtitle, size=9)
    pdf.write_at(MARGIN, 32, room, spoken(said("Table {number}", number=sheet.table)), size=30, style=BOLD)
    if sheet.link:
        pdf.image(qr_png(sheet.link), WIDTH - MARGIN - QR, 12, QR, QR)
        pdf.write_at(MARGIN, 46, ROOM, spoken(said("Scan to enter the result from your phone")), size=8, align="R")


def _sheet_rows(pdf: Paper, sheet: SheetPaper) -> None:
    y, width = 54, (ROOM - LABEL) // len(sheet.seats)
    pdf.rect(MARGIN, y, LABEL, NAMES)
    for seat, name in enumerate(sheet.seats):
        x = MARGIN + LABEL + width * seat
        pdf.rect(x, y, width, NAMES)
        pdf.write_at(x, y + 1, width, spoken(said("Seat {number}", number=seat + 1)), size=7)
        for at, part in enumerate(wrap(name, max(width // 2, 1), max_lines=2, placeholder="…")):
            pdf.write_at(x, y + 5 + 4 * at, width, part, size=8, style=BOLD)
    y += NAMES
    for row in (*sheet.rows, FigureRow(spoken(said("Signature")), least=SIGNED)):
        _sheet_row(pdf, row, y, width, len(sheet.seats))
        y += row.height
    foot = wrap(sheet.foot, FOOT)
    for at, line in enumerate(foot):
        pdf.write_at(MARGIN, y + 2 + 4 * at, ROOM, line, size=8)
    if any(sheet.claims):
        _sheet_claims(pdf, sheet.claims, y + 4 + 4 * len(foot), width)


def _sheet_claims(pdf: Paper, claims: Sequence[str], y: int, width: int) -> None:
    for at, part in enumerate(wrap(spoken(CLAIM), 26)):
        pdf.write_at(MARGIN, y + 4 * at, LABEL, part, size=7)
    for seat, link in enumerate(claims):
        if link:
            pdf.image(qr_png(link), MARGIN + LABEL + width * seat + (width - CLAIM_QR) // 2, y, CLAIM_QR, CLAIM_QR)


def _seat_card(pdf: Paper, card: SeatCard, x: int, y: int) -> None:
    pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT)
    room = CARD_WIDTH - 6
    pdf.write_at(x + 3, y + 3, room, card.title, size=7)
    for at, part in enumerate(wrap(card.name, 26, max_lines=2, placeholder="…")):
        pdf.write_at(x + 3, y + 9 + 7 * at, room, part, size=15, style=BOLD)
    pdf.write_at(x + 3, y + 26, room - QR, card.where, size=12)
    if card.claim:
        pdf.image(qr_png(card.claim), x + CARD_WIDTH - 3 - CARD_QR, y + CARD_HEIGHT - 3 - CARD_QR, CARD_QR, CARD_QR)
        for at, part in enumerate(wrap(spoken(CLAIM), 30)):
            pdf.write_at(x + 3, y + 34 + 4 * at, room - CARD_QR, part, size=7)


def _sheet_row(pdf: Paper, row: FigureRow, y: int, width: int, seats: int) -> None:
    pdf.rect(MARGIN, y, LABEL, row.height)
    pdf.write_at(MARGIN, y + 1, LABEL, row.label, size=9)
    for at, part in enumerate(row.hints):
        pdf.write_at(MARGIN, y + 4 + 2 * at, LABEL, part, size=5)
    for seat in range(seats):
        x = MARGIN + LABEL + width * seat
        pdf.rect(x, y, width, row.height)
        if row.names:
            pdf.write_at(x, y, width, row.names[seat], size=5)
        for at in range(row.ticks):
            pdf.rect(x + 2 + 4 * at, y + 4, 3, 3)
        for at, box in enumerate(row.boxes):
            pdf.rect(x + 2, y + 2 + 3 * at, 2, 2)
            pdf.write_at(x + 4, y + 3 * at, width - 4, box, size=6)

"""The annual report on paper: a cover, the contents, a letter, what the season brought, and a sheet for each character,
on A4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from league.core.charts import BOLD, MARGIN, PLAIN, paper
from league.reports.charts.paper_parts import (
    BOTTOM,
    GAP,
    INK,
    LINE,
    NAVY,
    WHITE,
    PaperDrawing,
    PaperPart,
    size_of,
    wrapped,
    write_figures,
    write_head,
)
from league.reports.charts.personal_paper import PersonalPaper, write_person

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.outline import OutlineSection

    from league.core.charts.document import Paper

COVER = 150  # millimetres of the dark part of the cover
LEFT = 68  # of the first column
ENTRIES = 47  # of the contents in one of two columns


@dataclass(frozen=True, slots=True)
class AnnualPaper:
    title: str
    league: str
    kind: str
    dates: str
    figures: Sequence[tuple[str, str]]
    contents_title: str
    letter_title: str
    letter: Sequence[str]
    signed: str
    parts: Sequence[PaperPart]
    people: Sequence[PersonalPaper]
    foot: str

    @property
    def head(self) -> str:
        return f"{self.league} · {self.title}"

    @property
    def digest(self) -> str:
        """Return a digest of all that it shows: the same paper has the same one."""
        return sha256(repr(self).encode()).hexdigest()


def annual_pdf(annual_paper: AnnualPaper) -> bytes:
    with paper() as pdf:
        pdf.set_title(f"{annual_paper.title}: {annual_paper.kind}")
        _cover(pdf, annual_paper)
        _contents(pdf, annual_paper)
        _Sheets(pdf, annual_paper).write()
        for person in annual_paper.people:
            write_person(pdf, person)
        pdf.note_what_lacks()
        return pdf.finished()


def _cover(pdf: Paper, annual_paper: AnnualPaper) -> None:
    pdf.add_page()
    pdf.set_fill_color(*NAVY)
    pdf.rect(0, 0, pdf.w, COVER, style="F")
    width = pdf.w - 2 * MARGIN
    pdf.set_text_color(*WHITE)
    pdf.write_at(MARGIN, 30, width, annual_paper.league, size=16)
    for at, text in enumerate(wrapped(pdf, annual_paper.title, width, size=40, style=BOLD)[:2]):
        pdf.write_at(MARGIN, 70 + at * 18, width, text, size=40, style=BOLD, height=16)
    pdf.write_at(MARGIN, 115, width, annual_paper.kind, size=22, height=10)
    pdf.write_at(MARGIN, 128, width, annual_paper.dates, size=14, height=8)
    pdf.set_text_color(*INK)
    write_figures(pdf, COVER + 25, annual_paper.figures, size=30)
    pdf.write_at(MARGIN, pdf.h - BOTTOM, width, annual_paper.foot, size=9)


def _contents(pdf: Paper, annual_paper: AnnualPaper) -> None:
    """Write the contents on sheets that are left free for them. They are written once the pages of all are known, so
    the sheets must be counted before."""
    entries = 1 + len(annual_paper.parts) + len(annual_paper.people)
    pdf.add_page()

    def write(_pdf: FPDF, outline: list[OutlineSection]) -> None:
        for at, section in enumerate(outline):
            column, line = divmod(at, ENTRIES)
            if not line and not column % 2:
                if column:
                    pdf.add_page()
                write_head(pdf, annual_paper.head)
                pdf.write_at(
                    MARGIN, 2 * MARGIN - 8, pdf.w - 2 * MARGIN, annual_paper.contents_title, size=17, style=BOLD
                )
            _entry(pdf, section, column % 2, line)

    pdf.insert_toc_placeholder(write, pages=-(-entries // (2 * ENTRIES)))


def _entry(pdf: Paper, section: OutlineSection, column: int, line: int) -> None:
    width = (pdf.w - 2 * MARGIN - 2 * GAP) / 2
    x, y = MARGIN + column * (width + 2 * GAP), 2 * MARGIN + 2 + line * (LINE - 1)
    inset, style = (0, BOLD) if section.level == 0 else (3, PLAIN)
    pdf.write_at(x + inset, y, width - 12 - inset, section.name, size=9, style=style)
    pdf.write_at(x + width - 12, y, 12, str(section.page_number), size=9, align="R")
    pdf.link(x, y, width, LINE - 1, pdf.add_link(page=section.page_number))


class _Sheets:
    """Writes downwards and begins another sheet if one is full."""

    def __init__(self, pdf: Paper, annual_paper: AnnualPaper) -> None:
        self.pdf, self.annual_paper, self.width = pdf, annual_paper, pdf.w - 2 * MARGIN
        self.y: float = 2 * MARGIN
        write_head(pdf, annual_paper.head)

    def write(self) -> None:
        self._heading(self.annual_paper.letter_title)
        for sentence in self.annual_paper.letter:
            self._rows([("", sentence)], size=12)
            self.y += GAP
        self._rows([("", self.annual_paper.signed)], size=12, style=BOLD)
        for part in self.annual_paper.parts:
            self.y += 2 * GAP
            first = size_of(part.drawings[0], self.width)[1] if part.drawings else 0
            self._heading(part.title, first)
            self._drawings(part.drawings)
            self._rows(part.rows)

    def _next_sheet(self) -> None:
        self.pdf.add_page()
        self.y = 2 * MARGIN
        write_head(self.pdf, self.annual_paper.head)

    def _room(self, height: float) -> None:
        if self.y + height > self.pdf.h - BOTTOM:
            self._next_sheet()

    def _heading(self, title: str, following: float = 0) -> None:
        self._room(4 * LINE + following)
        self.pdf.set_y(self.y)
        self.pdf.start_section(title)
        self.pdf.write_at(MARGIN, self.y, self.width, title, size=17, style=BOLD, height=8)
        self.y += 10
        self.pdf.line(MARGIN, self.y, MARGIN + self.width, self.y)
        self.y += GAP / 2

    def _drawings(self, drawings: Sequence[PaperDrawing]) -> None:
        """Draw the drawings beside each other if there is room."""
        x, below = float(MARGIN), self.y
        for drawing in drawings:
            width, height = size_of(drawing, self.width)
            if x + width > MARGIN + self.width:
                x, self.y = MARGIN, below
            if x == MARGIN:
                self._room(height + GAP)
                below = self.y
            self.pdf.draw(drawing.svg, x, self.y + GAP / 2, width)
            x, below = x + width + 2 * GAP, max(below, self.y + height + GAP)
        self.y = below

    def _rows(self, rows: Sequence[tuple[str, str]], *, size: float = 10, style: str = "") -> None:
        for name, words in rows:
            at = LEFT if name else 0
            lines = wrapped(self.pdf, words, self.width - at, size=size, style=style)
            self._room(LINE * min(len(lines), 3))
            self.pdf.write_at(MARGIN, self.y, LEFT, name, size=size, style=BOLD, height=LINE)
            for text in lines:
                self._room(LINE)
                self.pdf.write_at(MARGIN + at, self.y, self.width - at, text, size=size, style=style, height=LINE)
                self.y += LINE

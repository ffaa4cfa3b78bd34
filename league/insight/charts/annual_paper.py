"""The annual report on paper: a cover, a letter, and what the season brought, on sheets of A4."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.core.charts import BOLD, MARGIN, Paper, paper

NAVY, WHITE, INK = (20, 50, 79), (255, 255, 255), (28, 32, 36)
COVER = 150  # millimetres of the dark part of the cover
LEFT = 68  # of the first column
LINE, GAP = 6, 4
BOTTOM = 18


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of two columns under a title; a row without a first one goes over the whole width."""

    title: str
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class AnnualPaper:
    title: str
    league: str
    kind: str
    dates: str
    figures: Sequence[tuple[str, str]]
    letter_title: str
    letter: Sequence[str]
    signed: str
    parts: Sequence[Part]
    foot: str


def annual_pdf(told: AnnualPaper) -> bytes:
    with paper() as pdf:
        _cover(pdf, told)
        _Sheets(pdf, told).write()
        pdf.note_what_lacks()
        return pdf.finished()


def _cover(pdf: Paper, told: AnnualPaper) -> None:
    pdf.add_page()
    pdf.set_fill_color(*NAVY)
    pdf.rect(0, 0, pdf.w, COVER, style="F")
    width = pdf.w - 2 * MARGIN
    pdf.set_text_color(*WHITE)
    pdf.write_at(MARGIN, 30, width, told.league, size=16)
    for at, text in enumerate(wrapped(pdf, told.title, width, size=40, style=BOLD)[:2]):
        pdf.write_at(MARGIN, 70 + at * 18, width, text, size=40, style=BOLD, height=16)
    pdf.write_at(MARGIN, 115, width, told.kind, size=22, height=10)
    pdf.write_at(MARGIN, 128, width, told.dates, size=14, height=8)
    pdf.set_text_color(*INK)
    column = width / max(len(told.figures), 1)
    for at, (label, value) in enumerate(told.figures):
        pdf.write_at(MARGIN + at * column, COVER + 25, column, value, size=30, style=BOLD, height=14)
        pdf.write_at(MARGIN + at * column, COVER + 40, column, label, size=10)
    pdf.write_at(MARGIN, pdf.h - BOTTOM, width, told.foot, size=9)


class _Sheets:
    """Writes downwards and begins another sheet where one is full."""

    def __init__(self, pdf: Paper, told: AnnualPaper) -> None:
        self.pdf, self.told, self.width = pdf, told, pdf.w - 2 * MARGIN
        self._next_sheet()

    def write(self) -> None:
        self._heading(self.told.letter_title)
        for sentence in self.told.letter:
            self._rows([("", sentence)], size=12)
            self.y += GAP
        self._rows([("", self.told.signed)], size=12, style=BOLD)
        for part in self.told.parts:
            self.y += 2 * GAP
            self._heading(part.title)
            self._rows(part.rows)

    def _next_sheet(self) -> None:
        self.pdf.add_page()
        self.y: float = 2 * MARGIN
        self.pdf.write_at(MARGIN, MARGIN - 4, self.width, f"{self.told.league} · {self.told.title}", size=9)

    def _room(self, height: float) -> None:
        if self.y + height > self.pdf.h - BOTTOM:
            self._next_sheet()

    def _heading(self, title: str) -> None:
        self._room(4 * LINE)
        self.pdf.write_at(MARGIN, self.y, self.width, title, size=17, style=BOLD, height=8)
        self.y += 10
        self.pdf.line(MARGIN, self.y, MARGIN + self.width, self.y)
        self.y += GAP / 2

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


def wrapped(pdf: Paper, text: str, width: float, *, size: float, style: str = "") -> list[str]:
    """Lines of whole words that fit; a word that is wider has a line of its own."""
    room, lines = width - 3, [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pdf.width_of(longer, size, style) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines

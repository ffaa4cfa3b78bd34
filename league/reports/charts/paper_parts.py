"""The parts of the annual report and the personal ones on paper: rows under titles, drawings, columns of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core import charts
from league.core.charts import BOLD, MARGIN

if TYPE_CHECKING:
    from league.core.charts.document import Paper

NAVY, WHITE, INK = (20, 50, 79), (255, 255, 255), (28, 32, 36)
LINE, GAP = 6, 4
BOTTOM = 18
UNIT = 0.21  # millimetres of a unit of a drawing, where there is room for it
LINES_OF_A_ROW = 3  # in a column that ends with its sheet


@dataclass(frozen=True, slots=True)
class PaperDrawing:
    """SVG as the pages have it, and its size in its own units."""

    svg: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PaperPart:
    """Rows of two columns under a title; a row without a first one goes over the whole width."""

    title: str
    rows: Sequence[tuple[str, str]]
    drawings: Sequence[PaperDrawing] = ()


def size_of(drawing: PaperDrawing, width: float, height: float = 1000) -> tuple[float, float]:
    """Return the size in millimetres, within this room."""
    scale = min(UNIT, width / drawing.width, height / drawing.height)
    return drawing.width * scale, drawing.height * scale


def write_head(pdf: Paper, text: str) -> None:
    """Write the head of a new sheet, whose it is, and its number at the foot."""
    pdf.write_at(MARGIN, MARGIN - 4, pdf.w - 2 * MARGIN, text, size=9)
    pdf.write_at(MARGIN, pdf.h - BOTTOM + 6, pdf.w - 2 * MARGIN, str(pdf.page_no()), size=9, align="C")


def write_figures(pdf: Paper, y: float, figures: Sequence[tuple[str, str]], *, size: float) -> None:
    """Write figures side by side, each over its label."""
    column = (pdf.w - 2 * MARGIN) / max(len(figures), 1)
    for at, (label, value) in enumerate(figures):
        pdf.write_at(MARGIN + at * column, y, column, value, size=size, style=BOLD, height=size / 2)
        pdf.write_at(MARGIN + at * column, y + size / 2, column, label, size=10)


def write_column(pdf: Paper, x: float, y: float, width: float, parts: Sequence[PaperPart]) -> None:
    """Write parts beneath each other, each line cut after some. What would be below the foot of the sheet is left
    out."""
    foot = pdf.h - BOTTOM
    for part in parts:
        if y + 2 * LINE > foot:
            return
        pdf.write_at(x, y, width, part.title, size=12, style=BOLD, height=LINE)
        pdf.line(x + 1, y + LINE + 1, x + width, y + LINE + 1)
        y += LINE + 2
        for name, words in part.rows:
            left = width * 2 / 5 if name else 0
            lines = wrapped(pdf, words, width - left, size=9)
            last = LINES_OF_A_ROW - 1
            printed = [*lines[:last], " ".join(lines[last:])] if len(lines) > last else lines
            if y + len(printed) * (LINE - 1) > foot:
                return
            pdf.write_at(x, y, left, name, size=9, style=BOLD)
            for text in printed:
                pdf.write_at(x + left, y, width - left, text, size=9)
                y += LINE - 1
        y += GAP


def wrapped(pdf: Paper, text: str, width: float, *, size: float, style: str = "") -> list[str]:
    return charts.wrapped(text, lambda part: pdf.width_of(part, size, style) <= width - 3)

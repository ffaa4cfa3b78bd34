"""A personal report on paper: one sheet, whatever there is to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from league.core.charts import BOLD, MARGIN, paper
from league.reports.charts.paper_parts import (
    BOTTOM,
    GAP,
    INK,
    LINE,
    PaperDrawing,
    PaperPart,
    size_of,
    write_column,
    write_figures,
    write_head,
)

if TYPE_CHECKING:
    from league.core.charts.document import Paper

FACE, FACE_TOP = 34, 20
FIGURES_TOP, CHART_TOP, CHART_HEIGHT = 64, 88, 55


@dataclass(frozen=True, slots=True)
class PersonalPaper:
    """`photo` is the JPEG that takes the place of the `face`. `parts` are in two columns as far as there is room."""

    head: str
    name: str
    lines: Sequence[str]
    face: PaperDrawing
    photo: bytes
    figures: Sequence[tuple[str, str]]
    chart_title: str
    chart: PaperDrawing | None
    parts: tuple[Sequence[PaperPart], Sequence[PaperPart]]
    foot: str = ""


def personal_pdf(personal_paper: PersonalPaper) -> bytes:
    with paper() as pdf:
        pdf.set_title(f"{personal_paper.name}, {personal_paper.head}")
        write_person(pdf, personal_paper)
        pdf.write_at(MARGIN, pdf.h - BOTTOM, pdf.w - 2 * MARGIN, personal_paper.foot, size=8)
        pdf.note_what_lacks()
        return pdf.finished()


def write_person(pdf: Paper, personal_paper: PersonalPaper) -> None:
    pdf.add_page()
    pdf.start_section(personal_paper.name, level=1, strict=False)
    write_head(pdf, personal_paper.head)
    _write_face(pdf, personal_paper)
    write_figures(pdf, FIGURES_TOP, personal_paper.figures, size=20)
    y: float = CHART_TOP
    if personal_paper.chart is not None:
        y = _write_chart(pdf, personal_paper.chart, personal_paper.chart_title)
    column = (pdf.w - 2 * MARGIN - 2 * GAP) / 2
    for at, parts in enumerate(personal_paper.parts):
        write_column(pdf, MARGIN + at * (column + 2 * GAP), y, column, parts)


def _write_face(pdf: Paper, personal_paper: PersonalPaper) -> None:
    if personal_paper.photo:
        pdf.image(BytesIO(personal_paper.photo), x=MARGIN + 1, y=FACE_TOP, w=FACE, h=FACE)
    else:
        pdf.draw(personal_paper.face.svg, MARGIN + 1, FACE_TOP, FACE)
    pdf.set_text_color(*INK)
    left = MARGIN + FACE + GAP
    room = pdf.w - MARGIN - left
    pdf.write_at(left, FACE_TOP + 2, room, personal_paper.name, size=24, style=BOLD, height=11)
    for at, text in enumerate(personal_paper.lines):
        pdf.write_at(left, FACE_TOP + 15 + at * LINE, room, text, size=11, height=LINE)


def _write_chart(pdf: Paper, chart: PaperDrawing, title: str) -> float:
    """Write the chart and return where it ended."""
    room = pdf.w - 2 * MARGIN
    pdf.write_at(MARGIN, CHART_TOP, room, title, size=12, style=BOLD, height=LINE)
    width, height = size_of(chart, room, CHART_HEIGHT)
    pdf.draw(chart.svg, MARGIN, CHART_TOP + LINE + 1, width)
    return CHART_TOP + LINE + 1 + height + GAP

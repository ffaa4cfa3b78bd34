"""Papers for the wall as PDF, to be read from three metres: who sits where, tables, standings. The type is the largest
with which everything fits on one sheet; where that would be smaller than `SMALLEST`, there are more sheets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count

from engine.said import said, spoken
from league.core.charts import BOLD, PLAIN, Paper, paper

SIZES = ("A4", "A3")
SMALLEST, LARGEST = 18, 48  # points
POINT = 25.4 / 72  # millimetres
LEADING = 1.38  # a row's height, in that of its type
GAP, PAD = 10, 2.5  # between columns, and on both sides of a part of a line
HEAD = 0.6  # type of the columns' heads, in that of their lines
MOST_COLUMNS, TIGHTEST = 4, 30  # letters of a name that are never cut
EDGE = 12

Line = tuple[str, ...]
Width = Callable[[str, float, str], float]


@dataclass(frozen=True, slots=True)
class ListPaper:
    """Lines under each other. Those of a block stay in one column. `align`: a letter per part, L or R; the part with
    the number `wide` takes what is left, the one with the number `strong` is what people look for."""

    title: str
    subtitle: str
    head: Line
    align: str
    blocks: tuple[tuple[Line, ...], ...]
    wide: int
    strong: int

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(chain.from_iterable(self.blocks))


@dataclass(frozen=True, slots=True)
class Layout:
    """`size` of the type in points, `rows` of a column, `columns` of a sheet; `filled`: the lines column by column."""

    size: int
    rows: int
    columns: int
    filled: tuple[tuple[Line, ...], ...]


def list_paper(listed: ListPaper, size: str = "A4") -> bytes:
    """As many sheets as it takes, evenly filled, each with the title and the heads of its columns."""
    with paper(size) as pdf:
        laid = layout(listed, width=pdf.w - 2 * EDGE, height=_bottom(pdf) - _top(pdf), measured=pdf.width_of)
        sheets = range(0, max(len(laid.filled), 1), laid.columns)
        for number, at in enumerate(sheets, start=1):
            pdf.add_page()
            _sheet_head(pdf, listed, number, len(sheets))
            for column, lines in enumerate(laid.filled[at : at + laid.columns] or ((),)):
                _column(pdf, listed, laid, column, lines)
        pdf.note_what_lacks()
        return pdf.finished()


def layout(listed: ListPaper, *, width: float, height: float, measured: Width) -> Layout:
    """The layout with the largest type on the fewest sheets. `width` and `height` in millimetres are those of a sheet
    below its head; `measured` gives the width of a text by size and style."""
    widths = _needed(listed, measured)
    for sheets in count(1):
        tried = (_with(listed, sheets, columns, width, height, widths) for columns in range(1, MOST_COLUMNS + 1))
        best = max(tried, key=lambda one: one.size)
        if best.size >= SMALLEST:
            return best
    raise AssertionError


def packed(blocks: Sequence[Sequence[Line]], rows: int) -> tuple[tuple[Line, ...], ...]:
    """The lines of columns with at most so many rows; a block that is longer goes on in the next one."""
    columns: list[list[Line]] = []
    for block in blocks:
        if not columns or len(columns[-1]) + len(block) > rows:
            columns.append([])
        for line in block:
            if len(columns[-1]) == rows:
                columns.append([])
            columns[-1].append(line)
    return tuple(map(tuple, columns))


def _needed(listed: ListPaper, measured: Width) -> tuple[float, ...]:
    """What each part needs at a size of one point, the names without what may be cut of them."""
    lines = [tuple(text[:TIGHTEST] for text in line) for line in listed.lines]
    bodies = [
        max((measured(line[at], 100, BOLD if at == listed.strong else PLAIN) for line in lines), default=0)
        for at in range(len(listed.head))
    ]
    heads = [measured(text, 100 * HEAD, BOLD) for text in listed.head]
    return tuple(max(body, head) / 100 for body, head in zip(bodies, heads, strict=True))


def _with(listed: ListPaper, sheets: int, columns: int, width: float, height: float, widths: Sequence[float]) -> Layout:
    rows = max(1, -(-len(listed.lines) // (sheets * columns)))
    while len(filled := packed(listed.blocks, rows)) > sheets * columns:
        rows += 1
    room = (width - GAP * (columns - 1)) / columns - 2 * PAD * len(widths)
    by_width, by_height = room / sum(widths), height / ((rows + HEAD) * LEADING * POINT)
    return Layout(min(int(by_width), int(by_height), LARGEST), rows, columns, filled)


def _top(pdf: Paper) -> float:
    return EDGE + 0.1 * pdf.h


def _bottom(pdf: Paper) -> float:
    return pdf.h - EDGE


def _sheet_head(pdf: Paper, listed: ListPaper, number: int, sheets: int) -> None:
    room, unit = pdf.w - 2 * EDGE, pdf.h / 297
    counted, corner = (
        spoken(said("{number} of {sheets}", number=number, sheets=sheets)) if sheets > 1 else "",
        30 * unit,
    )
    pdf.write_at(EDGE, EDGE, room - corner, listed.title, size=30 * unit, style=BOLD, height=13 * unit)
    pdf.write_at(EDGE + room - corner, EDGE, corner, counted, size=18 * unit, align="R", height=13 * unit)
    pdf.write_at(EDGE, EDGE + 14 * unit, room, listed.subtitle, size=14 * unit, height=7 * unit)


def _column(pdf: Paper, listed: ListPaper, laid: Layout, column: int, lines: Sequence[Line]) -> None:
    top, room = _top(pdf), (pdf.w - 2 * EDGE - GAP * (laid.columns - 1)) / laid.columns
    x = EDGE + column * (room + GAP)
    least = laid.size * LEADING * POINT
    row = min((_bottom(pdf) - top) / (laid.rows + HEAD), 2 * least)
    widths = _widths(pdf, listed, laid.size, room)
    for at, line in enumerate((listed.head, *lines)):
        y, height = (top, HEAD * row) if at == 0 else (top + (HEAD + at - 1) * row, row)
        size = laid.size * HEAD if at == 0 else laid.size
        pdf.line(x, y + height, x + room, y + height)
        left = x
        for part, (text, width, align) in enumerate(zip(line, widths, listed.align, strict=True)):
            style = BOLD if at == 0 or part == listed.strong else PLAIN
            pdf.write_at(left, y, width, text, size=size, style=style, align=align, height=height)
            left += width


def _widths(pdf: Paper, listed: ListPaper, size: float, room: float) -> list[float]:
    found = [one * size + 2 * PAD for one in _needed(listed, pdf.width_of)]
    found[listed.wide] = room - sum(found) + found[listed.wide]
    return found

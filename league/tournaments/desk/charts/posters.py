"""Papers for the wall as PDF, to be read from three metres: who sits where, tables, standings. The type is the largest
with which everything fits on one sheet; if that would be smaller than `SMALLEST`, there are more sheets. They add
height, not width: a line that is too wide for a sheet in the smallest type has its widest parts cut. And the cards in
front of the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING

from engine.translatable import said, spoken
from league.core.charts import BOLD, MARGIN, PLAIN, paper, qr_png
from league.sheets.charts.score_sheets import CLAIM

if TYPE_CHECKING:
    from league.core.charts.document import Paper

SIZES = ("A4", "A3", "Letter")
SMALLEST, LARGEST = 18, 48  # points
POINT = 25.4 / 72  # millimetres
LEADING = 1.38  # a row's height, in that of its type
GAP, PAD = 10, 2.5  # between columns, and on both sides of a part of a line
HEAD = 0.6  # type of the columns' heads, in that of their lines
MOST_COLUMNS, TIGHTEST = 4, 30  # letters of a name that are not cut where a sheet is wide enough
EDGE = 12
ROUNDING = 1e-6  # points

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
class PosterLayout:
    """`size` of the type in points, `rows` of a column, `columns` of a sheet; `widths` of the parts of a line at a size
    of one point, `filled`: the lines column by column."""

    size: int
    rows: int
    columns: int
    widths: tuple[float, ...]
    filled: tuple[tuple[Line, ...], ...]


def list_paper(listed: ListPaper, size: str = "A4") -> bytes:
    """Return as many sheets as needed, evenly filled, each with the title and the heads of its columns."""
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


def layout(listed: ListPaper, *, width: float, height: float, measured: Width) -> PosterLayout:
    """Return the layout with the largest type on the fewest sheets. `width` and `height` in millimetres are those of a
    sheet below its head; `measured` gives the width of a text by size and style."""
    widths = cut_to(_needed(listed, measured), _room(width, 1, len(listed.head)) / SMALLEST)
    sizes = {columns: _room(width, columns, len(widths)) / sum(widths) for columns in range(1, MOST_COLUMNS + 1)}
    readable = [columns for columns, size in sizes.items() if columns == 1 or size >= SMALLEST]
    most = max(1, int(height / (SMALLEST * LEADING * POINT) - HEAD))  # rows in the smallest type
    needed = len(packed(listed.blocks, most))
    sheets = max(1, -(-needed // max(readable)))
    tried = []
    for columns in readable:
        if sheets * columns >= needed:
            rows = _rows(listed, sheets * columns, most)
            by_height = height / ((rows + HEAD) * LEADING * POINT)
            size = max(1, int(min(sizes[columns] + ROUNDING, by_height, LARGEST)))
            tried.append(PosterLayout(size, rows, columns, widths, packed(listed.blocks, rows)))
    return max(tried, key=lambda option: option.size)


def cut_to(widths: Sequence[float], room: float) -> tuple[float, ...]:
    """Return the widths with the widest cut to one width, as far as it takes for all of them to fit into the room."""
    left = room
    for at, width in enumerate(sorted(widths)):
        share = left / (len(widths) - at)
        if width > share:
            return tuple(min(each, share) for each in widths)
        left -= width
    return tuple(widths)


def packed(blocks: Sequence[Sequence[Line]], rows: int) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of columns with at most that many rows; a longer block continues in the next column."""
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
    """Return the width that each part needs at a size of one point; names count without the letters that may be cut."""
    lines = [tuple(text[:TIGHTEST] for text in line) for line in listed.lines]
    bodies = [
        max((measured(line[at], 100, BOLD if at == listed.strong else PLAIN) for line in lines), default=0)
        for at in range(len(listed.head))
    ]
    heads = [measured(text, 100 * HEAD, BOLD) for text in listed.head]
    return tuple(max(body, head) / 100 for body, head in zip(bodies, heads, strict=True))


def _room(width: float, columns: int, parts: int) -> float:
    """Return what a column has for the letters of that many parts."""
    return (width - GAP * (columns - 1)) / columns - 2 * PAD * parts


def _rows(listed: ListPaper, columns: int, most: int) -> int:
    """Return the fewest rows with which the lines fit into that many columns; they do with `most`."""
    fewest = max(1, -(-len(listed.lines) // columns))
    return next((rows for rows in range(fewest, most) if len(packed(listed.blocks, rows)) <= columns), most)


def _top(pdf: Paper) -> float:
    return EDGE + 0.1 * pdf.h


def _bottom(pdf: Paper) -> float:
    return pdf.h - EDGE


def _sheet_head(pdf: Paper, listed: ListPaper, number: int, sheets: int) -> None:
    room, unit = pdf.w - 2 * EDGE, pdf.h / 297
    corner = 30 * unit
    counted = spoken(said("{number} of {sheets}", number=number, sheets=sheets)) if sheets > 1 else ""
    pdf.write_at(EDGE, EDGE, room - corner, listed.title, size=30 * unit, style=BOLD, height=13 * unit)
    pdf.write_at(EDGE + room - corner, EDGE, corner, counted, size=18 * unit, align="R", height=13 * unit)
    pdf.write_at(EDGE, EDGE + 14 * unit, room, listed.subtitle, size=14 * unit, height=7 * unit)


def _column(pdf: Paper, listed: ListPaper, laid: PosterLayout, column: int, lines: Sequence[Line]) -> None:
    top, room = _top(pdf), (pdf.w - 2 * EDGE - GAP * (laid.columns - 1)) / laid.columns
    x = EDGE + column * (room + GAP)
    least = laid.size * LEADING * POINT
    row = min((_bottom(pdf) - top) / (laid.rows + HEAD), 2 * least)
    widths = [width * laid.size + 2 * PAD for width in laid.widths]
    widths[listed.wide] += room - sum(widths)
    for at, line in enumerate((listed.head, *lines)):
        y, height = (top, HEAD * row) if at == 0 else (top + (HEAD + at - 1) * row, row)
        size = laid.size * HEAD if at == 0 else laid.size
        pdf.line(x, y + height, x + room, y + height)
        left = x
        for part, (text, width, align) in enumerate(zip(line, widths, listed.align, strict=True)):
            style = BOLD if at == 0 or part == listed.strong else PLAIN
            pdf.write_at(left, y, width, text, size=size, style=style, align=align, height=height)
            left += width


# The cards in front of the players of a round, in millimetres.
CARDS_ACROSS, CARDS_DOWN, CARD_WIDTH, CARD_HEIGHT, CARD_QR = 2, 5, 91, 53, 26
SCAN_QR = 34  # on a card, what the name leaves for it


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The card in front of a player; `claim` is what its code opens, "" if the character has an owner; `player` is what
    its player is called, "" if nobody says so."""

    name: str
    where: str
    title: str
    claim: str = ""
    player: str = ""


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


def _seat_card(pdf: Paper, card: SeatCard, x: int, y: int) -> None:
    pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT)
    room = CARD_WIDTH - 6
    pdf.write_at(x + 3, y + 3, room, card.title, size=7)
    for at, part in enumerate(wrap(card.name, 26, max_lines=2, placeholder="…")):
        pdf.write_at(x + 3, y + 9 + 7 * at, room, part, size=15, style=BOLD)
    pdf.write_at(x + 3, y + 26, room - SCAN_QR, card.where, size=12)
    if card.player:
        pdf.write_at(x + 3, y + 34, room, card.player[:40], size=10)
    if card.claim:
        pdf.image(qr_png(card.claim), x + CARD_WIDTH - 3 - CARD_QR, y + CARD_HEIGHT - 3 - CARD_QR, CARD_QR, CARD_QR)
        for at, part in enumerate(wrap(spoken(CLAIM), 30)):
            pdf.write_at(x + 3, y + 34 + 4 * at, room - CARD_QR, part, size=7)

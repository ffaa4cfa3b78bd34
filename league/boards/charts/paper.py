"""A board on paper: A3 sheets with the board, with its paths in words, and with every card of its decks to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from engine.careers.board import Board, Path
from engine.careers.words import money
from engine.translatable import said, spoken
from league.boards.charts.drawing import TONES
from league.boards.charts.layout import Petal, Point, petals, sectors
from league.boards.charts.words import LEGEND, cards, happens, lines, marks
from league.core.charts import BOLD, PLAIN, paper

if TYPE_CHECKING:
    from league.core.charts.document import Paper

WIDTH, HEIGHT, EDGE = 297.0, 420.0, 11.0
SCALE = (WIDTH - 2 * EDGE) / 1000  # millimetres for a unit of the drawing
TOP = 30.0
CARD_WIDTH, CARD_HEIGHT, ACROSS, DOWN = 63.0, 88.0, 4, 4
_LETTERS, _LINE = 90, 3.6  # of a line in two columns
_FILLS = {"door": (224, 232, 242), "gold": (250, 240, 205), "good": (223, 240, 228), "harm": (246, 223, 220)}
_PLAIN = (255, 255, 255)
_BEDS = (
    (222, 240, 222),
    (222, 230, 246),
    (232, 240, 214),
    (248, 226, 218),
    (248, 238, 212),
    (238, 226, 244),
    (248, 222, 226),
    (248, 232, 214),
    (216, 238, 244),
    (230, 228, 246),
)


def board_pdf(board: Board) -> bytes:
    with paper("A3") as pdf:
        pdf.set_title(board.name)
        _board(pdf, board)
        _paths(pdf, board)
        for title, deck in zip((said("Experience"), said("Opportunity")), cards(board), strict=True):
            _cards(pdf, board, title, deck)
        pdf.note_what_lacks()
        return pdf.finished()


def _board(pdf: Paper, board: Board) -> None:
    pdf.add_page()
    pdf.write_at(EDGE, 12, WIDTH - 2 * EDGE, board.name, size=26, style=BOLD, align="C")
    for petal in petals(board):
        _petal(pdf, board, petal)
    for sector in sectors():
        square = board.raw[sector.number]
        pdf.set_fill_color(*_FILLS.get(TONES.get(square["effect"], ""), _PLAIN))
        pdf.polygon([_at(corner) for corner in sector.corners], style="DF")
        _middle(pdf, sector.middle, lines(square["name"], 12, 3), 19, size=6.5)
    _middle(pdf, Point(500, 500), lines(board.name, 14, 3), 60, size=18, style=BOLD)
    start = money(board, board.figures["starting_cash"]), money(board, board.figures["starting_salary"])
    notes = (
        spoken(said("Everybody begins with {cash} and a salary of {salary}.", cash=start[0], salary=start[1])),
        "; ".join(f"{mark} {spoken(words)}" for mark, words in LEGEND) + ".",
        *(f"{square['number']} {square['name']}: {spoken(square['caption'])}." for square in board.raw[: board.size]
          if square["effect"] not in ("enter", "draw_opportunity")),
    )  # fmt: skip
    _columns(pdf, [*_wrapped(notes)], TOP + 1000 * SCALE + 6)


def _petal(pdf: Paper, board: Board, petal: Petal) -> None:
    pdf.set_fill_color(*_BEDS[petal.path.index])
    pdf.polygon([_at(point) for point in petal.lane[::6]], style="F")
    squares = board.raw[petal.path.gate + 1 : petal.path.gate + 1 + petal.path.size]
    short = [(at, square["to"]) for at, square in enumerate(squares) if square.get("effect") in ("jump", "shortcut")]
    for start, end in (petal.way_in, petal.way_out, *((petal.circles[at], petal.circles[to]) for at, to in short)):
        pdf.line(*_at(start), *_at(end))
    pdf.polyline([_at(point) for point in petal.lane[::6]])
    pdf.set_fill_color(*_PLAIN)
    radius = petal.radius * SCALE
    for at, (middle, square) in enumerate(zip(petal.circles, squares, strict=True)):
        x, y = _at(middle)
        pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, style="DF")
        _middle(pdf, middle, [str(at + 1), *marks(board, square)], 12, size=5.5)
    if petal.title:
        _middle(pdf, petal.title, lines(petal.path.name, 12, 3), 30, size=9, style=BOLD)


def _middle(pdf: Paper, point: Point, named: Sequence[str], width: float, *, size: float, style: str = PLAIN) -> None:
    """Write lines round a point; a cell is 5 mm high."""
    x, y = _at(point)
    height = size * 0.38
    for at, words in enumerate(named):
        top = y - 2.5 + height * (at - (len(named) - 1) / 2)
        pdf.write_at(x - width / 2, top, width, words, size=size, style=style, align="C")


def _at(point: Point) -> tuple[float, float]:
    return EDGE + point.x * SCALE, TOP + point.y * SCALE


def _paths(pdf: Paper, board: Board) -> None:
    """Write what is on every square, two columns of paths."""
    rows = [row for path in sorted(board.paths, key=lambda path: path.entrance) for row in _rows(board, path)]
    per_page = 2 * int((HEIGHT - 40) / _LINE)
    for at in range(0, len(rows), per_page):
        pdf.add_page()
        pdf.write_at(
            EDGE, 10, WIDTH - 2 * EDGE, spoken(said("The paths of {board}", board=board.name)), size=16, style=BOLD
        )
        _columns(pdf, rows[at : at + per_page], 22)


def _rows(board: Board, path: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows of a path, a style and a line each."""
    fee = money(board, path.fee)
    head = said("{path} (in at {entrance}, out at {exit}; {fee})")
    yield BOLD, spoken(said(head, path=path.name, entrance=path.entrance, exit=path.exit, fee=fee))
    for at in range(path.size):
        square = board.raw[path.gate + 1 + at]
        yield from _wrapped([f"{at + 1}  {spoken(square['caption'])}: {spoken(happens(board, square))}"])
    yield PLAIN, ""


def _wrapped(notes: Sequence[str]) -> Iterator[tuple[str, str]]:
    for note in notes:
        yield from ((PLAIN, line) for line in wrap(note, _LETTERS))


def _columns(pdf: Paper, rows: Sequence[tuple[str, str]], top: float) -> None:
    """Write rows in two columns as even as possible."""
    room, half = (WIDTH - 2 * EDGE - 6) / 2, -(-len(rows) // 2)
    for number, (style, words) in enumerate(rows):
        column, row = divmod(number, half)
        pdf.write_at(EDGE + column * (room + 6), top + row * _LINE, room, words, size=8, style=style)


def _cards(pdf: Paper, board: Board, title: str, deck: Sequence[str]) -> None:
    left, top = (WIDTH - ACROSS * CARD_WIDTH) / 2, (HEIGHT - DOWN * CARD_HEIGHT) / 2
    for number, words in enumerate(deck):
        place = number % (ACROSS * DOWN)
        if place == 0:
            pdf.add_page()
        x, y = left + place % ACROSS * CARD_WIDTH, top + place // ACROSS * CARD_HEIGHT
        pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT)
        pdf.write_at(x + 2, y + 5, CARD_WIDTH - 4, spoken(title).upper(), size=9, align="C")
        size = 40 if len(words) < 4 else 15
        for at, line in enumerate(lines(spoken(words), 16, 4)):
            pdf.write_at(x + 2, y + 38 + at * 7, CARD_WIDTH - 4, line, size=size, style=BOLD, align="C")
        pdf.write_at(x + 2, y + CARD_HEIGHT - 9, CARD_WIDTH - 4, board.name, size=7, align="C")

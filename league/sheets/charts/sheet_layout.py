"""Lay out a score sheet on paper, in millimetres: one value for the PDF that prints it and for the reader of its photo.

Everything follows from the game's cells, the number of seats and the size of the paper, so a new game has a sheet that
can be read as soon as it has columns. Four marks in the corners say where the paper lies and which size it is; the QR
code says the rest (`SheetKey`). Its last part is a digest of all places: a sheet that an earlier version laid out in
another way is recognised instead of being read wrongly.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Literal, NamedTuple
from zlib import crc32

from games.rules.systems import SYSTEMS, SheetSystem
from league.sheets.rules.sheet_cells import Cell, cells_of

SIZES = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "Letter": (215.9, 279.4)}
# The corner marks: those of OpenCV's dictionary DICT_4X4_50 as numbers of sixteen bits, row by row, 1 for white.
# Four for each size, clockwise from the top left.
MARKS: tuple[int, ...] = (
    0b1011_0101_0011_0010,
    0b0000_1111_1001_1010,
    0b0011_0011_0010_1101,
    0b1001_1001_0100_0110,
    0b0101_0100_1001_1110,
    0b0111_1001_1100_1101,
    0b1001_1110_0010_1110,
    0b1100_0100_1111_0010,
    0b1111_1110_1101_1010,
    0b1100_1111_0101_0110,
    0b1111_1001_1001_0001,
    0b0001_0001_1010_0111,
)
CORNERS = 4
MARK_CELLS = 6  # across a mark, its black rim included
EDGE, MARK, QR, HEAD, NAMES, SIGNED = 6.0, 9.0, 24.0, 29.0, 8.0, 7.0
LABEL, LABEL_SMALL = 34.0, 28.0
DIGIT, DIGIT_HEIGHT, TICK = (4.4, 5.2, 3.2)
TICK_STEP, NUMBERED_STEP, CHOICE_STEP, INSET = 4.6, 5.0, 3.6, 1.0
SIGN, SIGN_INSET = 6.4, 2.4  # what a box for a minus takes, and where it begins: behind a printed one
LOWEST, HIGHEST = 5.35, 8.4  # a row
CLAIMS, FOOT = 17.0, 4.0


class Box(NamedTuple):
    """A rectangle on the paper, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


def mark_places(size: str) -> tuple[tuple[int, Box], ...]:
    """Return number and place of the four marks on paper of this size, clockwise from the top left."""
    width, height = SIZES[size]
    right, bottom = width - EDGE - MARK, height - EDGE - MARK
    first = CORNERS * list(SIZES).index(size)
    corners = ((EDGE, EDGE), (right, EDGE), (right, bottom), (EDGE, bottom))
    return tuple((first + at, Box(x, y, MARK, MARK)) for at, (x, y) in enumerate(corners))


def qr_place(size: str) -> Box:
    """Return where the QR code is."""
    return Box(SIZES[size][0] - EDGE - MARK - 3 - QR, EDGE, QR, QR)


@dataclass(frozen=True, slots=True)
class Field:
    """A box to write or tick in; that of a sign is ticked if a number is below 0. `cell` counts the game's cells,
    `at` the boxes of a cell in a seat from 0; for the box of another seat it is that seat's number."""

    kind: Literal["digit", "tick", "sign"]
    seat: int
    cell: int
    at: int
    box: Box


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The line of one cell across the page."""

    cell: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of a sheet. `columns` are the left edges of the seats, `below` is where the rows end."""

    size: str
    number: int
    seats: tuple[int, ...]
    label: float
    columns: tuple[float, ...]
    width: float
    rows: tuple[SheetRow, ...]
    fields: tuple[Field, ...]
    below: float


class SheetKey(NamedTuple):
    """Name a printed page. It follows the `#` of the link in the QR code, which browsers do not send."""

    system: str
    size: str
    seats: int
    page: int
    digest: str = ""

    def __str__(self) -> str:
        return f"sheet.{self.system}.{self.size}.{self.seats}.{self.page}.{self.digest}"


_KEY = re.compile(r"#sheet\.([\w-]{1,60})\.(\w{1,10})\.(\d{1,2})\.(\d{1,2})\.([0-9a-f]{8})\Z", re.ASCII)


def key_in(link: str) -> SheetKey | None:
    """Return the key in what a QR code says, None if there is none."""
    parts = _KEY.search(link)
    return SheetKey(parts[1], parts[2], int(parts[3]), int(parts[4]), parts[5]) if parts else None


def key_of(system: str, page: SheetPage, seats: int, made_by: str = "") -> SheetKey:
    """Return the key to print on a page of a game's sheet; `made_by` is the text of an own game's version."""
    return SheetKey(system, page.size, seats, page.number, digest(page, made_by))


FindSystem = Callable[[str], SheetSystem | None]


def page_of(key: SheetKey, find: FindSystem = SYSTEMS.get) -> SheetPage | None:
    """Return the page that the key is of; None if this version has no such page, or lays it out in another way. `find`
    says which game an id stands for."""
    system = find(key.system)
    if system is None or key.size not in SIZES or not system.SEATS[0] <= key.seats <= system.SEATS[1]:
        return None
    pages = sheet_pages(cells_of(system), key.seats, key.size)
    page = next((page for page in pages if page.number == key.page), None)
    return page if page and key.digest in ("", digest(page, system.content)) else None


def digest(page: SheetPage, made_by: str = "") -> str:
    """Return eight letters that differ if any box lies elsewhere or is of another cell, or if the sheet is of
    another version of an own game: the same box may mean something else there."""
    places = [
        (field.kind, field.seat, field.cell, field.at, *(round(100 * side) for side in field.box))
        for field in page.fields
    ]
    made = [made_by] if made_by else []
    return f"{crc32(repr((page.seats, places, *made)).encode()):08x}"


@lru_cache(maxsize=1024)
def sheet_pages(cells: tuple[Cell, ...], seats: int, size: str) -> tuple[SheetPage, ...]:
    """Return the pages of a sheet: seats beside each other as long as their boxes have room, rows below each other."""
    width, height = SIZES[size]
    label = LABEL if width > SIZES["A5"][0] else LABEL_SMALL
    room, needed = width - 2 * EDGE - label, max((_width(cell, seats) for cell in cells), default=DIGIT)
    beside = max(1, int(room // (needed + INSET)))
    each = -(-seats // -(-seats // beside))  # pages of about as many seats each
    groups = [tuple(range(first, min(first + each, seats + 1))) for first in range(1, seats + 1, each)]
    numbers, taken = count(1), EDGE + HEAD + NAMES + SIGNED + EDGE + MARK
    return tuple(
        _page(cells, chunk, seats, group, size, next(numbers), label, room / len(group))
        for chunk in _chunks(cells, height - taken)
        for group in groups
    )


def _chunks(cells: Sequence[Cell], room: float) -> Iterator[list[int]]:
    """Yield the cells of each page by their number."""
    chunk, used = list[int](), 0.0
    for number, cell in enumerate(cells):
        if chunk and used + max(LOWEST, _height(cell)) > room:
            yield chunk
            chunk, used = [], 0.0
        chunk.append(number)
        used += max(LOWEST, _height(cell))
    yield chunk


def _page(
    cells: Sequence[Cell],
    chunk: Sequence[int],
    seats: int,
    group: tuple[int, ...],
    size: str,
    number: int,
    label: float,
    width: float,
) -> SheetPage:
    usual = _usual_height([cells[at] for at in chunk], SIZES[size][1])
    columns = tuple(EDGE + label + width * at for at in range(len(group)))
    rows, fields, y = list[SheetRow](), list[Field](), EDGE + HEAD + NAMES
    for at in chunk:
        row = SheetRow(at, y, max(usual, _height(cells[at])))
        rows.append(row)
        for seat, x in zip(group, columns, strict=True):
            fields.extend(_fields(cells[at], row, seat, seats, x + INSET))
        y += row.height
    return SheetPage(size, number, group, label, columns, width, tuple(rows), tuple(fields), y)


def _usual_height(cells: Sequence[Cell], height: float) -> float:
    """Return the height of most rows: all that there is, and room for the codes of guests if rows stay pleasant."""
    taken = EDGE + HEAD + NAMES + SIGNED + FOOT + EDGE + MARK
    tall = [cell for cell in cells if _height(cell) > LOWEST]
    room, rows = height - taken - sum(map(_height, tall)), max(1, len(cells) - len(tall))
    with_claims = (room - CLAIMS) / rows
    return min(HIGHEST, max(LOWEST, with_claims if with_claims > LOWEST + 0.6 else room / rows))


def _width(cell: Cell, seats: int) -> float:
    others = NUMBERED_STEP * (seats - 1) if cell.others else 0
    return INSET + max(
        SIGN * cell.signed + DIGIT * cell.digits, TICK_STEP * cell.ticks, others, 17.0 if cell.choices else 0
    )


def _height(cell: Cell) -> float:
    return CHOICE_STEP * len(cell.choices) + 1 if cell.choices else LOWEST


def _fields(cell: Cell, row: SheetRow, seat: int, seats: int, x: float) -> Iterator[Field]:
    digit_y, tick_y = row.y + (row.height - DIGIT_HEIGHT) / 2, row.y + (row.height - TICK) / 2
    if cell.own is not None:  # its name stands above
        tick_y = row.y + row.height - TICK - 0.5
    if cell.signed:
        yield Field("sign", seat, row.cell, 0, Box(x + SIGN_INSET, tick_y, TICK, TICK))
    first = x + SIGN * cell.signed
    for at in range(cell.digits):
        yield Field("digit", seat, row.cell, at, Box(first + DIGIT * at, digit_y, DIGIT, DIGIT_HEIGHT))
    for at in range(cell.ticks):
        yield Field("tick", seat, row.cell, at, Box(x + TICK_STEP * at, tick_y, TICK, TICK))
    for at in range(len(cell.choices)):
        yield Field("tick", seat, row.cell, at, Box(x, row.y + 0.7 + CHOICE_STEP * at, TICK - 0.4, TICK - 0.4))
    if cell.others:
        others = (other for other in range(1, seats + 1) if other != seat)
        for at, other in enumerate(others):
            yield Field("tick", seat, row.cell, other, Box(x + 1.8 + NUMBERED_STEP * at, tick_y, TICK, TICK))

"""A score sheet's boxes: where the layout has them, the PDF prints them, and no other sheet is taken for it."""

import re
import zlib
from itertools import combinations

import pytest

from games.rules.definitions import canonical, definition
from games.rules.systems import SYSTEMS
from league.sheets.charts.score_sheets import FigureRow, SheetPaper, score_sheets
from league.sheets.charts.sheet_layout import (
    EDGE,
    LOWEST,
    MARK,
    SIZES,
    Box,
    SheetKey,
    key_in,
    key_of,
    mark_places,
    page_of,
    qr_place,
    sheet_pages,
)
from league.sheets.rules.sheet_cells import cells_of
from tests.factories.definitions import seven_on_paper, six_shapes
from tests.factories.families import family

POINT = 25.4 / 72  # millimetres
RECTANGLE = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) -([\d.]+) re (S|f)")
GAMES = SYSTEMS | {f"own-{key}": definition(canonical(raw), f"own-{key}") for key, raw in seven_on_paper().items()}
SHEETS = [(system, size) for size in SIZES for system in GAMES]


def pages_of(system, seats, size):
    return sheet_pages(cells_of(GAMES[system]), seats, size)


def printed(system: str, seats: int, size: str) -> list[set[tuple[str, Box]]]:
    """The rectangles of each page of the PDF, in tenths of a millimetre."""
    rows = tuple(FigureRow(cell) for cell in cells_of(GAMES[system]))
    sheet = SheetPaper(1, "Open", "Round 1", ("Ada",) * seats, rows, "https://club.example/t/1", system=system)
    content = score_sheets([sheet], size)
    streams = re.findall(rb"/FlateDecode.*?stream\n(x.*?)\nendstream", content, re.DOTALL)
    pages = [page for page in map(zlib.decompress, streams) if b" re S" in page]
    return [{rectangle(found, SIZES[size][1]) for found in RECTANGLE.findall(page)} for page in pages]


def rectangle(found: tuple[bytes, ...], height: float) -> tuple[str, Box]:
    x, y, width, tall = (float(value) * POINT for value in found[:4])
    return found[4].decode(), tenths(Box(x, height - y, width, tall))


def tenths(box: Box) -> Box:
    return Box(*(round(10 * value) for value in box))


def near(box: Box, boxes: set[Box]) -> bool:
    return any(all(abs(a - b) <= 1 for a, b in zip(box, other, strict=True)) for other in boxes)


@pytest.mark.parametrize(("system", "size"), family(SHEETS, usual=4))
def test_the_pdf_prints_every_box_where_the_reader_looks_for_it(system, size):
    seats = GAMES[system].SEATS[1]
    pages, layout = printed(system, seats, size), pages_of(system, seats, size)
    assert len(pages) == len(layout)
    for drawn, page in zip(pages, layout, strict=True):
        boxes = {box for how, box in drawn if how == "S"}
        assert len(boxes) == len(page.fields) and all(near(tenths(field.box), boxes) for field in page.fields)
        black = {box for how, box in drawn if how == "f"}
        assert all(near(tenths(box), black) for _, box in mark_places(size))


@pytest.mark.parametrize(("system", "size"), SHEETS)
def test_every_cell_of_every_seat_has_its_boxes_once_and_apart_from_others(system, size):
    columns, (width, height) = cells_of(GAMES[system]), SIZES[size]
    for seats in range(GAMES[system].SEATS[0], GAMES[system].SEATS[1] + 1):
        pages = pages_of(system, seats, size)
        fields = [field for page in pages for field in page.fields]
        for seat in range(1, seats + 1):
            for at, cell in enumerate(columns):
                mine = [field for field in fields if (field.seat, field.cell) == (seat, at)]
                wanted = cell.digits + cell.ticks + len(cell.choices) + (seats - 1 if cell.others else 0)
                wanted += cell.signed
                assert len({(field.kind, field.at) for field in mine}) == len(mine) == wanted, cell.label
        for page in pages:
            code = qr_place(size)
            assert page.below < height - EDGE - MARK and all(row.height >= LOWEST for row in page.rows)
            assert all(field.box.y > code.y + code.height for field in page.fields)
            assert all(field.box.x + field.box.width < width - EDGE for field in page.fields)
            for row in page.rows:
                boxes = sorted(field.box for field in page.fields if field.cell == row.cell)
                assert not any(overlap(one, other) for one, other in combinations(boxes, 2)), columns[row.cell].label


def overlap(one: Box, other: Box) -> bool:
    apart = 0.01
    return (
        one.x + one.width > other.x + apart
        and other.x + other.width > one.x + apart
        and one.y + one.height > other.y + apart
        and other.y + other.height > one.y + apart
    )


def test_a_table_of_four_has_its_game_on_one_page_of_every_size_but_the_smallest():
    assert all(len(pages_of(system, 4, size)) == 1 for system in SYSTEMS for size in ("A4", "Letter"))
    assert len(pages_of("careers", 4, "A5")) == 2


@pytest.mark.parametrize(("system", "seats"), [("careers", 6), ("career_compass", 20)])
def test_the_code_of_a_sheet_leads_back_to_its_page(system, seats):
    for page in pages_of(system, seats, "A5"):
        key = key_in(f"https://club.example/t/1-abc/#{key_of(system, page, seats)}")
        assert key is not None and page_of(key) == page


@pytest.mark.parametrize(
    "link",
    [
        "https://club.example/t/1-abc/",
        "https://club.example/t/1-abc/#sheet.careers.A4.4.1.",
        "https://club.example/t/1-abc/#sheet.careers.A4.444.1.00000000",
    ],
)
def test_any_other_code_has_no_sheet(link):
    assert key_in(link) is None


@pytest.mark.parametrize(
    "key",
    [
        SheetKey("careers", "A4", 4, 1, "00000000"),
        SheetKey("careers", "A4", 4, 2),
        SheetKey("careers", "A4", 7, 1),
        SheetKey("careers", "A3", 4, 1),
        SheetKey("chess", "A4", 2, 1),
    ],
    ids=["laid out in another way", "page", "seats", "size", "game"],
)
def test_a_sheet_that_is_not_of_this_version_is_recognised(key):
    assert page_of(key) is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", six_shapes())
def test_the_code_of_an_own_game_leads_back_to_the_version_that_it_was_printed_by(shape, size):
    content = six_shapes()[shape]
    system, other = (definition(canonical(one), "own-game") for one in (content, content | {"minutes": 11}))
    for page in sheet_pages(cells_of(system), 4, size):
        key = key_in(f"https://club.example/enter/#{key_of('own-game', page, 4, system.content)}")
        assert key is not None and page_of(key, {"own-game": system}.get) == page
        assert page_of(key, {"own-game": other}.get) is None

"""Papers on the wall: large type, columns that are filled, nobody missing, on both sizes of paper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.tournaments.desk.charts.posters import (
    LARGEST,
    MOST_COLUMNS,
    SMALLEST,
    ListPaper,
    cut_to,
    layout,
    list_paper,
    packed,
)

SHEETS = {"A4": (186, 243), "A3": (273, 354), "Letter": (191.9, 227.4)}
LETTER = 0.2  # millimetres of a letter at a size of one point, in a wide font


def measured(text: str, size: float, style: str) -> float:
    return len(text) * size * LETTER


def seats(people: int, name: str = "Gwendolyn Watercooler") -> ListPaper:
    blocks = tuple(((f"{name} {at}", str(at // 4 + 1), str(at % 4 + 1)),) for at in range(people))
    return ListPaper("Who sits where", "", ("Name", "Table", "Seat"), "LRR", blocks, wide=0, strong=1)


@pytest.mark.parametrize("size", SHEETS)
@pytest.mark.parametrize("people", [1, 7, 24, 100, 333])
def test_names_can_be_read_from_three_metres(people: int, size: str):
    width, height = SHEETS[size]
    laid = layout(seats(people), width=width, height=height, measured=measured)
    assert SMALLEST <= laid.size <= LARGEST
    assert sum(laid.filled, ()) == seats(people).lines


@pytest.mark.parametrize("size", SHEETS)
@pytest.mark.parametrize("people", [24, 100])
def test_columns_are_filled_to_the_end(people: int, size: str):
    width, height = SHEETS[size]
    laid = layout(seats(people), width=width, height=height, measured=measured)
    lengths = [len(column) for column in laid.filled]
    assert set(lengths[:-1]) <= {laid.rows} and len(lengths) % laid.columns == 0
    assert lengths[-1] > laid.rows / 2


def test_larger_paper_takes_fewer_sheets():
    needed = {
        size: len(laid.filled) / laid.columns
        for size, (width, height) in SHEETS.items()
        for laid in [layout(seats(100), width=width, height=height, measured=measured)]
    }
    assert needed["A3"] < needed["A4"]


def test_a_name_without_an_end_is_cut_and_nobody_else_suffers():
    width, height = SHEETS["A4"]
    laid = layout(seats(24, "A" * 190), width=width, height=height, measured=measured)
    assert laid.size >= SMALLEST


@given(
    st.lists(st.lists(st.just(("x",)), min_size=1, max_size=8).map(tuple), max_size=60),
    st.integers(min_value=8, max_value=40),
)
@settings(max_examples=50)
def test_a_table_stays_in_one_column(blocks, rows: int):
    columns = packed(blocks, rows)
    assert all(0 < len(column) <= rows for column in columns)
    ends = {sum(map(len, columns[: at + 1])) for at in range(len(columns))}
    starts = {sum(map(len, blocks[:at])) for at in range(len(blocks) + 1)}
    assert ends <= starts


@pytest.mark.parametrize("size", SHEETS)
def test_the_file_has_the_size_that_was_chosen(size: str):
    box = {
        "A4": b"/MediaBox [0 0 595.28 841.89]",
        "A3": b"/MediaBox [0 0 841.89 1190.55]",
        "Letter": b"/MediaBox [0 0 612.00 792.00]",
    }[size]
    assert box in list_paper(seats(24), size)
    assert MOST_COLUMNS > 1


@pytest.mark.parametrize("size", SHEETS)
@pytest.mark.parametrize(
    ("head", "name", "points"),
    [
        (("#", "Name", "Points"), "W" * 60, "12"),
        (("#", "Name", "Points"), "WOLFGANG AMADEUS MOMMSEN-WAGNER", "12"),
        (("W" * 90, "N" * 90, "P" * 90), "Ada", "12"),
        (("#", "Name", "Points"), "Ada", "1" * 300),
        (("W" * 300,) * 3, "W" * 300, "1" * 300),
    ],
    ids=["name", "upper case", "heads", "column of figures", "everything"],
)
def test_a_line_that_no_sheet_is_wide_enough_for_is_cut(head, name: str, points: str, size: str):
    width, height = SHEETS[size]
    blocks = tuple(((str(at), name, points),) for at in range(19))
    listed = ListPaper("Standings", "", head, "RLR", blocks, wide=1, strong=2)
    laid = layout(listed, width=width, height=height, measured=measured)
    assert SMALLEST <= laid.size <= LARGEST and sum(laid.filled, ()) == listed.lines
    assert list_paper(listed, size).startswith(b"%PDF")


@given(st.lists(st.floats(min_value=0.1, max_value=500), min_size=1, max_size=8), st.floats(min_value=1, max_value=60))
@settings(max_examples=60, deadline=None)
def test_only_the_widest_are_cut_and_to_one_width(widths: list[float], room: float):
    cut = cut_to(widths, room)
    assert sum(cut) <= room * 1.000001 or tuple(widths) == cut
    assert sum(cut) >= min(room, sum(widths)) * 0.999999
    less = {round(now, 6) for now, before in zip(cut, widths, strict=True) if now < before}
    assert len(less) <= 1 and all(max(cut) <= one * 1.00001 for one in less)

"""What fits on the projector."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import league
from league.tournaments.desk.rules.screens import HEAD, HEIGHT, LINE, SEAT, TYPES, list_lines, screens, table_grid


@given(st.integers(min_value=0, max_value=300), st.integers(min_value=1, max_value=8))
def test_a_grid_fits_on_the_screen(tables: int, seats: int):
    grid = table_grid(tables, seats)
    assert grid.rows == 1 or grid.rows * (HEAD + SEAT * seats) <= HEIGHT


def test_few_tables_are_shown_large_and_many_still_fit():
    assert table_grid(3, 4).columns == 2
    assert table_grid(10, 4).columns == 4
    assert table_grid(250, 4).size == 20
    assert table_grid(250, 8).size == 10


@given(st.lists(st.integers()), st.integers(min_value=1, max_value=30))
def test_screens_hold_everything_in_order_and_evenly(items: list[int], size: int):
    found = screens(items, size)
    assert [item for screen in found for item in screen] == items
    lengths = [len(screen) for screen in found]
    assert not lengths or (max(lengths) <= size and max(lengths) - min(lengths) <= 1)


@given(st.integers(min_value=1, max_value=80))
def test_a_list_holds_all_its_lines_and_fits(number: int):
    lines = list_lines(number)
    assert lines.columns * lines.rows >= number > lines.columns * (lines.rows - 1)
    assert lines.rows * lines.type * LINE <= 100 * HEIGHT and lines.type in TYPES


@pytest.mark.parametrize(
    ("number", "least"), [(1, 400), (5, 400), (8, 250), (16, 200), (24, 160), (48, 125), (80, 105)]
)
def test_the_fewer_lines_the_larger_they_are(number: int, least: int):
    assert list_lines(number).type >= least


def test_the_style_sheet_has_a_class_for_every_list():
    sheet = (Path(league.__file__).parent / "static" / "league" / "office.css").read_text(encoding="utf-8")
    for number in range(1, 81):
        lines = list_lines(number)
        assert f".rows-{lines.rows} " in sheet and f".type-{lines.type} " in sheet

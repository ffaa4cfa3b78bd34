"""What fits on the projector."""

from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.desk.rules.screens import HEAD, HEIGHT, SEAT, screens, table_grid


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

"""First places by seat, and what would be fair."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.reports.charts.seat_bars import LEFT, LENGTH, even_shares, seat_bars


def test_at_tables_of_one_size_every_seat_has_the_same_share():
    assert even_shares([(1, 5, 10), (2, 3, 10), (3, 2, 10), (4, 0, 10)]) == [
        (1, 5, 10, 250),
        (2, 3, 10, 250),
        (3, 2, 10, 250),
        (4, 0, 10, 250),
    ]


def test_a_seat_of_large_tables_alone_is_due_less():
    [first, _second, third] = even_shares([(1, 3, 4), (2, 1, 4), (3, 0, 1)])
    assert first.even == round(Fraction(1000 * 3, 4 * 2) + Fraction(1000, 4 * 3))
    assert third.even == 333


@given(st.lists(st.integers(2, 8), min_size=1, max_size=40))
def test_what_is_due_adds_up_to_the_games(tables):
    rows = [(seat, 0, sum(size >= seat for size in tables)) for seat in range(1, max(tables) + 1)]
    due = sum(Fraction(one.even * one.sat, 1000) for one in even_shares(rows))
    assert abs(due - len(tables)) <= Fraction(sum(sat for *_seat, sat in rows), 2000)


def test_bars_are_as_long_as_their_share_and_stay_inside():
    drawn = seat_bars(even_shares([(1, 10, 10), (2, 0, 10)]))
    first, second = drawn.bars
    assert (first.length, first.percent, first.even_x) == (LENGTH, 100, LEFT + LENGTH // 2)
    assert (second.length, second.percent) == (0, 0) and first.middle < second.middle < drawn.bottom
    assert drawn.bottom < drawn.height and drawn.right < drawn.width

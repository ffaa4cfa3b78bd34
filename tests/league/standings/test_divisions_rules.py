"""Up and down between seasons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.rules.divisions import DOWN, LEFT, NEW, STAY, UP, carried, cut, explained, movers, ways

sizes = st.lists(st.integers(min_value=2, max_value=40), min_size=1, max_size=6)


def divisions_of(counts: list[int]) -> list[list[int]]:
    """Divisions of these sizes whose characters are numbered from the top."""
    starts = [sum(counts[:tier]) for tier in range(len(counts))]
    return [list(range(start, start + count)) for start, count in zip(starts, counts, strict=True)]


@pytest.mark.parametrize(("size", "many"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (16, 4), (0, 0)])
def test_a_quarter_rounded_up_goes_each_way(size: int, many: int):
    assert movers(size) == many


def test_the_top_sends_nobody_up_and_the_bottom_nobody_down():
    assert list(ways([1, 2, 3, 4], top=True, bottom=False).values()) == [STAY, STAY, STAY, DOWN]
    assert list(ways([1, 2, 3, 4], top=False, bottom=False).values()) == [UP, STAY, STAY, DOWN]
    assert list(ways([1, 2, 3, 4], top=False, bottom=True).values()) == [UP, STAY, STAY, STAY]
    assert set(ways([1, 2, 3, 4], top=True, bottom=True).values()) == {STAY}


def test_in_a_division_of_one_up_comes_first():
    assert ways([1], top=False, bottom=False) == {1: UP}


def test_who_has_left_is_passed_over_on_the_way_up():
    assert ways([1, 2, 3, 4], top=False, bottom=True, left={1}) == {1: LEFT, 2: UP, 3: STAY, 4: STAY}


def test_who_has_left_at_the_bottom_counts_as_gone_down():
    assert ways([1, 2, 3, 4], top=True, bottom=False, left={4}) == {1: STAY, 2: STAY, 3: STAY, 4: LEFT}


def test_newcomers_start_at_the_bottom():
    moves = {move.character: move for move in carried([[1, 2], [3, 4]], newcomers=[9])}
    assert (moves[9].way, moves[9].before, moves[9].after) == (NEW, None, 1)
    assert (moves[3].after, moves[2].after, moves[1].after, moves[4].after) == (0, 1, 0, 1)


def test_newcomers_to_a_league_of_one_division_start_in_it():
    assert [move.after for move in carried([[1]], newcomers=[9])] == [0, 0]


def test_who_has_left_is_in_no_division_afterwards():
    assert [move.after for move in carried([[1, 2], [3, 4]], left={3})] == [0, 1, None, 0]


def test_every_move_says_why():
    reasons = {move.character: move.reason for move in carried([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], left={10})}
    assert reasons[5] == "Place 5 of 5: the last 2 go down."
    assert reasons[6] == "Place 1 of 5: the first 2 go up."
    assert reasons[1] == "Place 1 of 5: stays."
    assert reasons[10] == "Place 5 of 5: is no longer in the league."


@given(sizes)
def test_everybody_ends_in_one_division_at_most_one_away(counts: list[int]):
    divisions = divisions_of(counts)
    moves = carried(divisions)
    assert sorted(move.character for move in moves) == list(range(sum(counts)))
    for move in moves:
        assert move.after is not None and move.before is not None
        assert 0 <= move.after < len(divisions)
        assert abs(move.after - move.before) <= 1


@given(sizes)
def test_divisions_of_equal_size_keep_their_size(counts: list[int]):
    divisions = divisions_of([counts[0]] * len(counts))
    after = [move.after for move in carried(divisions)]
    assert [after.count(tier) for tier in range(len(divisions))] == [counts[0]] * len(counts)


EMPTY, SMALL = (
    "Division 2 is empty: nobody moves from it.",
    "Division 2 has 1: too few to send 1 each way; up comes first.",
)


@pytest.mark.parametrize(
    ("sizes", "sentences"),
    [
        ([4, 4, 4], []),
        ([4, 2, 4], []),
        ([1, 4], []),
        ([4, 1], []),
        ([4, 0, 4], [EMPTY]),
        ([4, 1, 4], [SMALL]),
        ([8], ["With one division nobody moves. Add another one below it."]),
    ],
)
def test_an_organiser_is_told_of_divisions_of_odd_sizes(sizes: list[int], sentences: list[str]):
    assert explained(sizes) == sentences


@given(st.integers(min_value=1, max_value=60), st.integers(min_value=1, max_value=8))
def test_a_cut_is_even_and_keeps_the_order(people: int, divisions: int):
    if divisions > people:
        with pytest.raises(ValueError, match="can't fill"):
            cut(range(people), divisions)
        return
    parts = cut(range(people), divisions)
    assert [who for part in parts for who in part] == list(range(people))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1

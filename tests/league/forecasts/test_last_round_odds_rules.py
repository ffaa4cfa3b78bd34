"""The odds of a last round against closed forms, and against what is exact."""

from itertools import chain
from math import exp, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.points import UNIT
from league.forecasts.rules.last_round import LARGEST, OUT, THROUGH, Runner, verdicts
from league.forecasts.rules.last_round_odds import WORLDS, OpenSeat, through
from league.forecasts.rules.season_chances import WHOLE
from league.standings.rules.ratings import BETA_SQUARED, NEWCOMER, RatingEstimate

CLOSE = 4 * sqrt(1 / 4 / WORLDS)


def equal(played: int = 0) -> OpenSeat:
    return OpenSeat(Runner(played, 1), NEWCOMER)


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_equals_at_one_table_have_equal_chances(cut):
    [table], _others = through([[equal() for _seat in range(4)]], [], cut, seed="seed")
    assert all(isclose(one.chance / WHOLE, cut / 4, abs_tol=CLOSE) for one in table)
    assert {one.with_win for one in table} == {WHOLE}


@pytest.mark.parametrize("better", [0, 4, 12])
def test_of_two_the_stronger_wins_as_the_model_says(better):
    table = [
        OpenSeat(Runner(0, 1), RatingEstimate(25 + better, 0, 9)),
        OpenSeat(Runner(0, 1), RatingEstimate(25, 0, 9)),
    ]
    [[one, _other]], _others = through([table], [], 1, seed="seed")
    assert isclose(one.chance / WHOLE, 1 / (1 + exp(-better / sqrt(2 * BETA_SQUARED))), abs_tol=CLOSE)


def test_level_on_points_it_is_by_lot():
    """60 of the winner here against 60 that somebody has already: one of the two comes first."""
    [[one, _other]], [done] = through([[equal(), equal()]], [Runner(60 * UNIT, 2)], 1, seed="seed")
    assert isclose(one.with_win / WHOLE, 1 / 2, abs_tol=2 * CLOSE) and isclose(
        done.chance / WHOLE, 1 / 2, abs_tol=CLOSE
    )
    assert done.with_win is None


def test_a_guest_holds_a_place_and_goes_on_nowhere():
    [[one, guest]], _others = through([[equal(), OpenSeat(None, NEWCOMER)]], [], 1, seed="seed")
    assert guest is None and one.chance == WHOLE


points = st.integers(0, 4).map(lambda twelves: Runner(twelves * 12 * UNIT, 1))


@settings(max_examples=60, deadline=None)
@given(
    tables=st.lists(st.lists(points | st.none(), min_size=2, max_size=LARGEST), min_size=1, max_size=3),
    others=st.lists(points, max_size=3),
    data=st.data(),
)
def test_who_is_through_or_out_whatever_happens_is_so_in_every_world(tables, others, data):
    everybody = sum(one is not None for table in tables for one in table) + len(others)
    cut = data.draw(st.integers(1, max(everybody, 1)))
    drawn, waiting = through(
        [[OpenSeat(one, NEWCOMER) for one in table] for table in tables], others, cut, seed="s", worlds=100
    )
    seated, done = verdicts(tables, others, cut)
    told = [*zip(chain(*seated), chain(*drawn), strict=True), *zip(done, waiting, strict=True)]
    for verdict, odds in told:
        assert (verdict is None) == (odds is None)
        if verdict is not None and verdict.claim == THROUGH:
            assert odds.chance == WHOLE and odds.with_win in (WHOLE, None)
        if verdict is not None and verdict.claim == OUT:
            assert odds.chance == 0
    assert isclose(sum(odds.chance for _verdict, odds in told if odds), WHOLE * min(cut, everybody), abs_tol=len(told))

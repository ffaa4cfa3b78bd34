"""What places are worth: 60 down to 12, 36 on average whoever ties, exact for every table."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.points import UNIT
from games.rules.sheets import ScoreSheet, SeatLine
from league.standings.rules.tiebreaks import FIRST, LAST, MILLION, points_for, table_results

SIZES = range(2, 9)


def tie_patterns(seats: int) -> list[tuple[int, ...]]:
    """Every way in which the places of a table fall into groups of equals, first place first."""
    if seats == 0:
        return [()]
    return [(first, *rest) for first in range(1, seats + 1) for rest in tie_patterns(seats - first)]


def worth(pattern: tuple[int, ...]) -> list[int]:
    """Units of every seat, from first to last."""
    points, place = [], 1
    for tied in pattern:
        points += [points_for(place, tied, sum(pattern))] * tied
        place += tied
    return points


def sheet(*seats: tuple[int | None, bool, int]) -> ScoreSheet:
    """A Careers sheet of (character, won, happiness)."""
    lines = (
        SeatLine(number, character, "", won, {"happiness": happiness})
        for number, (character, won, happiness) in enumerate(seats, start=1)
    )
    return ScoreSheet("careers", "london", datetime(2026, 1, 6, tzinfo=UTC), tuple(lines))


@pytest.mark.parametrize("seats", SIZES)
def test_every_tie_pattern_is_worth_36_points_on_average(seats: int):
    patterns = tie_patterns(seats)
    assert len(patterns) == 2 ** (seats - 1)
    assert {sum(worth(pattern)) for pattern in patterns} == {36 * UNIT * seats}


@pytest.mark.parametrize("seats", SIZES)
def test_no_tie_pattern_loses_a_fraction(seats: int):
    for pattern in tie_patterns(seats):
        place = 1
        for tied in pattern:
            shared = range(place, place + tied)
            exact = sum(60 - Fraction(48 * (each - 1), seats - 1) for each in shared) / tied
            assert Fraction(points_for(place, tied, seats), UNIT) == exact
            place += tied


@pytest.mark.parametrize("seats", SIZES)
def test_the_first_place_is_worth_60_and_the_last_12(seats: int):
    assert points_for(1, 1, seats) == FIRST == 60 * UNIT
    assert points_for(seats, 1, seats) == LAST == 12 * UNIT


def test_a_table_of_four_is_worth_60_44_28_and_12():
    assert [points // UNIT for points in worth((1, 1, 1, 1))] == [60, 44, 28, 12]


def test_two_who_share_the_first_place_take_the_average_of_the_first_two():
    assert [points // UNIT for points in worth((2, 1, 1))] == [52, 52, 28, 12]


def test_guests_hold_their_places_but_take_nothing_away():
    bo, ada = table_results(sheet((1, False, 40), (None, True, 100), (2, False, 60)))
    assert (bo.character, bo.place, ada.character, ada.place) == (2, 2, 1, 3)
    assert (bo.table_points, ada.table_points) == (36 * UNIT, 12 * UNIT)
    assert (bo.share, ada.share) == (300_000, 200_000)


def test_a_table_without_any_points_is_shared_equally():
    results = table_results(sheet((1, True, 0), (2, False, 0), (3, False, 0)))
    assert {result.share for result in results} == {333_333}
    assert [result.place for result in results] == [1, 2, 2]


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=6))
def test_shares_are_rounded_down_and_never_exceed_the_table(scores: list[int]):
    seats = [(number, number == 0, score) for number, score in enumerate(scores)]
    results = {result.character: result for result in table_results(sheet(*seats))}
    assert sum(result.table_points for result in results.values()) == 36 * UNIT * len(scores)
    assert sum(result.share for result in results.values()) <= MILLION
    for number, score in enumerate(scores):
        if sum(scores):
            assert results[number].share == score * MILLION // sum(scores)


@given(st.lists(st.integers(0, 100), min_size=2, max_size=6))
def test_more_points_never_mean_a_worse_place_behind_the_winner(scores: list[int]):
    seats = [(number, number == 0, score) for number, score in enumerate(scores)]
    ranked = sorted(table_results(sheet(*seats)), key=lambda result: result.place)
    assert (ranked[0].character, ranked[0].place) == (0, 1)
    behind = [scores[result.character] for result in ranked[1:]]
    assert behind == sorted(behind, reverse=True)


@pytest.mark.rule("careers R86")
def test_a_leaver_who_scores_nothing_has_the_last_place_and_no_share():
    ada, bo, cleo = (
        SeatLine(n, n, "", won=n == 1, figures={"happiness": points, "fame": 0, "cash": 0})
        for n, points in ((1, 200), (2, 150), (3, 100))
    )
    bo = replace(bo, figures={**bo.figures, "left_early": True})
    table = replace(sheet((1, True, 1)), seats=(ada, bo, cleo))
    kept = {one.character: one for one in table_results(table)}
    lost = {one.character: one for one in table_results(table, leavers_score=False)}
    assert [kept[who].place for who in (1, 2, 3)] == [1, 2, 3]
    assert [lost[who].place for who in (1, 2, 3)] == [1, 3, 2]
    assert lost[2].share == 0 and lost[3].share == 1_000_000 // 3 and lost[2].table_points < lost[3].table_points

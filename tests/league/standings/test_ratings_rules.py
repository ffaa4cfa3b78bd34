"""Ratings: who finishes before whom moves the estimates, and every game makes them surer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.rules.ratings import (
    CERTAINTIES,
    MODEL,
    NEWCOMER,
    Places,
    RatingEstimate,
    differs,
    rate_game,
    rate_games,
    shown_rating,
)

ADA, BO, CLEO, DEV = 1, 2, 3, 4
GUEST = None


def after(*games: Places) -> dict[int, RatingEstimate]:
    """Everybody's estimate in the end."""
    last: dict[int, RatingEstimate] = {}
    for estimates in rate_games(games):
        last |= estimates
    return last


def alike(one: dict[int, RatingEstimate], other: dict[int, RatingEstimate]) -> bool:
    return one.keys() == other.keys() and not any(differs(one[who], other[who]) for who in one)


@st.composite
def tables(draw) -> Places:
    """Two to eight seats with guests and shared places, as a sheet numbers them."""
    seats = draw(st.lists(st.sampled_from(range(1, 10)), min_size=2, max_size=8, unique=True))
    order = draw(st.lists(st.integers(1, 4), min_size=len(seats), max_size=len(seats)))
    places = [1 + sum(other < one for other in order) for one in order]
    return [(who if who < 8 else GUEST, place) for who, place in zip(seats, places, strict=True)]


def test_a_winner_rises_above_a_loser_and_both_are_better_known():
    found = after([(ADA, 1), (BO, 2)])
    assert found[ADA].mu > NEWCOMER.mu > found[BO].mu
    assert found[ADA].sigma < NEWCOMER.sigma and found[BO].sigma < NEWCOMER.sigma
    assert [one.games for one in found.values()] == [1, 1]


def test_the_order_of_the_table_is_the_order_of_the_ratings():
    found = after([(CLEO, 3), (ADA, 1), (DEV, 4), (BO, 2)])
    assert sorted(found, key=lambda who: -found[who].mu) == [ADA, BO, CLEO, DEV]


def test_equal_seats_stay_equal():
    found = after([(ADA, 1), (BO, 1), (CLEO, 3)])
    assert not differs(found[ADA], found[BO]) and found[ADA].mu > found[CLEO].mu


def test_beating_a_strong_opponent_counts_for_more():
    strong = {BO: RatingEstimate(mu=35, sigma=5, games=20)}
    weak = {BO: RatingEstimate(mu=15, sigma=5, games=20)}
    assert rate_game(strong, [(ADA, 1), (BO, 2)])[ADA].mu > rate_game(weak, [(ADA, 1), (BO, 2)])[ADA].mu


def test_a_guest_holds_a_place_as_a_newcomer_and_is_not_remembered():
    with_guest, with_newcomer = rate_game({}, [(ADA, 1), (GUEST, 2)]), rate_game({}, [(ADA, 1), (BO, 2)])
    assert with_guest == {ADA: with_newcomer[ADA]}


def test_a_table_of_one_tells_nothing():
    assert rate_game({}, [(ADA, 1)]) == {ADA: RatingEstimate(NEWCOMER.mu, NEWCOMER.sigma, 1)}


def test_which_game_came_first_makes_a_difference():
    first, second = [(ADA, 1), (BO, 2)], [(BO, 1), (CLEO, 2)]
    assert not alike(after(first, second), after(second, first))


def test_games_without_a_common_player_may_change_places():
    one, other = [(ADA, 1), (BO, 2)], [(CLEO, 1), (DEV, 2)]
    assert alike(after(one, other), after(other, one))


@given(st.lists(tables(), max_size=8), st.data())
def test_going_on_from_the_middle_is_the_same_as_beginning_afresh(games, data):
    middle = data.draw(st.integers(0, len(games)))
    known = after(*games[:middle])
    for estimates in rate_games(games[middle:], known):
        known |= estimates
    assert known == after(*games)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(places, rng):
    shuffled = list(places)
    rng.shuffle(shuffled)
    assert alike(rate_game({}, places), rate_game({}, shuffled))


@given(st.lists(tables(), min_size=1, max_size=30))
def test_whatever_is_played_ratings_stay_figures_and_count_the_games(games):
    found = after(*games)
    for who, estimate in found.items():
        assert 0 < estimate.sigma <= NEWCOMER.sigma * 1.1 and abs(estimate.mu) < 1000
        assert estimate.games == sum(who in dict(places) for places in games)
        assert shown_rating(estimate).certainty in CERTAINTIES


def test_everybody_begins_at_a_thousand():
    newcomer = shown_rating(NEWCOMER)
    assert (newcomer.value, newcomer.margin, newcomer.low, newcomer.high) == (1000, 333, 667, 1333)
    assert newcomer.provisional


@pytest.mark.parametrize(
    ("sigma", "games", "word"),
    [
        (3.0, 4, "provisional"),
        (7.6, 40, "provisional"),
        (7.5, 5, "rough"),
        (5.6, 30, "rough"),
        (5.5, 30, "fair"),
        (3.75, 80, "firm"),
        (2.0, 400, "firm"),
    ],
)
def test_uncertainty_has_a_word(sigma: float, games: int, word: str):
    assert shown_rating(RatingEstimate(mu=25, sigma=sigma, games=games)).certainty == word


@given(tables(), st.lists(st.tuples(st.floats(-20, 80), st.floats(0.5, 9)), min_size=7, max_size=7))
def test_a_game_moves_estimates_as_the_library_says(places: Places, believed: list[tuple[float, float]]):
    before = {who: RatingEstimate(mu, sigma, 3) for who, (mu, sigma) in enumerate(believed, start=1)}
    ordered = sorted(places, key=lambda seat: seat[1])
    known = [before.get(who, NEWCOMER) for who, _ in ordered]
    teams = [[MODEL.rating(one.mu, one.sigma)] for one in known]
    rated = MODEL.rate(teams, ranks=[place for _, place in ordered])
    said = {
        who: RatingEstimate(one.mu, one.sigma, 4)
        for (who, _), [one] in zip(ordered, rated, strict=True)
        if who != GUEST
    }
    assert alike(rate_game(before, places), said)

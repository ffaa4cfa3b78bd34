"""Who was lucky and whom it was made hard, by the ratings before each game."""

from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.forecasts.queries.season_expectations import expectations_of, season_expectations
from league.forecasts.rules.expectations import FEWEST_GAMES, Sat, expectations, hardest, luckiest
from league.standings.rules.ratings import BETA_SQUARED, NEWCOMER, RatingEstimate
from tests.factories.cast import a_staffed_season
from tests.factories.games import a_game_of
from tests.factories.ratings import rate


def a_table(*places: int, before: tuple[RatingEstimate, ...] = ()) -> list[Sat]:
    known = before or (NEWCOMER,) * len(places)
    return [Sat(who, place, one) for who, (place, one) in enumerate(zip(places, known, strict=True), 1)]


@pytest.mark.parametrize(
    ("places", "beyond"),
    [((1, 2), [50, -50]), ((1, 1), [0, 0]), ((1, 2, 3, 4), [150, 50, -50, -150]), ((1, 2, 2), [100, -50, -50])],
)
def test_of_equals_half_of_the_others_are_to_be_beaten(places, beyond):
    found = expectations([a_table(*places)])
    assert [found[who].beyond for who in sorted(found)] == beyond
    assert {one.met for one in found.values()} == {1000}


def test_a_favourite_who_wins_has_had_little_luck_and_one_who_loses_much_of_the_other_kind():
    strong = RatingEstimate(35, 2, 30)
    scale = sqrt(strong.sigma**2 + NEWCOMER.sigma**2 + 2 * BETA_SQUARED)
    chance = 1 / (1 + exp(-10 / scale))
    won = expectations([a_table(1, 2, before=(strong, NEWCOMER))])
    lost = expectations([a_table(2, 1, before=(strong, NEWCOMER))])
    assert won[1].beyond == round(100 * (1 - chance)) and lost[1].beyond == round(-100 * chance)
    assert won[2].met == 1200 and won[1].met == 1000, "the opposition is that of the others, before the game"


def test_a_table_of_one_tells_nothing():
    assert expectations([a_table(1)]) == {}


estimates = st.builds(RatingEstimate, st.integers(0, 50), st.integers(1, 8), st.integers(0, 90))


@given(st.lists(st.lists(st.tuples(st.integers(1, 4), estimates), min_size=2, max_size=6), min_size=1, max_size=8))
def test_what_some_win_beyond_expectation_others_lose(tables):
    found = expectations([[Sat(who, *one) for who, one in enumerate(table)] for table in tables])
    assert abs(sum(one.beyond for one in found.values())) <= len(found), "but for what is rounded"


def test_few_games_make_nobody_lucky():
    few = expectations([a_table(1, 2)] * (FEWEST_GAMES - 1))
    assert luckiest(few.values()) is None and hardest(few.values()) is None
    enough = expectations([a_table(1, 2)] * FEWEST_GAMES)
    lucky, hard = luckiest(enough.values()), hardest(enough.values())
    assert lucky is not None and lucky.character == 1 and lucky.beyond == 50 * FEWEST_GAMES
    assert hard is not None and hard.games == FEWEST_GAMES
    level = expectations([a_table(1, 1)] * FEWEST_GAMES)
    assert luckiest(level.values()) is None, "nobody was"


@pytest.mark.django_db
def test_ratings_from_before_take_one_query_however_many_games_are_rated(django_assert_num_queries):
    season, ada, bo, cleo, dev = a_staffed_season()
    for at, system in enumerate(("office_job", "career_compass", "game_of_the_year")):
        a_game_of(system, season, [bo, cleo, dev], day=2 * at + 1)
        a_game_of(system, season, [ada, bo, cleo], day=2 * at + 2)
        rate()
        with django_assert_num_queries(3):
            found = expectations_of(season, [ada.pk])[ada.pk]
        assert found.games == at + 1 and found == season_expectations(season)[ada.pk]

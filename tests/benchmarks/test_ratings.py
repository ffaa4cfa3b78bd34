"""What rating a long history costs beside the bare model, and what its proof adds. BENCH_SEATS=1000000 for the full
scale."""

import os
import time
from collections.abc import Callable

import pytest

from games.models import Game
from league.models import RatingList, Result
from league.results.queries.check import sheet_differences
from league.standings.queries.rating_check import rating_differences
from league.standings.queries.ratings import games_in_order
from league.standings.rules.ratings import rate_games
from league.standings.services.ratings import rate_afresh, update_ratings
from tests.benchmarks.measures import measured
from tests.factories.crowds import a_crowd, play_in_bulk
from tests.factories.ratings import rate
from tests.factories.seasons import a_season

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
SEATS = int(os.environ.get("BENCH_SEATS") or 40_000)
GAMES_AT_ONCE = 5000


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def test_rating_a_long_history_and_proving_it():
    season = a_season()
    people = a_crowd(season, max(SEATS // 100, 10))
    games = SEATS // 4
    for first in range(0, games, GAMES_AT_ONCE):
        play_in_bulk(season, people, range(first, min(first + GAMES_AT_ONCE, games)))
    first_time = seconds(rate)
    again = seconds(lambda: (rate_afresh(), rate()))
    ratings = RatingList.objects.get()
    order = games_in_order(ratings, None, games)
    model = seconds(lambda: list(rate_games(game.places for game in order)))
    nothing = seconds(update_ratings)
    play_in_bulk(season, people, range(games, games + 1))
    one_more = seconds(rate)
    proof = seconds(lambda: list(rating_differences(ratings.pk)))
    others = seconds(lambda: list(sheet_differences(1, Game.objects.latest("pk").pk)))
    measured(
        f"{Result.objects.count():,} seat results",
        f"rated in {first_time:.1f} s",
        f"{games / first_time:,.0f} games a second, {first_time / model:.1f} times the model",
        f"again {again:.1f} s",
        f"one more game {one_more * 1000:.0f} ms",
        f"nothing to do {nothing * 1000:.1f} ms",
        f"proof {proof:.1f} s, {proof / others:.2f} of that of the sheets",
    )

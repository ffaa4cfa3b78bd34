"""Workers at once, and workers killed: every game is rated once, and as its sheet says."""

import os

import pytest
from django.db import connection

from games.models import Sheet
from league.models import GameToRate, RatedGame, RatingStep
from league.results.services.games import correct_game, void_game
from league.standings.services.ratings import update_ratings
from tests.factories.cast import a_staffed_season
from tests.factories.games import played
from tests.factories.kill_points import kill_at_every_write
from tests.factories.races import at_once, refused
from tests.factories.ratings import listed, rate, rated_afresh, rating_faults
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season():
    """Nine games of which one is corrected and one voided after they were rated; both wait."""
    season, ada, bo, cleo, _ = a_staffed_season()
    games = [
        played(season, f"g{day}", at(ada, 120), at(bo, 40), at(cleo, 60), day=day, mode="formula")
        for day in range(1, 10)
    ]
    rate()
    correct_game(
        season_game=games[1], sheet=a_sheet(at(bo, 120), at(cleo, 40), day=4), reason="misread", source=Sheet.WEB
    )
    void_game(season_game=games[5], reason="never played")
    return season


def test_workers_at_once_rate_every_game_once(season):
    outcomes = at_once(*[lambda: rate(most=2)] * 4)
    assert refused(outcomes) == []
    rate()
    assert (RatedGame.objects.count(), RatingStep.objects.count()) == (8, 7 * 3 + 2)
    assert listed(season) == rated_afresh(season) and rating_faults() == []


def test_games_that_come_in_while_a_worker_rates_are_rated_too(season):
    ada, bo, *_ = (one.character for one in season.league.enrolments.select_related("character").order_by("pk"))

    def report(number: int) -> None:
        played(season, f"late{number}", at(bo, 120), at(ada, 40), day=1 + number)

    outcomes = at_once(lambda: rate(most=1), *[lambda number=number: report(number) for number in range(6)])
    assert refused(outcomes) == []
    rate()
    assert RatedGame.objects.count() == 14
    assert listed(season) == rated_afresh(season) and rating_faults() == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has test_faults")
def test_a_worker_killed_before_any_write_leaves_all_or_nothing(season):
    before = listed(season)

    def whole_steps() -> None:
        waits = GameToRate.objects.exists()
        assert (listed(season) == before) if waits else (RatedGame.objects.count() in (8, 9))

    assert kill_at_every_write(lambda: update_ratings(most=3), whole_steps) > 2
    rate()
    assert listed(season) == rated_afresh(season) and rating_faults() == []

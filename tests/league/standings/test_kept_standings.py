"""Standings are kept only as long as the results are the very same."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Season
from league.results.services.games import correct_game, void_game
from league.standings.queries.standings import StandingRows
from tests.factories.cast import a_staffed_season
from tests.factories.games import played
from tests.factories.seasons import set_house_rules
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db(transaction=True)


def points(season: Season) -> dict[str, str]:
    return {row.name: row.points for row in StandingRows(season)[:]}


@pytest.mark.parametrize("mode", ["all", "best", "average"])
def test_every_change_is_visible_in_the_next_read(mode):
    season, ada, bo, cleo, _ = (
        a_staffed_season(count_games=mode, best_of=1) if mode == "best" else a_staffed_season(count_games=mode)
    )
    game = played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    first = points(season)
    assert points(season) == first
    correct_game(season_game=game, sheet=a_sheet(at(bo, 120), at(ada, 40)), reason="mixed up", source="web")
    assert points(season) == {"Ada": first["Bo"], "Bo": first["Ada"]}
    void_game(season_game=game, reason="never played")
    assert points(season) == {}
    played(season, "g2", at(cleo, 120), at(bo, 40), day=2)
    assert points(season) == {"Cleo": first["Ada"], "Bo": first["Bo"]}


def test_other_house_rules_are_visible_in_the_next_read():
    season, ada, bo, *_ = a_staffed_season(count_games="all")
    for day in (1, 2):
        played(season, f"g{day}", at(ada, 120), at(bo, 40), day=day)
    both = points(season)
    set_house_rules(season, count_games="best", best_of=1)
    assert points(season) != both


def test_what_a_transaction_takes_back_is_never_shown():
    season, ada, bo, *_ = a_staffed_season()
    game = played(season, "g1", at(ada, 120), at(bo, 40))
    before = points(season)
    with transaction.atomic():
        correct_game(season_game=game, sheet=a_sheet(at(bo, 120), at(ada, 40)), reason="a preview", source="web")
        assert points(season) != before
        transaction.set_rollback(True)
    assert points(season) == before
    correct_game(season_game=game, sheet=a_sheet(at(ada, 130), at(bo, 50)), reason="for good", source="web")
    assert points(season) == before


def test_the_same_results_are_added_up_once():
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 120), at(bo, 40))
    StandingRows(season)[:]
    with CaptureQueriesContext(connection) as captured:
        StandingRows(season)[:]
    assert not [query for query in captured if "GROUP BY" in query["sql"]]


@pytest.mark.parametrize(
    "mode", [{"count_games": "all"}, {"count_games": "best", "best_of": 1}, {"count_games": "average"}]
)
def test_one_more_game_adds_up_only_those_who_played_it(mode):
    season, ada, bo, cleo, dev = a_staffed_season(**mode)
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    played(season, "g2", at(cleo, 120), at(dev, 10), day=2)
    points(season)
    played(season, "g3", at(bo, 120), at(dev, 40), at(ada, 20), day=3)
    with CaptureQueriesContext(connection) as captured:
        caught_up = [(row.position, row.name, row.points, row.wins, row.movement) for row in StandingRows(season)[:]]
    added_up = [query["sql"] for query in captured if "GROUP BY" in query["sql"]]
    assert added_up and all(" IN (SELECT" in sql for sql in added_up)
    with transaction.atomic():  # where nothing is kept
        assert caught_up == [
            (row.position, row.name, row.points, row.wins, row.movement) for row in StandingRows(season)[:]
        ]


def test_the_best_games_are_added_up_once_for_today_and_before_the_last_day():
    season, ada, bo, cleo, dev = a_staffed_season(count_games="best", best_of=1)
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    played(season, "g2", at(cleo, 120), at(dev, 10), day=2)
    with CaptureQueriesContext(connection) as captured:
        assert {row.name: row.movement for row in StandingRows(season)[:]}["Ada"] == -1
    assert len([query for query in captured if "GROUP BY" in query["sql"]]) == 1

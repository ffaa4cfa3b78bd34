"""Standings are kept only as long as the results are the very same."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Result, ResultsChange, Season
from league.results.services.games import correct_game, void_game
from league.standings.queries.results_check import results_differences
from league.standings.queries.standings import StandingRows, results_versions
from league.standings.services.results import add_up_changes
from tests.factories.cast import a_staffed_season
from tests.factories.characters import a_character
from tests.factories.crowds import play_in_bulk
from tests.factories.games import played
from tests.factories.results import added_up
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
    assert not added_up(captured)


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
    assert added_up(captured) and all(" IN (SELECT" in sql for sql in added_up(captured))
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
    assert len(added_up(captured)) == 1


def test_changes_of_results_are_put_together_without_a_change_of_what_they_say():
    season, ada, bo, cleo, _ = a_staffed_season()
    games = [played(season, f"g{day}", at(ada, 120), at(bo, 40), day=day) for day in (1, 2, 3)]
    void_game(season_game=games[0], reason="never played")
    correct_game(season_game=games[1], sheet=a_sheet(at(cleo, 120), at(bo, 40)), reason="mixed up", source="web")
    before = results_versions([season.pk])
    play_in_bulk(season, [ada, bo, cleo, a_character(season, "Eve")], range(1))
    add_up_changes(most=2)
    after = results_versions([season.pk])[season.pk]
    assert ResultsChange.objects.count() == 1
    assert after.number == before[season.pk].number + 4 == Result.objects.count()
    assert list(results_differences()) == []


def test_the_version_of_results_reads_as_few_rows_however_many_games_there_are():
    season, *cast = a_staffed_season()
    play_in_bulk(season, cast, range(100))
    with CaptureQueriesContext(connection) as captured:
        assert results_versions([season.pk])[season.pk].number == 400
    assert ResultsChange.objects.count() == 1
    assert len(captured) == 1 and '"league_result"' not in captured[0]["sql"]


def test_results_that_nobody_noted_are_found():
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 120), at(bo, 40))
    ResultsChange.objects.all().delete()
    assert list(results_differences()) == [f"Season {season.name}: has 2 results, and its changes say 0 or others."]

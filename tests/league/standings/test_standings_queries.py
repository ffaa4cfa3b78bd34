"""Standings from the database: the same as a recount of every result, in few queries."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from games.rules.points import UNIT
from league.clubs.queries import house_rules_of
from league.models import Result, Season
from league.standings.queries import standings as standings_module
from league.standings.queries.standings import counting_of, standings, then_and_now
from league.standings.rules.standings import Standings
from league.standings.rules.tiebreaks import Counting, TableSeatLine, Tally
from tests.factories.cast import Cast, the_cast
from tests.factories.results import games_at_random, placed_game
from tests.factories.seasons import a_season, set_house_rules

pytestmark = pytest.mark.django_db

MODES = [{"count_games": "all"}, {"count_games": "best", "best_of": 2}, {"count_games": "average"}]


@pytest.fixture
def cast(season: Season) -> Cast:
    return the_cast(season)


def recount(season: Season, *, system: str | None = None, until: datetime | None = None) -> Standings:
    """The standings by going through every result, one by one."""
    counting = counting_of(house_rules_of(season))
    results = [
        result
        for result in Result.objects.filter(season=season)
        if system in (None, result.system) and (until is None or result.played_at < until)
    ]
    lines = [TableSeatLine(result.game_id, result.character_id, result.table_points) for result in results]
    return Standings(
        [_tally(who, results, counting) for who in {result.character_id for result in results}],
        counting,
        season.draw_seed,
        lambda _: lines,
    )


def _tally(who: int, results: Sequence[Result], counting: Counting) -> Tally:
    mine = [result for result in results if result.character_id == who]
    points = sorted((result.table_points for result in mine), reverse=True)
    if counting.mode == "best":
        points = points[: counting.best_of]
    wins = sum(result.place == 1 for result in mine)
    return Tally(who, len(mine), wins, sum(points), sum(result.share for result in mine))


def told(table: Standings) -> list[Any]:
    return table.explained(list(table))


@pytest.mark.parametrize("rules", MODES, ids=lambda rules: rules["count_games"])
@pytest.mark.parametrize("seed", range(5))
def test_the_database_adds_up_as_a_recount_does(season: Season, cast: Cast, rules: Any, seed: int):
    set_house_rules(season, **rules)
    games_at_random(season, cast, seed)
    day = datetime(2026, 1, 4, tzinfo=UTC)
    assert told(standings(season)) == told(recount(season))
    assert told(standings(season, system="careers")) == told(recount(season, system="careers"))
    assert told(standings(season, until=day)) == told(recount(season, until=day))


@pytest.mark.parametrize("rules", MODES, ids=lambda rules: rules["count_games"])
@pytest.mark.parametrize("seed", range(5))
def test_then_is_the_standings_before_the_last_day(season: Season, cast: Cast, rules: Any, seed: int):
    set_house_rules(season, **rules)
    games_at_random(season, cast, seed, games=6)
    last = Result.objects.filter(season=season).latest("played_at").played_at
    then, now = then_and_now(season)
    assert told(now) == told(recount(season))
    assert told(then) == told(recount(season, until=last.replace(hour=0)))


def test_another_seasons_games_do_not_count(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast[:2])
    placed_game(a_season("autumn"), "g1", 1, *reversed(cast))
    assert list(standings(season)) == [cast[0].pk, cast[1].pk]


def test_the_newest_house_rules_hold(season: Season, cast: Cast):
    set_house_rules(season, count_games="best", best_of=1)
    set_house_rules(season, count_games="average")
    assert standings(season).counting == Counting("average", 10)


def test_reading_the_whole_season_finds_the_same(season: Season, cast: Cast, monkeypatch: pytest.MonkeyPatch):
    games_at_random(season, cast, 3)
    few = told(standings(season))
    monkeypatch.setattr(standings_module, "MANY", 0)
    assert told(standings(season)) == few


def test_points_are_whole_units_whatever_the_database(season: Season, cast: Cast):
    set_house_rules(season, count_games="best", best_of=1)
    placed_game(season, "g1", 1, *cast)
    assert standings(season).tallies[cast[0].pk] == Tally(cast[0].pk, 1, 1, 60 * UNIT, 250_000)
    assert {type(figure) for figure in standings(season).tallies[cast[0].pk]} == {int}

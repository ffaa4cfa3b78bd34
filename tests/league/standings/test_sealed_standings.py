"""A season that is over is sealed: its standings are read and not added up, until a correction opens it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import PeriodicRun, Season, Summary
from league.results.services.games import correct_game, void_game
from league.standings.queries import standings
from league.standings.queries.sealed import SEAL, digest
from league.standings.queries.standings import StandingRows
from league.standings.services.summaries import summarise
from league.tasks import summarise_many_games
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.ratings import rate
from tests.factories.results import added_up
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db(transaction=True)
MODES = [{"count_games": "all"}, {"count_games": "best", "best_of": 1}, {"count_games": "average"}]
Rows = list[tuple[object, ...]]


@pytest.fixture(params=MODES, ids=lambda mode: mode["count_games"])
def season(request: pytest.FixtureRequest) -> Season:
    season, ada, bo, cleo, _ = a_staffed_season(**request.param)
    played(season, "g1", at(ada, 120), at(bo, 40), day=1)
    played(season, "g2", at(cleo, 120), at(bo, 40), day=2)
    played(season, "g3", at(cleo, 130), at(ada, 20), at(bo, 10), day=3)
    review()
    rate()
    return season


def end(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(ends_on=date(2026, 1, 31))
    Summary.objects.all().delete()
    while summarise():
        pass


def as_a_new_process(season: Season) -> tuple[Rows, list[str]]:
    """The standings as a process reads them that has none yet, and its queries that add up results."""
    standings._kept.clear()
    with CaptureQueriesContext(connection) as captured:
        lines = StandingRows(Season.objects.get(pk=season.pk))[:]
    rows: Rows = [(row.position, row.name, row.points, row.wins, row.games, row.movement) for row in lines]
    return rows, [sql for sql in added_up(captured) if " IN (SELECT" not in sql]


def test_a_season_that_is_over_is_read_and_not_added_up(season):
    from_nothing, queries = as_a_new_process(season)
    assert queries and not summarise(), "it is open"
    end(season)
    assert as_a_new_process(season) == (from_nothing, [])


def correct(season: Season) -> None:
    ada, bo = (season.league.enrolments.get(character__name=name).character for name in ("Ada", "Bo"))
    game = season.season_games.get(reference="g1")
    correct_game(season_game=game, sheet=a_sheet(at(bo, 120), at(ada, 40)), reason="mixed up", source="web")


def void(season: Season) -> None:
    void_game(season_game=season.season_games.get(reference="g3"), reason="never played")


@pytest.mark.parametrize("change", [correct, void])
def test_a_correction_or_a_void_opens_it_and_a_worker_seals_it_again(season, change: Callable[[Season], None]):
    end(season)
    before, _ = as_a_new_process(season)
    change(season)
    opened, queries = as_a_new_process(season)
    assert opened != before and queries
    end(season)
    assert as_a_new_process(season) == (opened, [])


def test_what_is_sealed_is_proved(run, season):
    end(season)
    assert run("check_careers")[0] == 0
    seal = Summary.objects.get(kind=SEAL)
    seal.content["tallies"][0][2] += 1
    seal.save()
    altered = f"Season {season}: its sealed standings were altered; their digest does not follow from them."
    assert run("check_careers")[::2] == (1, [altered])
    reseal(seal)
    assert run("check_careers")[::2] == (
        1,
        [f"Season {season}: its sealed standings are not what its results add up to."],
    )
    correct(season)
    review()
    rate()
    assert run("check_careers")[0] == 0, "it is open"


def reseal(seal: Any) -> None:
    content = {name: value for name, value in seal.content.items() if name != "digest"}
    seal.content = content | {"digest": digest(content)}
    seal.save()


def test_where_every_season_is_sealed_a_worker_writes_nothing(season):
    end(season)
    summarise_many_games()
    assert not PeriodicRun.objects.filter(task="summaries").exists()
    void(season)
    Summary.objects.all().delete()
    summarise_many_games()
    assert PeriodicRun.objects.filter(task="summaries").exists() and Summary.objects.filter(kind=SEAL).exists()

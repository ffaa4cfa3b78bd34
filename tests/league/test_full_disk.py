"""A database that takes nothing more: a job waits as it is, says so once and not for every row, and is done when there
is room again."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection

from games.models import Sheet
from games.services.review import review_waiting
from league.core.services.periodic import run_due
from league.models import LedgerEntry
from league.notices.services.outbox import tell_careers, tell_events
from league.standings.services.ratings import update_ratings
from league.tournaments.tables.services.acts import end_countdowns
from tests.factories.reports import says
from tests.factories.tables import the_countdown_ends
from tests.factories.thursday_club import ThursdayClub, a_report, promoting

pytestmark = pytest.mark.django_db


@contextmanager
def full_disk(*statements: str) -> Iterator[None]:
    """Nothing can be written but who works on which file; or these statements fail."""

    def refuse(execute, sql, params, many, context):
        writes = sql.startswith(("INSERT", "UPDATE")) and "league_fileimport" not in sql
        if any(one in sql for one in statements) if statements else writes:
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


@pytest.fixture
def three_games(thursday: ThursdayClub) -> ThursdayClub:
    for number in range(3):
        report = a_report("Ada", "Bo", reference=f"g{number}", confirm=True)
        assert thursday.client("otto").post("/api/v1/games/", report, format="json").status_code == 201
    return thursday


def test_reviews_wait_and_say_so_by_one_error_for_all(three_games, caplog):
    with full_disk(), pytest.raises(OperationalError, match="full"):
        review_waiting()
    assert not [one for one in caplog.records if "review" in one.getMessage()]
    assert set(Sheet.objects.values_list("review_tries", "reviewed_at")) == {(0, None)}
    assert review_waiting() == 3


def test_events_wait_and_say_so_by_one_error_for_all(three_games, caplog):
    waiting = LedgerEntry.objects.filter(told_at=None).count()
    with full_disk(), pytest.raises(OperationalError, match="full"):
        tell_events()
    assert not [one for one in caplog.records if "not_told" in one.getMessage()]
    assert LedgerEntry.objects.filter(told_at=None).count() == waiting
    assert tell_events() == waiting


def test_news_of_careers_wait_and_say_so_by_one_error_for_all(thursday: ThursdayClub, caplog):
    for number in range(3):
        promoting(thursday, number + 1)
    review_waiting()
    with full_disk(), pytest.raises(OperationalError, match="full"):
        tell_careers()
    assert not [one for one in caplog.records if "not_told" in one.getMessage()]
    assert tell_careers() == 1


def test_ratings_fail_as_the_database_does_and_only_where_no_list_goes_forward(three_games, caplog):
    with full_disk(), pytest.raises(OperationalError, match="full"):
        update_ratings()
    assert not [one for one in caplog.records if "rating" in one.getMessage()]
    assert update_ratings() and not update_ratings()


def test_countdowns_fail_as_the_database_does_so_that_the_worker_rests(table):
    says(table, 1)
    the_countdown_ends(table)
    with full_disk(), pytest.raises(OperationalError, match="full"):
        end_countdowns()


def test_what_is_done_every_so_often_says_it_in_one_line_and_comes_again(db, caplog):
    def fails(name: str) -> None:
        raise OperationalError("database or disk\n is full")

    assert run_due({"head": 3600.0}, fails) == []
    (line,) = [one for one in caplog.records if "periodic_task" in one.getMessage()]
    assert line.exc_info is None and "disk is full" in line.getMessage()

"""What makes a worker work: its threads call the tasks of their lane, whatever becomes of messages."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from threading import Event
from time import monotonic

import pytest
import structlog
from celery import Celery
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

import run
from games.services.jobs import LEASE
from league.config.celery import HintTask, app
from league.config.schedule import PERIODIC
from league.config.sweep import STUCK, Lookout, Sweeper, writes_of_others
from league.core.rules.waits import OTHERS
from league.core.services import periodic, uploads
from league.models import PeriodicRun
from league.notices.services import outgoing
from tests.factories.processes import eventually

DJANGO = {"DJANGO_SETTINGS_MODULE": "league.config.settings"}
NEVER = 1e6  # seconds


@pytest.fixture
def club() -> Celery:
    return Celery("club", task_cls=HintTask, set_as_current=False)


@pytest.fixture
def begin(club) -> Iterator[object]:
    """Starts the sweeper of a lane; all of them end with the test."""
    begun = []

    def begin(**intervals: float) -> Sweeper:
        begun.append(Sweeper(club, "club", intervals, by_the_clock={"clock"}))
        begun[-1].start()
        return begun[-1]

    yield begin
    for one in begun:
        one.end()
        one.join()


def test_every_task_of_a_lane_is_called_without_any_message(club, begin):
    called = {name: Event() for name in ("one", "two")}
    for name, event in called.items():
        club.task(name=name, shared=False)(event.set)
    begin(one=NEVER, two=NEVER)
    assert all(event.wait(60) for event in called.values())


def test_a_thousand_hints_while_a_task_runs_are_one_more_call(club, begin):
    calls, running, may_end, again = [], Event(), Event(), Event()

    @club.task(name="one", shared=False)
    def one() -> None:
        calls.append(1)
        if len(calls) > 1:
            again.set()
        running.set()
        may_end.wait(60)

    last = Event()
    club.task(name="last", shared=False)(last.set)
    sweeper = begin(one=NEVER)
    assert running.wait(60)
    for _ in range(1000):
        sweeper.wake("one")
    may_end.set()
    assert again.wait(60)
    sweeper.wake("last")  # which only a hint names; it comes after all that waited before
    assert last.wait(60) and len(calls) == 2


@pytest.fixture
def look(db) -> Iterator[object]:
    """Starts a lookout; it ends with the test."""
    lookouts = []

    def look(sweepers: list[Sweeper], note: object, version: object = int) -> None:
        lookouts.append(Lookout(sweepers, note, version, 0.01))
        lookouts[-1].NOTES = 0.01
        lookouts[-1].start()

    yield look
    for one in lookouts:
        one.end()
        one.join()


def test_a_write_wakes_what_may_have_been_written_and_quiet_wakes_nothing(club, begin, look):
    version, looks, calls = [1], [], []
    quiet, called_again = Event(), Event()

    @club.task(name="rows", shared=False)
    def rows() -> None:
        calls.append(version[0])

    @club.task(name="clock", shared=False)
    def clock() -> None:
        calls.append("clock")

    @club.task(name="last", shared=False)
    def last() -> None:
        if version[0] == 2:
            called_again.set()

    def counter() -> int:
        looks.append(len(calls))
        if len(looks) == 6:
            quiet.set()
        return version[0]

    look([begin(rows=NEVER, clock=NEVER, last=NEVER)], str, counter)
    assert quiet.wait(60)
    assert calls.count(1) <= 2  # at its start, and for the first look
    version[0] = 2
    assert called_again.wait(60)
    assert 2 in calls and calls.count("clock") == 1


def test_a_lane_that_was_gone_through_is_noted_and_one_that_stands_still_is_not(club, begin, look):
    may_end, noted, both = Event(), [], Event()

    @club.task(name="stands", shared=False)
    def stand() -> None:
        may_end.wait(60)

    @club.task(name="goes", shared=False)
    def go() -> bool:
        return True

    stands, goes = begin(stands=NEVER), begin(goes=NEVER)
    stands.lane, goes.lane = "stands", "goes"

    def note(lane: str) -> None:
        noted.append(lane)
        if {*noted} == {"stands", "goes"}:
            both.set()

    look([stands, goes], note)
    eventually(lambda: len(noted) > 3)
    assert {*noted} == {"goes"}
    may_end.set()
    assert both.wait(60)


def test_a_task_is_called_at_the_moment_that_it_names_and_not_before(club):
    named = []

    @club.task(name="names", shared=False)
    def name() -> object:
        return named[-1]

    sweeper = Sweeper(club, "club", {"names": 20.0})

    def rest(moment: object) -> int:
        named.append(moment)
        sweeper._call("names", None)
        return round(sweeper._due["names"] - monotonic())

    now = timezone.now()
    assert rest(now + timedelta(seconds=7)) == 7
    assert rest(now + timedelta(hours=1)) == rest(None) == 20  # a clock may be set back meanwhile
    assert rest(now - timedelta(hours=1)) == 20  # or one that cannot be done would be a loop
    rest(timezone.now())
    assert 0 < sweeper._due["names"] - monotonic() < 1, "due since the task looked"


@pytest.fixture
def others() -> Iterator[list[BaseDatabaseWrapper]]:
    """Two other connections to the database."""
    others = [connection.copy(), connection.copy()]
    yield others
    for other in others:
        other.close()


def write(name: str, other: BaseDatabaseWrapper) -> None:
    with other.cursor() as cursor:
        cursor.execute("INSERT INTO league_periodicrun (task, tries) VALUES (%s, 0)", [name])


@pytest.mark.django_db(transaction=True)
def test_what_another_connection_commits_counts_as_a_write(others):
    before = writes_of_others()
    if connection.vendor == "sqlite":  # PostgreSQL numbers the writes of all databases of a server
        periodic.note_sweep("tables")
        others[0].ensure_connection()
        assert writes_of_others() == before, "its own note, and a connection that writes nothing"
    write("one", others[0])
    assert writes_of_others() != before


@pytest.mark.django_db(transaction=True)
def test_a_write_that_is_committed_after_a_later_one_counts_too(others):
    if connection.vendor == "sqlite":
        pytest.skip("writes one after the other")
    first, second = others
    first.ensure_connection()
    first.set_autocommit(False)
    write("first", first)
    write("second", second)
    before = writes_of_others()
    first.commit()
    assert writes_of_others() != before


def test_a_task_that_has_more_to_do_is_called_again_after_the_others(club, begin):
    order, done = [], Event()

    @club.task(name="big", shared=False)
    def big() -> bool:
        order.append("big")
        return order.count("big") < 5

    @club.task(name="small", shared=False)
    def small() -> bool:
        order.append("small")
        if order.count("small") == 3:
            done.set()
        return order.count("small") < 3

    begin(big=NEVER, small=NEVER)
    assert done.wait(60)
    assert order[:6] == ["big", "small"] * 3


def test_a_task_that_fails_keeps_no_other_one_waiting(club, begin):
    done = Event()

    @club.task(name="bad", shared=False)
    def bad() -> None:
        raise ZeroDivisionError

    club.task(name="good", shared=False)(done.set)
    begin(bad=NEVER, good=NEVER)
    assert done.wait(60)


def test_a_task_that_the_database_fails_says_so_in_one_line_and_rests_longer_each_time(club, caplog):
    @club.task(name="failing", shared=False)
    def failing() -> None:
        raise OperationalError("no connection\n\tto the server")

    sweeper = Sweeper(club, "club", {"failing": 0.0})
    rests = []
    for _ in range(6):
        sweeper._call("failing", None)
        rests.append(round(sweeper._due["failing"] - monotonic()))
    assert rests == [2, 4, 8, 16, 16, 16]
    lines = [record for record in caplog.records if "task_postponed" in record.getMessage()]
    assert len(lines) == 6 and lines[0].exc_info is None and "no connection to the server" in lines[0].getMessage()


def test_what_a_task_logs_has_the_id_of_the_request_that_rang(club, begin):
    seen, called = [], Event()

    @club.task(name="one", shared=False)
    def one() -> None:
        seen.append(structlog.contextvars.get_contextvars())
        called.set()

    sweeper = begin(one=NEVER)
    assert called.wait(60)
    called.clear()
    sweeper.wake("one", "a-request")
    assert called.wait(60)
    assert seen == [{}, {"request_id": "a-request"}]


def test_a_sweeper_says_what_it_is_at_for_too_long(club, begin):
    may_end, running = Event(), Event()

    @club.task(name="slow", time_limit=0.001, shared=False)
    def slow() -> None:
        running.set()
        may_end.wait(60)

    sweeper = begin(slow=NEVER)
    assert running.wait(60)
    eventually(lambda: sweeper.trouble() == "slow takes too long")
    may_end.set()
    eventually(lambda: sweeper.trouble() == "")


STUCK_WORKER = """
import time
from celery import Celery
from league.config import sweep
club = Celery("club")
@club.task(name="hangs", time_limit=0.1)
def hangs():
    time.sleep(600)
sweeper = sweep.Sweeper(club, "club", {"hangs": 1.0})
watch = sweep.SweeperWatch([sweeper], sweep.Doorbell())
watch.PAUSE = 0.1
sweeper.start()
watch.start()
watch.join()
"""


def test_a_worker_that_is_stuck_says_where_and_ends_itself():
    done = subprocess.run(
        [sys.executable, "-c", STUCK_WORKER],
        env=os.environ | DJANGO,
        cwd=run.ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert "worker_is_stuck" in done.stdout + done.stderr and "hangs takes too long" in done.stdout + done.stderr
    assert "most recent call first" in done.stderr


def test_every_lane_has_tasks_that_there_are_and_limits_above_their_leases(settings):
    app.loader.import_default_modules()
    assert set(settings.SWEEP) == {task for lane in settings.LANES for task in lane.tasks} <= set(app.tasks)
    limits = {task: app.tasks[task].time_limit for task in settings.SWEEP}
    assert limits["league.lab.tasks.work_on_orders"] > LEASE.total_seconds()
    assert limits["league.core.tasks.run_waiting_imports"] > uploads.FILES.lease.total_seconds()
    assert outgoing.LEASE.total_seconds() <= limits["league.core.tasks.run_due_tasks"]
    assert OTHERS.lock < STUCK
    somebody_waits = [task for lane in settings.LANES if lane.name in ("tables", "results") for task in lane.tasks]
    assert max(limits[task] for task in somebody_waits) <= STUCK


def test_what_is_sent_or_told_stands_in_no_lane_with_a_task_that_may_take_long(settings):
    app.loader.import_default_modules()
    for lane in settings.LANES:
        sent = [task for task in lane.tasks if task.rpartition(".")[2].startswith(("send_", "tell_"))]
        slow = [task for task in lane.tasks if app.tasks[task].time_limit > STUCK]
        assert not (sent and slow), lane.name


def test_what_is_due_is_asked_of_the_database_and_every_lane_is_swept_within_half_a_minute(settings):
    assert max(min(settings.SWEEP[task] for task in lane.tasks) for lane in settings.LANES) <= 30
    assert not set(settings.SWEEP) & set(PERIODIC)


@pytest.mark.django_db
def test_the_database_knows_when_a_lane_was_swept_and_is_not_written_to_each_time(django_assert_num_queries):
    periodic.note_sweep("tables")
    first = PeriodicRun.objects.get(task="sweep of tables").ran_at
    with django_assert_num_queries(1):
        periodic.note_sweep("tables")
    assert PeriodicRun.objects.get().ran_at == first
    PeriodicRun.objects.update(ran_at=first - periodic.NOTED_EVERY)
    periodic.note_sweep("tables")
    assert PeriodicRun.objects.get().ran_at >= first


@pytest.mark.django_db
def test_a_clock_that_went_back_does_not_silence_the_note():
    periodic.note_sweep("tables")
    ahead = PeriodicRun.objects.get().ran_at + 100 * periodic.NOTED_EVERY
    PeriodicRun.objects.update(ran_at=ahead)
    periodic.note_sweep("tables")
    assert PeriodicRun.objects.get().ran_at < ahead

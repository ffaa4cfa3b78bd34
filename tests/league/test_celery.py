from types import SimpleNamespace

import pytest
from django.db import OperationalError
from kombu import Connection, Queue
from kombu.exceptions import OperationalError as Unreachable

from games.services import simulations, thinking
from league.config.celery import Rest, SteadyConnection, Sweep, app
from league.core.services import uploads
from league.notices.services import outgoing


@pytest.fixture
def probe():
    @app.task(name="tests.probe")
    def probe() -> None:
        raise AssertionError("nobody runs this")

    yield probe
    app.tasks.pop("tests.probe")


def test_a_hint_without_a_broker_is_dropped_and_not_stored_up(probe, monkeypatch):
    monkeypatch.setattr(app.conf, "broker_url", "memory://localhost")
    probe.delay()
    with Connection("memory://localhost") as connection:
        assert connection.default_channel._size("celery") == 0


def test_a_hint_to_a_broker_that_is_away_is_no_error(probe, monkeypatch):
    def refuse(*args: object, **kwargs: object) -> None:
        raise probe.OperationalError("Connection refused")

    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app, "send_task", refuse)
    assert probe.delay().id


def test_a_worker_sends_itself_the_schedule_and_stops_with_its_connection(monkeypatch):
    sent = []
    monkeypatch.setitem(app.conf.changes, "beat_schedule", {"sweep": {"task": "games.sweep", "schedule": 1.0}})
    timer = SimpleNamespace(
        call_repeatedly=lambda *call: sent.append(call) or SimpleNamespace(cancel=lambda: sent.append("cancelled")),
        call_after=lambda *call: SimpleNamespace(cancel=lambda: None),
    )
    parent = SimpleNamespace(timer=timer, task_consumer=SimpleNamespace(queues=[Queue("celery")]))
    step = Sweep(parent)
    step.start(parent)
    step.stop(parent)
    assert sent == [(1.0, app.send_task, ("games.sweep",), {"expires": Sweep.EXPIRES}), "cancelled"]


def test_what_the_sweep_sends_is_still_read_behind_a_queue_of_hints_that_takes_many_intervals(settings):
    longest = max(entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values())
    assert 5 * longest <= Sweep.EXPIRES


@pytest.mark.parametrize(
    ("queues", "thinks", "reviews"),
    [(["celery"], False, True), (["thinking"], True, False), (["celery", "thinking"],) + (True,) * 2],
)
def test_a_worker_sweeps_for_the_queues_that_it_listens_to(queues, thinks, reviews):
    swept = []
    timer = SimpleNamespace(
        call_repeatedly=lambda every, send, task, options: swept.extend(task), call_after=lambda *call: None
    )
    parent = SimpleNamespace(timer=timer, task_consumer=SimpleNamespace(queues=[Queue(name) for name in queues]))
    Sweep(parent).start(parent)
    assert ("games.tasks.run_simulation_chunk" in swept) == thinks
    assert ("games.tasks.review_waiting_games" in swept) == reviews
    assert ("league.tasks.send_waiting_mail" in swept) == ("league.tasks.settle_tables" in swept) == reviews


def test_a_worker_that_has_found_its_broker_sweeps_at_once_and_asks_what_is_due(settings):
    """Each connection that is lost begins the intervals again, so nothing that is done once an hour hangs on one."""
    at_once: list[str] = []
    timer = SimpleNamespace(
        call_repeatedly=lambda *call: None,
        call_after=lambda seconds, send, task, options: at_once.extend(task if seconds == 0 else ()),
    )
    Sweep(None).start(SimpleNamespace(timer=timer, task_consumer=SimpleNamespace(queues=[Queue("celery")])))
    assert {"league.tasks.update_waiting_ratings", "league.core.tasks.run_due_tasks"} <= set(at_once)
    scheduled = settings.CELERY_BEAT_SCHEDULE.values()
    assert max(entry["schedule"] for entry in scheduled) <= 10
    assert not {entry["task"] for entry in scheduled} & set(settings.PERIODIC)


def test_everything_that_is_done_every_so_often_is_a_task(settings):
    app.loader.import_default_modules()
    assert set(settings.PERIODIC) <= set(app.tasks)


def test_a_worker_looks_for_its_broker_every_few_seconds_however_long_it_is_away(monkeypatch):
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    pauses: list[float] = []
    with app.connection_for_read("redis://127.0.0.1:1/0") as connection, pytest.raises(Unreachable):
        connection.ensure_connection(lambda error, pause: pauses.append(pause), max_retries=20)
    assert len(pauses) == 20 and max(pauses) <= SteadyConnection.LONGEST


def test_every_routed_task_is_one_and_every_limit_is_above_every_lease(settings):
    app.loader.import_default_modules()
    tasks = [app.tasks[name] for name in settings.CELERY_TASK_ROUTES]
    assert all(task.time_limit > simulations.LEASE.total_seconds() > thinking.GAME_SECONDS for task in tasks)
    longest = max(uploads.LEASE, outgoing.LEASE, simulations.LEASE)
    assert longest.total_seconds() < settings.CELERY_TASK_TIME_LIMIT


@pytest.fixture
def failing():
    tried: list[int] = []

    @app.task(name="tests.failing")
    def failing() -> None:
        tried.append(1)
        raise OperationalError("no connection\n\tto the server")

    yield failing, tried
    app.tasks.pop("tests.failing")


def test_a_task_without_its_database_says_so_in_one_line_and_rests(failing, caplog):
    task, tried = failing
    for _ in range(20):
        task()
    assert len(tried) == 1
    (line,) = [record for record in caplog.records if "task_postponed" in record.getMessage()]
    assert line.exc_info is None and "no connection to the server" in line.getMessage()


def test_whoever_fails_again_and_again_rests_longer_up_to_a_bound():
    rest = Rest()
    assert [rest.begin() for _ in range(7)] == [1, 2, 4, 8, 16, 16, 16]
    assert rest.lasts
    rest.end()
    assert not rest.lasts and rest.begin() == 1

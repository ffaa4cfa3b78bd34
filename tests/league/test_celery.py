import pytest
from django.db import OperationalError
from kombu import Connection
from kombu.exceptions import OperationalError as Unreachable

from league.config.celery import Rest, SteadyConnection, app


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


def test_everything_that_is_done_every_so_often_is_a_task(settings):
    app.loader.import_default_modules()
    assert set(settings.PERIODIC) <= set(app.tasks)


def test_a_worker_looks_for_its_broker_every_few_seconds_however_long_it_is_away(monkeypatch):
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    pauses: list[float] = []
    with app.connection_for_read("redis://127.0.0.1:1/0") as connection, pytest.raises(Unreachable):
        connection.ensure_connection(lambda error, pause: pauses.append(pause), max_retries=20)
    assert len(pauses) == 20 and max(pauses) <= SteadyConnection.LONGEST


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

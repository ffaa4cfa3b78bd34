import pytest
from kombu import Connection

from league.config.celery import app


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

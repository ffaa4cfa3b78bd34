"""Redis is away, or takes the call and never answers: nothing fails, and nobody waits for it."""

import socket
from collections.abc import Iterator

import pytest
from django.test import override_settings

from games.tasks import review_soon, review_waiting_games
from league.config.celery import app
from league.config.redis import OptionalRedis, circuit
from tests.factories.people import a_user

NOBODY_LISTENS = "redis://127.0.0.1:1/0"


class Hanging:
    """Accepts, and says nothing."""

    def __init__(self, server: socket.socket) -> None:
        self.server = server
        self.url = f"redis://127.0.0.1:{server.getsockname()[1]}/0"

    def callers(self) -> int:
        """How many have come since the last time."""
        found = 0
        self.server.setblocking(False)
        while True:
            try:
                self.server.accept()[0].close()
            except BlockingIOError:
                return found
            found += 1


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield Hanging(server)


@pytest.fixture(params=["away", "hanging"])
def address(request: pytest.FixtureRequest, hanging: Hanging) -> str:
    return hanging.url if request.param == "hanging" else NOBODY_LISTENS


@pytest.fixture
def without_redis(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(app.conf, "broker_url", address)
    with override_settings(
        CACHES={
            "default": {"BACKEND": "league.config.redis.OptionalRedis", "LOCATION": address},
            "fragments": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "fragments"},
        }
    ):
        yield


def test_every_question_has_an_answer(address):
    cache = OptionalRedis(address, {})
    asked = {
        "get": lambda: cache.get("a", 7),
        "add": lambda: cache.add("a", 1),
        "set": lambda: cache.set("a", 1),
        "touch": lambda: cache.touch("a"),
        "delete": lambda: cache.delete("a"),
        "get_many": lambda: cache.get_many(["a"]),
        "has_key": lambda: cache.has_key("a"),
        "incr": lambda: cache.incr("a"),
        "set_many": lambda: cache.set_many({"a": 1}),
        "delete_many": lambda: cache.delete_many(["a"]),
        "clear": cache.clear,
    }
    answers = {}
    for name, ask in asked.items():
        circuit.close()
        answers[name] = ask()
        assert circuit.is_open
    found = {name: answer for name, answer in answers.items() if answer}
    assert found == {"get": 7, "add": True, "incr": 1}


def test_after_one_failure_nobody_tries_for_some_seconds(hanging, monkeypatch):
    monkeypatch.setattr(app.conf, "broker_url", hanging.url)
    cache = OptionalRedis(hanging.url, {})
    for _ in range(20):
        cache.get("a")
        review_waiting_games.delay()
    assert circuit.is_open
    assert hanging.callers() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("without_redis")
def test_reading_writing_and_signing_in_go_on(client):
    ada = a_user("ada")
    ada.set_password("a long enough word")
    ada.save()
    assert client.get("/api/v1/games/").status_code == 200
    signed_in = client.post("/accounts/login/", {"login": "ada", "password": "a long enough word"})
    assert signed_in.status_code == 302
    refused = client.post("/api/v1/games/", {}, content_type="application/json")
    assert refused.status_code in (400, 403)
    assert circuit.is_open


@pytest.mark.usefixtures("without_redis")
def test_a_hint_that_reaches_nobody_is_dropped(django_capture_on_commit_callbacks, db):
    with django_capture_on_commit_callbacks(execute=True) as told:
        review_soon()
    assert len(told) == 1
    assert circuit.is_open

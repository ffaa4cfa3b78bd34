"""One id follows a request from the proxy through every line of the log to the job in the worker."""

import pytest
import structlog
from celery.signals import task_postrun, task_prerun
from django.db import transaction
from structlog.testing import capture_logs

from games.tasks import review_soon, review_waiting_games
from league.config.celery import app
from league.core.operations.rules import sane_request_id
from league.core.operations.views import follow_requests


@pytest.mark.parametrize("given", ["a", "7f3c-22.b_1", "x" * 64])
def test_an_id_that_a_proxy_gave_is_taken(client, given):
    assert client.get("/healthy", headers={"x-request-id": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", 'a"b', "a\nb", "é"])
def test_an_id_that_would_spoil_a_log_is_replaced(given):
    assert sane_request_id(given) == ""


def test_without_one_each_request_gets_its_own(client):
    made = {client.get("/no-such-page").headers["X-Request-ID"] for _ in range(3)}
    assert len(made) == 3 and all(sane_request_id(one) for one in made)


def test_every_line_of_the_log_has_the_id_and_the_next_request_does_not(rf):
    seen = []

    def page(request):
        seen.append(structlog.contextvars.get_contextvars())
        raise ValueError

    with pytest.raises(ValueError):
        follow_requests(page)(rf.get("/", headers={"x-request-id": "one"}))
    assert seen == [{"request_id": "one"}]
    assert structlog.contextvars.get_contextvars() == {}


@pytest.mark.django_db
def test_in_production_each_request_leaves_one_line_without_secrets(client, settings):
    settings.LOCAL = False
    with capture_logs([structlog.contextvars.merge_contextvars]) as lines:
        client.get("/t/a-secret-token/?key=a-secret", headers={"x-request-id": "one"})
        client.get("/healthz")
    written = [line for line in lines if line["event"] == "request"]
    assert len(written) == 1 and "secret" not in str(written)
    assert {"method": "GET", "status": 404, "request_id": "one"}.items() <= written[0].items()
    assert "<str:token>" in written[0]["route"] and written[0]["milliseconds"] >= 0


@pytest.mark.django_db(transaction=True)
def test_a_hint_sent_by_the_commit_carries_the_id(monkeypatch):
    sent = []
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app, "send_task", lambda *args, **kwargs: sent.append(kwargs))
    with structlog.contextvars.bound_contextvars(request_id="one"), transaction.atomic():
        review_soon()
    review_waiting_games.delay()
    assert [(one.get("headers") or {}).get("request_id") for one in sent] == ["one", None]


def test_a_worker_takes_the_id_for_its_task_and_drops_it_after():
    review_waiting_games.push_request(headers={"request_id": "one"})
    try:
        task_prerun.send(sender=review_waiting_games, task=review_waiting_games)
        assert structlog.contextvars.get_contextvars() == {"request_id": "one"}
        task_postrun.send(sender=review_waiting_games, task=review_waiting_games)
        assert structlog.contextvars.get_contextvars() == {}
    finally:
        review_waiting_games.pop_request()

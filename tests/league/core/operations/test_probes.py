"""Machines that watch the site: is it alive, is it ready, what does it count."""

import json
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings
from django.utils import timezone

from games.models import Sheet
from league.core.operations.queries import queues
from league.core.operations.rules import RequestCount, may_read_metrics
from league.core.services.periodic import note_sweep
from league.models import PeriodicRun
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.sheets import at

KEYS = ["database", "migrations", "broker", "oldest_review_seconds", "oldest_mail_seconds", "swept_seconds", "version"]
AS_IN_PRODUCTION = {"SECURE_SSL_REDIRECT": True, "LOCAL": False}
SECRET = {"METRICS_TOKEN": "a-long-secret"}


def test_it_is_alive_without_a_database_by_any_name(client):
    with override_settings(**AS_IN_PRODUCTION):
        answers = [client.get("/healthz", headers={"host": name}, secure=secure) for name, secure in STRANGE]
    assert [answer.status_code for answer in answers] == [200] * len(STRANGE)


STRANGE = [("10.0.0.7:8000", False), ("nobody.example", True), ("not a host", False)]


@pytest.mark.django_db
def test_it_is_ready_and_says_how_long_the_queues_have_waited(client):
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 100, won=True), at(bo))
    ago = timezone.now() - timedelta(seconds=90)
    Sheet.objects.update(confirmed_at=ago)
    answer = client.get("/readyz", headers={"host": "10.0.0.7"})
    assert answer.status_code == 200 and list(answer.json()) == KEYS
    assert answer.json()["database"] is True and answer.json()["migrations"] is True
    assert 90 <= answer.json()["oldest_review_seconds"] < 900
    assert answer.json()["oldest_mail_seconds"] == 0
    review()
    assert client.get("/readyz").json()["oldest_review_seconds"] == 0


@pytest.mark.django_db
def test_it_says_how_long_ago_each_lane_was_swept(client):
    note_sweep("tables")
    PeriodicRun.objects.update(ran_at=timezone.now() - timedelta(seconds=70))
    note_sweep("results")
    said = client.get("/readyz").json()["swept_seconds"]
    assert list(said) == ["tables", "thinking", "results", "summaries", "post", "errands"]
    assert 70 <= said["tables"] < 600 and said["results"] < 60 and said["thinking"] is said["errands"] is None
    with override_settings(**SECRET):
        lines = client.get("/metrics", headers={"authorization": "Bearer a-long-secret"}).content.decode().splitlines()
    lanes = [line.split("{")[1].split("}")[0] for line in lines if line.startswith("corner_office_swept_seconds")]
    assert lanes == ['lane="tables"', 'lane="results"']


@pytest.mark.django_db
def test_it_is_not_ready_for_a_schema_of_another_version(client):
    recorder = MigrationRecorder(connection)
    recorder.record_applied("league", "9999_from_the_future")
    assert client.get("/readyz").status_code == 503
    recorder.record_unapplied("league", "9999_from_the_future")
    recorder.record_unapplied("games", "0001_release_1_0")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, False)


@pytest.mark.django_db
def test_without_its_broker_it_is_ready_and_says_so(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (200, False)
    settings.REDIS_URL = ""
    assert client.get("/readyz").json()["broker"] is None


@pytest.mark.django_db(transaction=True)
def test_without_its_database_it_is_alive_and_not_ready(client, monkeypatch):
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", "/nowhere/to-be-found")
        alive, ready = client.get("/healthz"), client.get("/readyz")
        with override_settings(**SECRET):
            metrics = client.get("/metrics", headers={"authorization": "Bearer a-long-secret"})
        connection.close()
    assert (alive.status_code, ready.status_code) == (200, 503)
    assert metrics.status_code == 200 and "corner_office_database_up 0" in metrics.content.decode()
    assert ready.json()["database"] is False and ready.json()["oldest_review_seconds"] is None


@pytest.mark.parametrize(
    ("address", "authorization", "may"),
    [
        ("10.1.2.3", "", True),
        ("192.0.2.1", "", False),
        ("192.0.2.1", "Bearer a-long-secret", True),
        ("192.0.2.1", "Bearer a-long-secreT", False),
        ("192.0.2.1", "Bearer é", False),
        ("no address", "", False),
        ("::1", "", False),
    ],
)
def test_metrics_are_for_known_networks_or_whoever_has_the_token(address, authorization, may):
    networks = [ip_network("10.0.0.0/8"), ip_network("2001:db8::/32")]
    assert may_read_metrics(address, authorization, networks, "a-long-secret") is may


def test_without_a_token_an_empty_one_opens_nothing():
    assert not may_read_metrics("127.0.0.1", "Bearer ", [], "")


def test_to_others_there_are_no_metrics(client, settings):
    assert client.get("/metrics").status_code == 404
    settings.METRICS_FROM, settings.LOCAL = [ip_network("127.0.0.0/8")], False
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    through_the_proxy = client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1, 192.0.2.1"})
    assert through_the_proxy.status_code == 404


@pytest.mark.django_db
def test_metrics_count_requests_by_route_and_what_waits(client):
    season, ada, bo, *_ = a_staffed_season()
    played(season, "g1", at(ada, 100, won=True), at(bo))
    client.get(f"/characters/{ada.slug}/")
    client.get("/no-such-page/")
    with override_settings(**SECRET):
        answer = client.get("/metrics", headers={"authorization": "Bearer a-long-secret"})
    lines = answer.content.decode().splitlines()
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'corner_office_queue_rows{queue="reviews"} 1' in lines
    counts = [line for line in lines if line.startswith("corner_office_request_duration_seconds_count")]
    assert any('route="/characters/<str:slug>/",status="200"' in line for line in counts)
    assert any('route="none",status="404"' in line for line in counts)
    assert ada.slug not in answer.content.decode()
    told = {"events", "careers", "mail", "pushes", "webhooks"}
    assert set(queues()) == {
        "reviews",
        *told,
        "ledger",
        "imports",
        "bot_games",
        "experiments",
        "studies",
        "what_ifs",
        *["photos"] * apps.is_installed("league.photo"),
    }


def test_a_histogram_adds_up_and_names_are_escaped():
    count = RequestCount()
    for milliseconds in (10, 11, 99_999):
        count.add("GET", 'a"b', 200, milliseconds)
    name, labels = "corner_office_request_duration_seconds", r'method="GET",route="a\"b",status="200",process="7"'
    lines = count.lines(7)
    assert lines[2] == f'{name}_bucket{{{labels},le="0.010"}} 1'
    assert lines[3] == f'{name}_bucket{{{labels},le="0.050"}} 2'
    assert lines[-3:] == [
        f'{name}_bucket{{{labels},le="+Inf"}} 3',
        f"{name}_sum{{{labels}}} 100.020",
        f"{name}_count{{{labels}}} 3",
    ]


@pytest.mark.django_db
def test_every_page_says_its_version(client, settings):
    assert f"Version {settings.VERSION}" in client.get("/help/").content.decode()
    assert json.loads(client.get("/readyz").content)["version"] == settings.VERSION

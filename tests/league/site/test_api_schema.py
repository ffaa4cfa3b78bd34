"""The schema is complete, and the API keeps to it, whatever it is sent."""

import os
import re
from io import StringIO
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.models import Game
from league.accounts.services.tokens import create_token
from league.models import Round, Ruling, Webhook
from league.site.api.schema import document
from league.tournaments.tables.services.rulings import give_warning
from tests.factories.document import DOCUMENT
from tests.factories.notices import a_webhook
from tests.factories.ratings import rate
from tests.factories.teams import a_contest, a_team
from tests.factories.thursday_club import a_report, a_thursday_club, a_tournament_of, post_game, promoting

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]

ALL = bool(os.environ.get("ALL_WIDTHS"))  # test-all sends everything
FIRST, ONE_IN = 10, 6  # of an operation's requests: examples come first, then wrong values of one field after another

schema = schemathesis.openapi.from_dict(DOCUMENT)
schema.app = get_wsgi_application()


@pytest.fixture(scope="module")
def key(rows_of_module) -> str:
    """An organiser's, in a club with something of everything to read."""
    with rows_of_module.unblock():
        club = a_thursday_club()
        promoting(club, 1)
        a_webhook(club.league)
        rate()
        post_game(club, "Bo", "Cleo", by="sam", confirm=False, played_at="2026-02-02T18:00:00Z")
        entry = a_tournament_of(club).entries.get(number=1)
        for tournament in (None, entry.tournament):
            a_team(a_contest(club.season, tournament), "Red", entry.character)
        give_warning(entry=entry, round=Round.objects.get(), reason="Loud", by=club.users["otto"])
        return create_token(user=club.users["otto"], name="schemathesis")


@pytest.fixture
def token(key: str, db, monkeypatch) -> str:
    # A request that comes through WSGI would close the connection on which the test's own transaction is open.
    for signal in (request_started, request_finished):
        monkeypatch.setattr(signal, "send", lambda *args, **kwargs: [])
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    return key


@pytest.fixture
def asked() -> set[str]:
    """What has been sent to one operation."""
    return set()


def at_home(case: Any) -> Any:
    """The same request about something that there is."""
    slugs = {"seasons": "spring-2026", "tournaments": "spring-open", "leagues": "thursday-club"}
    rows = {"game_id": Game, "ruling_id": Ruling, "webhook_id": Webhook}
    for name in case.path_parameters or {}:
        row = rows[name].objects.order_by("pk").last() if name in rows else None
        found = slugs.get(case.path.split("/")[3], "ada") if name == "slug" else row and row.pk
        case.path_parameters[name] = found or 1
    return case


@schema.parametrize()
@settings(
    max_examples=2 if ALL else 1,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_made_from_the_schema_breaks_the_api(case: Any, token: str, asked: set[str]):
    """Every address as it was made, and everything else also about something that there is; nothing twice. After the
    FIRST an even share, in which each field meets some of the wrong values and each wrong value some of the fields."""
    address, rest = case.formatted_path, repr((case.method, case.query, case.headers, case.body, case.media_type))
    if not ALL and len(asked) > FIRST and crc32(f"{address} {rest}".encode()) % ONE_IN:
        return
    if not case.path_parameters or address not in asked:
        case.call_and_validate(headers={"Authorization": f"Token {token}"}, checks=CHECKS)
    if case.path_parameters and rest not in asked:
        at_home(case).call_and_validate(headers={"Authorization": f"Token {token}"}, checks=CHECKS)
    asked |= {address, rest}


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("characters/", {}),
        ("characters/{slug}/", {}),
        ("characters/{slug}/career/", {"rescinded": "1"}),
        ("games/", {"page_size": 1}),
        ("games/{game_id}/", {}),
        ("leagues/{slug}/webhooks/", {}),
        ("ratings/", {}),
        ("ratings/", {"system": "careers"}),
        ("seasons/", {}),
        ("seasons/{slug}/", {}),
        ("seasons/{slug}/standings/", {}),
        ("seasons/{slug}/standings/", {"character": "ada"}),
        ("seasons/{slug}/promotions/", {}),
        ("seasons/{slug}/teams/", {"limit": 1}),
        ("tournaments/", {}),
        ("tournaments/{slug}/", {}),
        ("tournaments/{slug}/entries/", {}),
        ("tournaments/{slug}/entries/{number}/", {}),
        ("tournaments/{slug}/events/", {}),
        ("tournaments/{slug}/stages/{number}/standings/", {"until": 1}),
        ("tournaments/{slug}/teams/", {}),
        ("tournaments/{slug}/rounds/", {}),
        ("tournaments/{slug}/rounds/{stage}/{number}/", {}),
        ("tournaments/{slug}/rounds/{stage}/{number}/tables/{table}/", {}),
        ("tournaments/{slug}/draws/", {}),
        ("tournaments/{slug}/draws/{number}/", {}),
        ("tournaments/{slug}/rulings/", {}),
    ],
)
def test_answers_keep_to_the_schema(path: str, query: dict, token: str):
    way = dict.fromkeys(re.findall(r"{(\w+)}", path), "")
    case = at_home(schema["/api/v1/" + path]["GET"].Case(path_parameters=way, query=query))
    answer = case.call(headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200
    case.validate_response(answer, checks=CHECKS)


@pytest.mark.parametrize("query", [{}, {"preview": "1"}])
@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("correct", a_report("Cleo", "Bo", expected_version=1, reason="typo", played_at="2026-02-02T18:00:00Z")),
        ("void", {"reason": "typo"}),
        ("confirm", {}),
    ],
)
def test_decisions_keep_to_the_schema(what: str, body: dict, query: dict, token: str):
    operation = schema[f"/api/v1/games/{{game_id}}/{what}/"]["POST"]
    case = at_home(
        operation.Case(path_parameters={"game_id": 0}, query=query, body=body, media_type="application/json")
    )
    answer = case.call(headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200
    case.validate_response(answer, checks=CHECKS)


def operations(document: dict) -> list[tuple[str, dict]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_has_no_warnings():
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_the_schema_is_worked_out_once_whoever_asks_and_however():
    document.cache_clear()
    answers = [Client().get(f"/api/v1/schema/?format=json&version={number}&lang=de") for number in range(3)]
    assert document.cache_info().misses == 1
    assert {one.content for one in answers} == {answers[0].content}
    assert answers[0]["Content-Type"] == "application/vnd.oai.openapi+json"
    assert Client().get("/api/v1/schema/").content.startswith(b"openapi: 3.")


def test_every_operation_has_a_summary_a_description_and_examples():
    document = Client().get("/api/v1/schema/?format=json").json()
    found = operations(document)
    assert len(found) > 60
    for name, operation in found:
        assert operation["summary"] and operation["description"], name
        answers = [body for code, body in operation["responses"].items() if code in ("200", "201")]
        assert "204" in operation["responses"] or all(
            body["content"]["application/json"]["examples"] for body in answers
        ), name
        if "requestBody" in operation:
            assert operation["requestBody"]["content"]["application/json"]["examples"], name


def test_the_documentation_needs_nothing_from_elsewhere():
    page = Client().get("/api/v1/docs/")
    assert page.status_code == 200
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert addresses and all(address.startswith("/") for address in addresses)
    assert all(Client().get(address).status_code == 200 for address in addresses)

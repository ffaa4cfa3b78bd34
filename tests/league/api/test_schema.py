"""The schema is complete, and the API keeps to it, whatever it is sent."""

import re
from io import StringIO

import pytest
import schemathesis
from django.core.management import call_command
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from league.config.wsgi import application
from tests.factories.club import Club, post_game
from tests.league.api.test_seasons import promoting

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture
def api(club: Club, monkeypatch) -> object:
    """The schema, and a club with something of everything to read."""
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    promoting(club, 1)
    post_game(club, "Bo", "Cleo", by="sam", confirm=False)
    return schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_made_from_the_schema_breaks_the_api(case: object, club: Club, django_user_model):
    from rest_framework.authtoken.models import Token

    token, _ = Token.objects.get_or_create(user=club.users["otto"])
    case.call_and_validate(headers={"Authorization": f"Token {token.key}"}, checks=CHECKS)


def operations(document: dict) -> list[tuple[str, dict]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_has_no_warnings():
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_every_operation_has_a_summary_a_description_and_examples():
    document = Client().get("/api/v1/schema/?format=json").json()
    found = operations(document)
    assert len(found) == 18
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

"""The API under what schemathesis makes from its schema, about things that there are, as a stranger, a player and an
organiser: `python3 run.py test -m slow tests/fuzz`, with FUZZ=300 for so many cases of each operation."""

import logging
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from league.accounts.services.tokens import create_token
from tests.access.people import Place, a_place
from tests.factories.document import DOCUMENT

pytestmark = pytest.mark.slow
CASES = int(os.environ.get("FUZZ") or 30)
PEOPLE = {"stranger": "xenia", "player": "ada", "organiser": "otto"}
# Answers to unknown things and to people who may not do it come before what is wrong with the request; and a case that
# is wrong only in its address is right at the address of something that there is.
UNFIT = {"unsupported_method", "positive_data_acceptance", "ignored_auth", "negative_data_rejection"}

load_all_checks()
ALL = [check for check in CHECKS.get_all() if check.__name__ not in UNFIT]
schema = schemathesis.openapi.from_dict(DOCUMENT)
schema.app = get_wsgi_application()
sent: Counter[str] = Counter()


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


@pytest.fixture(scope="module")
def tokens(place: Place, rows_of_module) -> dict[str, str]:
    with rows_of_module.unblock():
        return {who: create_token(user=place.club.users[name], name="fuzz") for who, name in PEOPLE.items()}


@pytest.fixture(scope="module", autouse=True)
def tell() -> Iterator[None]:
    yield
    print(f"{sum(sent.values()):,} requests: {dict(sent)}")


@pytest.fixture(params=PEOPLE)
def who(request: pytest.FixtureRequest, db, monkeypatch) -> Iterator[str]:
    # A request that comes through WSGI would close the connection on which the test's own transaction is open.
    for signal in (request_started, request_finished):
        monkeypatch.setattr(signal, "send", lambda *args, **kwargs: [])
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    logging.disable(logging.CRITICAL)
    yield str(request.param)
    logging.disable(logging.NOTSET)


def at_home(case: Any, place: Place) -> None:
    first = case.path.split("/")[3]
    known = {name: place.gaps.get(f"{first} {name}") for name in case.path_parameters or {}}
    case.path_parameters = {name: 1 if value is None else value for name, value in known.items()}


@schema.parametrize()
@settings(max_examples=CASES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_api_whoever_sends_it(case: Any, who: str, place: Place, tokens: dict[str, str]):
    """Each case about something that there is; what it changed is taken back."""
    at_home(case, place)
    sent[who] += 1
    with transaction.atomic():
        answer = case.call(headers={"Authorization": f"Token {tokens[who]}"})
        transaction.set_rollback(True)
    case.validate_response(answer, checks=ALL)

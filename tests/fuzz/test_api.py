"""The API under what schemathesis makes from its schema, about things that there are, as a stranger, a player and an
organiser: `python3 run.py test -m slow tests/fuzz`, with FUZZ=180 for that many cases of each operation, about 50,000
requests."""

import logging
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from league.accounts.services.tokens import create_token
from tests.access.people import Place, a_place
from tests.factories.document import DOCUMENT
from tests.fuzz.real_things import at_home
from tests.fuzz.refusals import is_about_the_world, is_read_kindly

pytestmark = pytest.mark.slow
CASES = int(os.environ.get("FUZZ") or 30)
PEOPLE = {"stranger": "xenia", "player": "ada", "organiser": "otto"}

load_all_checks()
schema = schemathesis.openapi.from_dict(DOCUMENT)
schema.app = get_wsgi_application()
answers: Counter[tuple[str, str, int]] = Counter()
at_real_addresses = 0


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
    """How often each operation answered what: a run in which everything is 404 or 429 proves nothing."""
    yield
    for who in PEOPLE:
        by_status = Counter[int]()
        for (_, whose, status), times in answers.items():
            by_status[status] += times if whose == who else 0
        print(f"\n{who}: {by_status.total():,} requests, {dict(sorted(by_status.items()))}")
    print(f"{at_real_addresses:,} of {answers.total():,} at addresses of things that there are")
    for operation in sorted({operation for operation, _, _ in answers}):
        by_status = Counter[int]()
        for (which, _, status), times in answers.items():
            by_status[status] += times if which == operation else 0
        print(f"{operation}: {dict(sorted(by_status.items()))}")


@pytest.fixture
def wire(db, monkeypatch) -> Iterator[None]:
    # A request that comes through WSGI would close the connection on which the test's own transaction is open.
    for signal in (request_started, request_finished):
        monkeypatch.setattr(signal, "send", lambda *args, **kwargs: [])
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def unfit(case: Any, answer: Any) -> list[Any]:
    """Checks that would ask of this answer what no schema can promise."""
    left_out = []
    if answer.status_code == 422 or (answer.status_code == 400 and is_about_the_world(answer.json())):
        left_out.append("positive_data_acceptance")
    if answer.status_code < 300 and is_read_kindly(case):
        left_out.append("negative_data_rejection")
    return [CHECKS.get_one(name) for name in left_out]


@schema.parametrize()
@settings(max_examples=CASES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_api_whoever_sends_it(case: Any, wire: None, place: Place, tokens: dict[str, str]):
    """Each case, about something that there is, from everybody; what one of them changed is taken back."""
    global at_real_addresses
    at_real_addresses += len(PEOPLE) * at_home(case, place)
    for who, token in tokens.items():
        cache.clear()  # which counts sign-ins that failed
        signed = {"Authorization": f"Token {token}"}
        with transaction.atomic():
            answer = case.call(headers=signed)
            answers[case.operation.label, who, answer.status_code] += 1
            case.validate_response(
                answer, headers=signed, transport_kwargs={"headers": signed}, excluded_checks=unfit(case, answer)
            )
            transaction.set_rollback(True)

"""What no view answers: a body in another character set, a number beyond all rows, a database that is busy or away."""

import re

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client

from league.core.api.errors import Handler, Later, UnknownView
from league.core.rules.waits import AWAY, BUSY, FULL, OTHERS, SITE, why_later
from league.core.views.failures import later
from tests.access.matrix import GAP, patterns

UTF_16 = "application/x-www-form-urlencoded; charset=utf-16"


def failed(state: object = "", *, sqlite: int = 0) -> OperationalError:
    """As Django raises it: with the driver's own error as its cause."""
    cause = Exception()
    if sqlite:
        cause.sqlite_errorcode = sqlite  # type: ignore[attr-defined]
    elif state != "":
        cause.sqlstate = state  # type: ignore[attr-defined]
    error = OperationalError("of the driver")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (failed("55P03"), BUSY),
        (failed("57014"), BUSY),
        (failed("40P01"), BUSY),
        (failed("53300"), AWAY),
        (failed("08006"), AWAY),
        (failed("57P01"), AWAY),
        (failed(None), AWAY),
        (failed("53100"), FULL),
        (failed("42601"), ""),
        (failed(sqlite=5), BUSY),
        (failed(sqlite=5 | 2 << 8), BUSY),
        (failed(sqlite=13), FULL),
        (failed(sqlite=1), ""),
        (failed(), ""),
        (psycopg.OperationalError("the connection is gone"), AWAY),
        (psycopg.errors.LockNotAvailable(), BUSY),
    ],
)
def test_what_is_over_soon_is_told_from_what_is_not(error, why):
    assert why_later(error) == why


def test_an_error_that_only_the_driver_has_raised_is_answered_later(rf):
    """As a cursor on the server raises it that is closed after its connection."""
    error = psycopg.OperationalError("consuming input failed: server closed the connection unexpectedly")
    answer = later(rf.get("/seasons/spring/export/results.csv"), error)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    told = Handler(error, {"view": UnknownView(), "request": None}).convert_known_exceptions(error)
    assert isinstance(told, Later) and told.detail == AWAY


def test_the_site_gives_up_before_workers_and_commands_do():
    assert all(ours < theirs for ours, theirs in zip(SITE, OTHERS, strict=True))
    assert SITE.lock <= 5


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/leagues/new/"])
def test_a_form_in_another_character_set_is_a_bad_request(path):
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "c" * 32
    answer = client.generic("POST", path, "a=b".encode("utf-16"), content_type=UTF_16)
    assert answer.status_code == 400
    assert b"Nothing was changed" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["options", "post", "put", "delete"])
def test_the_documentation_can_be_read_and_nothing_else(client, method):
    client.raise_request_exception = False
    assert getattr(client, method)("/api/v1/docs/").status_code == 405
    assert client.get("/api/v1/docs/").status_code == 200


NUMBERED = [pattern for pattern in patterns() if "<int:" in pattern]
# One middleware refuses for all of them: the first under each word at the head of an address.
FIRST = {pattern.split("/")[0]: pattern for pattern in reversed(NUMBERED)}.values()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "pattern", [pytest.param(one, marks=() if one in FIRST else pytest.mark.further) for one in NUMBERED]
)
def test_an_address_with_a_number_that_no_row_can_have_does_not_exist(client: Client, pattern: str):
    path = "/" + GAP.sub("x", re.sub(r"<int:\w+>", str(2**63), pattern))
    answers = (client.get(path), client.post(path))
    assert {answer.status_code for answer in answers} == {404}
    assert not path.startswith("/api/") or answers[0]["Content-Type"] == "application/json"

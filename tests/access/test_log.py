"""Whatever goes wrong at an address that is a permission, no line of the log holds it."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from structlog.stdlib import ProcessorFormatter

from tests.access.matrix import GAP, address, argument, patterns
from tests.access.people import Place, a_place

pytestmark = pytest.mark.django_db
SHORTEST = 8
ELSEWHERE = "https://elsewhere.example"


def secret_gaps(pattern: str) -> list[re.Match[str]]:
    """The arguments that are neither a number nor a slug."""
    return [gap for gap in GAP.finditer(pattern) if "<int:" not in gap[0] and (gap[1] or gap[2]) not in ("slug", "pk")]


PERMISSIONS = [pattern for pattern in patterns() if secret_gaps(pattern)]


class Lines(logging.Handler):
    """Keep each record as anybody writes it down, with all that they may read from it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        formatters = (handler.formatter for handler in logging.getLogger().handlers)
        self.formats = [kind for kind in formatters if isinstance(kind, ProcessorFormatter)] + [logging.Formatter()]
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        everything = {name: value for name, value in vars(record).items() if name != "exc_info"}
        self.lines += [*(formatter.format(record) for formatter in self.formats), repr(everything)]


@pytest.fixture
def lines() -> Iterator[list[str]]:
    handler, root = Lines(), logging.getLogger()
    root.addHandler(handler)
    yield handler.lines
    root.removeHandler(handler)


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


def refusing(error: Callable[[str], Exception]) -> Callable[..., Any]:
    def refuse(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        raise error(f"{sql} with {params}")

    return refuse


WRONGS: dict[str, tuple[str, dict[str, Any], Callable[..., Any] | None]] = {
    "missing": ("GET", {}, None),
    "forged": ("POST", {"secure": True, "headers": {"Origin": ELSEWHERE}}, None),
    "another method": ("TRACE", {}, None),
    "another host": ("GET", {"headers": {"Host": "elsewhere.example"}}, None),
    "broken": ("GET", {}, refusing(RuntimeError)),
    "busy": ("GET", {}, refusing(lambda text: OperationalError(f"database is locked: {text}"))),
}


@pytest.mark.parametrize("wrong", WRONGS)
def test_no_line_of_the_log_holds_an_address_that_is_a_permission(place, lines, settings, monkeypatch, wrong):
    settings.LOCAL = False
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    method, how, refuse = WRONGS[wrong]
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    told, statuses = list[str](), set[int]()
    for pattern in PERMISSIONS:
        words = [argument(pattern, gap, place) for gap in secret_gaps(pattern)]
        for path in (address(pattern, place), f"{address(pattern, place)}more/"):
            cache.clear()
            del lines[:]
            headers = {"Referer": f"https://testserver{path}"} | how.get("headers", {})
            with ExitStack() as stack:
                if refuse:
                    stack.enter_context(connection.execute_wrapper(refuse))
                statuses.add(client.generic(method, path, **how | {"headers": headers}).status_code)
            secrets = [path, *(word for word in words if len(word) >= SHORTEST and not word.isdecimal())]
            told += [line for line in lines if any(secret in line for secret in secrets)]
    assert told == []
    assert lines and len(PERMISSIONS) > 40
    assert statuses & {400, 403, 404, 405, 500, 503}

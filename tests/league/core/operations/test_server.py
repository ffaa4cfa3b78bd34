"""What the server of the site is handed."""

import io
import sys
from typing import Any

import pytest
from django.core.signals import request_finished

pytestmark = pytest.mark.django_db


def handed(path: str) -> tuple[str, Any]:
    """Status and body, as the server gets them."""
    from league.config.wsgi import application  # it looks at the database when it is loaded

    told: list[str] = []
    request = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    environ = request | {"wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr, "wsgi.url_scheme": "http"}
    body = application(environ, lambda status, *_: told.append(status))
    return told[0], body


def test_an_answer_that_is_whole_is_handed_over_whole_and_closed():
    closed: list[object] = []

    def note(**_: object) -> None:
        closed.append(True)

    request_finished.connect(note)
    try:
        assert handed("/healthz") == ("200 OK", [b"ok\n"])
    finally:
        request_finished.disconnect(note)
    assert closed == [True]


def test_a_file_is_handed_over_piece_by_piece():
    status, body = handed("/static/league/office.css")
    assert status == "200 OK" and not isinstance(body, list)
    assert b"{" in b"".join(body)
    body.close()

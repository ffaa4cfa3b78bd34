"""Answers when no view could give one. They read neither the body nor the database: either may be what is wrong."""

import sys
from collections.abc import Callable

import psycopg
import structlog
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.template import loader
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.views.defaults import server_error as plain_server_error

from engine.translatable import spoken
from league.core.queries.addresses import route_of
from league.core.rules.waits import BUSY, RETRY_AFTER, RETRY_COSTLY, TOO_LONG, why_later

log = structlog.get_logger(__name__)
# The driver's own comes through where a cursor on the server is closed after its connection.
DATABASE_ERRORS = (OperationalError, psycopg.OperationalError)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 without the body: Django's own view adds a token against forged forms and so reads the body again,
    which raises again."""
    return HttpResponseBadRequest(loader.render_to_string("400.html"))


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    return (later(request, error) if error else None) or plain_server_error(request)


def later(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """Return 503 for a temporary error."""
    why = why_later(error) if isinstance(error, DATABASE_ERRORS) else ""
    if not why:
        return None
    log.warning("answered_later", route=route_of(request), why=str(error).strip())
    return _unavailable(request, why, RETRY_AFTER)


def too_long(request: HttpRequest) -> HttpResponse:
    """Return 503 for a request that was stopped because it took too much computing."""
    with translation.override(getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)):
        return _unavailable(request, TOO_LONG, RETRY_COSTLY)


def too_much(seconds: int, *, signed_in: bool) -> HttpResponse:
    """Return 429 for a reader who has had their share of the site's time and waits that many seconds."""
    page = loader.render_to_string("429_share.html", {"seconds": seconds, "signed_in": signed_in})
    return HttpResponse(page, status=429, headers={"Retry-After": str(seconds)})


def _unavailable(request: HttpRequest, why: str, seconds: int) -> HttpResponse:
    """Return JSON for programs, in another shape for JSON sent to a page, else a page."""
    answer: HttpResponse
    if request.path_info.startswith("/api/"):
        error = {"code": "unavailable", "detail": str(why), "attr": None}
        answer = JsonResponse({"type": "server_error", "errors": [error]}, status=503)
    elif request.content_type == "application/json":
        answer = JsonResponse({"errors": [spoken(why)], "figures": []}, status=503)
    else:
        page = loader.render_to_string("503.html", {"why": why, "busy": why == BUSY})
        answer = HttpResponse(page, status=503)
    answer.headers["Retry-After"] = str(seconds)
    return answer


class AnswerLater:
    """Middleware: a view that met a database that is busy or away is not our error."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return later(request, error)

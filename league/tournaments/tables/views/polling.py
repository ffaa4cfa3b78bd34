"""A phone's "anything new?", answered before sessions, sign-in and templates are loaded. Any doubt goes to the view."""

import re
from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from league.tournaments.tables.queries.table_version import table_version
from league.tournaments.tables.views.devices import digest_of

STATE = re.compile(r"/t/(\d{1,18})-[\w-]{20}/state/", re.ASCII)
READER = ("sessionid", "zone")  # cookies: whose forms they are, and in which zone times are told


def answer_polls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        asked = STATE.fullmatch(request.path_info)
        tag = _tag(request, int(asked[1])) if asked and request.method in ("GET", "HEAD") else ""
        # It comes with its quotes, so that it is found in a list and as a weak one too.
        known = bool(tag) and tag in request.META.get("HTTP_IF_NONE_MATCH", "")
        response = HttpResponseNotModified() if known else get_response(request)
        if tag and response.status_code in (200, 304):
            response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
        return response

    return middleware


def _tag(request: HttpRequest, table: int) -> str:
    reader = [request.COOKIES.get(name, "") for name in READER]
    try:
        version = table_version(table, digest_of(request), reader)
    except DatabaseError:
        return ""
    return f'"{version}"' if version else ""

"""Middleware: a request reads a league's own games once."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from league.core.queries.systems import reading_once


def read_systems_once(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    def respond(request: HttpRequest) -> HttpResponseBase:
        with reading_once():
            return get_response(request)

    return respond

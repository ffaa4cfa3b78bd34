"""Pages that complete themselves.

An element asks for its page again every few seconds (htmx). While the page still waits, the answer to htmx is only the
small notice, with an ETag, so that mostly a 304 travels; when it is complete the answer is the whole page, put in the
place of the old one.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar
from zlib import crc32

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition
from django_htmx.http import reselect, reswap, retarget
from django_htmx.middleware import HtmxDetails

from league.core.views.pieces import parts_of

T = TypeVar("T")


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails
    user: User | AnonymousUser


def once_a_request(version: Callable[..., T]) -> Callable[..., T]:
    """Return `version` cached for the whole request: the page that follows may be newer than its version says, never
    older."""
    name = f"_{version.__module__}.{version.__qualname__}"

    @wraps(version)
    def version_once(request: Request, *args: Any, **kwargs: Any) -> T:
        if name not in request.__dict__:
            request.__dict__[name] = version(request, *args, **kwargs)
        value: T = request.__dict__[name]
        return value

    return version_once


def unless_unchanged(version: Callable[..., str | None]) -> Callable[..., Any]:
    """Answer htmx with 304 while `version` (called like the view) stays the same. People who open or reload a page get
    it whole: it also shows messages and who is signed in. A page in one language never stands for another language."""

    def etag(request: Request, *args: Any, **kwargs: Any) -> str | None:
        news = len(get_messages(request))  # which no page that was kept has
        number = version(request, *args, **kwargs) if request.htmx and not news else None
        held = crc32(" ".join(sorted(parts_of(request))).encode())  # which parts the answer may leave out
        return f'"{number}.{get_language()}.{held:x}"' if number else None

    return condition(etag_func=etag)


def live_page(request: Request, template: str, context: Mapping[str, Any], *, waiting: bool) -> HttpResponse:
    """Return the page; for htmx only the notice while something is awaited."""
    if request.htmx and waiting:
        response = render(request, "league/core/live_notice.html", dict(context))
    else:
        response = render(request, template, dict(context))
        if request.htmx:
            response = reselect(reswap(retarget(response, "#main"), "outerHTML"), "#main")
    patch_vary_headers(response, ("HX-Request",))
    patch_cache_control(response, no_cache=True, private=True)
    return response

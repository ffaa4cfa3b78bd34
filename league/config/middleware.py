"""Everything a page needs comes from this site: no inline scripts or styles, no other hosts, no framing.

Times are those of the league that a page belongs to.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, cached_property
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from league.core.live.views import events_address
from league.core.views.permissions import HEADER, NOT_USED

POLICY = (
    "default-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set the policy for content, and deny what no page asks of a device; pages of an account are never cached."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", f"{POLICY}; connect-src {' '.join(_heard(request))}")
        response.headers.setdefault(HEADER, NOT_USED)
        if request.path_info.startswith("/accounts/"):
            add_never_cache_headers(response)
        return response

    return middleware


def _heard(request: HttpRequest) -> list[str]:
    """Return where scripts may connect: this site, and the events process if it has another address."""
    address = urlsplit(events_address(request))
    return ["'self'", *([f"{address.scheme}://{address.netloc}"] if address.netloc else [])]


class NumbersOfRows(MiddlewareMixin):
    """Middleware: an address with a number that no row can have does not exist."""

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        from league.core.queries.addresses import names_no_row  # models are there once Django is ready

        if request.resolver_match is None or not names_no_row(request.resolver_match):
            return None
        if not request.path_info.startswith("/api/"):
            raise Http404
        from league.core.api.errors import UnknownView  # models are there once Django is ready

        return UnknownView.as_view()(request)


class HideLeagues(MiddlewareMixin):
    """Middleware: pages of a league that the staff has hidden do not exist, and those of a closed one do not change.
    The API checks once it knows whose token it is."""

    def process_view(self, request: HttpRequest, *view: object) -> None:
        if not request.path_info.startswith("/api/"):
            from league.core.queries.access import refuse_closed, refuse_hidden  # models are there once Django is ready

            refuse_hidden(request, request.user)
            if request.method not in SAFE_METHODS:
                refuse_closed(request, request.user)


def local_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Use the zone of a page's league for its times. Other pages: that of the reader, put in the cookie `zone` by the
    browser's script, or that of this installation. The API: universal time."""

    def middleware(request: HttpRequest) -> HttpResponse:
        readers = unquote(request.COOKIES.get("zone", ""))
        request.readers_zone = readers if readers in _zones() else ""  # type: ignore[attr-defined]
        if request.path_info.startswith("/api/"):
            zone: tzinfo = ReadersZone("UTC")
        else:
            zone = PagesZone(request, request.readers_zone or settings.LEAGUE_ZONE)  # type: ignore[attr-defined]
        with timezone.override(zone):
            return get_response(request)

    return middleware


class PagesZone(tzinfo):
    """The zone of the page that is asked for, looked up when the first time is shown or read: most pages have no
    time."""

    def __init__(self, request: HttpRequest, otherwise: str) -> None:
        self.request, self.otherwise = request, otherwise

    @cached_property
    def zone(self) -> ZoneInfo:
        from league.core.queries.addresses import place_of_request  # models are there once Django is ready

        place = place_of_request(self.request)
        name = place.zone if place else ""
        return ReadersZone(name if name in _zones() else self.otherwise)

    def __str__(self) -> str:
        return self.zone.key

    def utcoffset(self, dt: datetime | None) -> timedelta | None:
        return self.zone.utcoffset(dt)

    def dst(self, dt: datetime | None) -> timedelta | None:
        return self.zone.dst(dt)

    def tzname(self, dt: datetime | None) -> str | None:
        return self.zone.tzname(dt)

    def fromutc(self, dt: datetime) -> datetime:
        return dt.replace(tzinfo=UTC).astimezone(self.zone)


class ReadersZone(ZoneInfo):
    """A time at the very end of the calendar, which this zone would push over it, is shown as it is."""

    def fromutc(self, dt: datetime) -> datetime:
        try:
            return super().fromutc(dt)
        except OverflowError:
            return dt


def no_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Remove NUL, which PostgreSQL can't compare and which has no meaning: a search goes on without it, a path with one
    does not exist. The API answers for itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith("/api/"):
            return get_response(request)
        if "\0" in request.path_info:
            raise Http404
        request.META["QUERY_STRING"] = request.META.get("QUERY_STRING", "").replace("%00", "")
        return get_response(request)

    return middleware


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())

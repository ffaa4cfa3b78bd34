"""The address at which a page finds the events process."""

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port

from league.core.live.services import ticket_for


def events_address(request: HttpRequest) -> str:
    """Return EVENTS_URL; if it begins with a port, put the host of the request before it, because a phone in the same
    network knows this machine by another name. "" if there is no such process, or no such host."""
    url: str = settings.EVENTS_URL
    if not url.startswith(":"):
        return url
    try:
        host = split_domain_port(request.get_host())[0]
    except DisallowedHost:
        return ""
    return f"{request.scheme}://{host}{url}"


def events_url(request: HttpRequest, *rooms: str) -> str:
    """Return the address at which a page hears of these rooms; the caller has checked permission. "" where pages poll
    instead."""
    address = events_address(request)
    return f"{address}?ticket={ticket_for(*rooms)}" if address else ""

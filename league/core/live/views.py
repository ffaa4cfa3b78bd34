"""The addresses by which pages find the events process, and phones this site."""

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


def address_for_phones(request: HttpRequest) -> str:
    """Return the address of this site as phones reach it: on the laptop of a hall, that of its network."""
    host, port = split_domain_port(request.get_host())
    if settings.HALL_HOSTS and host in settings.LOOPBACK:
        return f"{request.scheme}://{settings.HALL_HOSTS[0]}:{port}"
    return f"{request.scheme}://{request.get_host()}"


def events_url(request: HttpRequest, *rooms: str) -> str:
    """Return the address at which a page hears of these rooms; the caller has checked permission. "" if pages poll
    instead."""
    address = events_address(request)
    return f"{address}?ticket={ticket_for(*rooms)}" if address else ""

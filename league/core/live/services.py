"""Tickets of pages for the events process, and hints to it.

A ticket is signed by the site and says for 12 hours which rooms its page may hear. It is bound to no account: it
reveals only that something has changed. A hint says where to look in the database, which is the truth; if there is no
Redis, or it is away, the process finds the change on its own.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.db import transaction

from league.core.live.rules import are_rooms

SALT = "league.core.live"
LASTS = 12 * 3600  # seconds
LONGEST_TICKET = 2000


class NoTicket(Exception):
    """The refusal of a ticket, with a sentence that says why."""


def ticket_for(*rooms: str) -> str:
    return signing.dumps(list(rooms), salt=SALT)


def rooms_of(ticket: str) -> list[str]:
    """Return the rooms that a ticket of this site opens. Raise NoTicket."""
    try:
        rooms = signing.loads(ticket[:LONGEST_TICKET], salt=SALT, max_age=LASTS)
    except signing.SignatureExpired as error:
        raise NoTicket("This ticket was for another day. Load the page again.") from error
    except signing.BadSignature as error:
        raise NoTicket("This is not a ticket of this site. Load the page again.") from error
    if not are_rooms(rooms):
        raise NoTicket("This ticket opens no room. Load the page again.")
    return list(dict.fromkeys(rooms))


def channel() -> str:
    """Return the channel's name: Redis has one set of channels for all its databases, and an installation may share it
    with others."""
    return f"corner-office{urlsplit(settings.REDIS_URL).path or '/0'}/events"


def hint(*rooms: str) -> None:
    """Make the events process look at these rooms once the current transaction is committed."""
    publish = getattr(cache, "publish", None)
    if publish is not None:
        message = " ".join(rooms)
        transaction.on_commit(lambda: publish(channel(), message), robust=True)


def hint_at_play(play: int, persons: Sequence[int | None]) -> None:
    hint(f"play:{play}", *(f"person:{person}" for person in persons if person is not None))

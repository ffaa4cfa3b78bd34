"""The phone that asks: a secret of its own in a signed cookie that only the pages of tables get."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from league.tournaments.tables.services.table_seats import device_digest

COOKIE, SALT = "device", "league.table_device"
PATH = "/t/"
A_YEAR = 365 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """The secret of this phone; "" for one that was never here."""
    return str(request.get_signed_cookie(COOKIE, "", salt=SALT) or "")


def digest_of(request: HttpRequest) -> str:
    """What is kept of the secret; "" without one."""
    device = device_of(request)
    return device_digest(device) if device else ""


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(response: HttpResponseBase, device: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        device,
        salt=SALT,
        max_age=A_YEAR,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )

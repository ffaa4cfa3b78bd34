"""The secret by which a browser is known again, in a signed cookie only of pages that ask for it."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

COOKIE, SALT = "device", "league.table_device"
A_YEAR = 365 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """Return the secret of this browser; "" for one that was never here."""
    return str(request.get_signed_cookie(COOKIE, "", salt=SALT) or "")


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(response: HttpResponseBase, device: str, path: str) -> None:
    """Keep the secret for the pages under `path`."""
    response.set_signed_cookie(
        COOKIE,
        device,
        salt=SALT,
        max_age=A_YEAR,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )

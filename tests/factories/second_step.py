"""An authenticator app, for tests."""

import time

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth.models import User

PERIOD = 30


def code_of(secret: str, *, periods_off: int = 0) -> str:
    """What the app shows now, or on a clock that is that many periods off."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD + periods_off))


def an_app(user: User) -> str:
    """The secret of an app that is set up for this account."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret

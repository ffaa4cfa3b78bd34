"""A name and a password from elsewhere than the sign-in page."""

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest


class LockedError(Exception):
    """Too many wrong passwords for this account from this address, on whichever page."""


def known_by_password(request: HttpRequest, *, login: str, password: str) -> User | None:
    """Return the user with this password. Failures count together with those of the sign-in page. `login` is a user
    name or an e-mail address; raises LockedError."""
    try:
        found = get_adapter(request).authenticate(request, username=login, password=password)
    except ValidationError as error:
        raise LockedError from error
    user: User | None = found
    return user

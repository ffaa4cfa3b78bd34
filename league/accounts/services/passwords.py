"""Passwords: which nobody may have, and which arrive from elsewhere than the sign-in page."""

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.accounts.rules import names_the_site


class NamesTheSite:
    def validate(self, password: str, user: User | None = None) -> None:
        if names_the_site(password, settings.ALLOWED_HOSTS):
            raise ValidationError(_("The name of this site is the first password that others try."), "names_the_site")

    def get_help_text(self) -> str:
        return _("Your password can't be the name of this site.")


class LockedError(Exception):
    """Too many wrong passwords for this account from this address, on whichever page."""


def known_by_password(request: HttpRequest, *, login: str, password: str) -> User | None:
    """Return the user with this password. Failures count together with those of the sign-in page. `login` is a user
    name or an e-mail address. Raise LockedError."""
    try:
        account = get_adapter(request).authenticate(request, username=login, password=password)
    except ValidationError as error:
        raise LockedError from error
    user: User | None = account
    return user

"""Passwords that nobody may have."""

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.accounts.rules.passwords import names_the_site


class NamesTheSite:
    def validate(self, password: str, user: User | None = None) -> None:
        if names_the_site(password, settings.ALLOWED_HOSTS):
            raise ValidationError(_("The name of this site is the first password that others try."), "names_the_site")

    def get_help_text(self) -> str:
        return _("Your password can't be the name of this site.")

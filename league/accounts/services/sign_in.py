"""The one door: pages, API and admin ask here who somebody is."""

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from characters.queries.compiled import Compiled
from characters.rules.names import misread
from league.accounts.queries.accounts import who_may_sign_in
from league.accounts.services.browsers import note_sign_in
from league.core.queries.languages import chosen_by
from league.models import FormerUserName

log = structlog.get_logger(__name__)


_KNOWN = {
    local: Compiled(lambda pk: who_may_sign_in().select_related("language_choice").filter(pk=pk).order_by())
    for local in (True, False)
}


class SignIn(AuthenticationBackend):  # type: ignore[misc]
    """The sign-in by user name or e-mail address. An account that may not sign in is treated as unknown, whatever the
    password."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the user with the language that they chose, which every page asks for."""
        return _KNOWN[settings.LOCAL].first(user_id)

    def user_can_authenticate(self, user: User) -> bool:
        return who_may_sign_in().filter(pk=user.pk).exists()

    def _check_password(self, user: User | None, password: str) -> User | None:
        """Check the password of a user who may sign in; allauth would lead others on to the page of closed accounts."""
        account = user if user is not None and self.user_can_authenticate(user) else None
        signed_in: User | None = super()._check_password(account, password)
        return signed_in


NO_ADDRESS = "0.0.0.0"
FORMER_MEMBER = "former-member-"


_NOT_RIGHT = gettext_lazy("That name and password do not match.")
REFUSALS = {
    "account_inactive": gettext_lazy("This account is closed."),
    "duplicate_email": gettext_lazy("Your account already has this address."),
    "email_password_mismatch": _NOT_RIGHT,
    "email_taken": gettext_lazy("This address belongs to another account."),
    "enter_current_password": gettext_lazy("This is not your current password."),
    "incorrect_code": gettext_lazy("This code is not right, or it is too old."),
    "incorrect_password": gettext_lazy("This is not your password."),
    "invalid_login": gettext_lazy("That did not work. Try it once more from the start."),
    "invalid_or_expired_key": gettext_lazy("This link no longer works."),
    "invalid_password_reset": gettext_lazy("This link no longer works. Ask for a new one."),
    "rate_limited": gettext_lazy("You have tried that too often. Wait a few minutes."),
    "same_as_current": gettext_lazy("It is already set that way."),
    "too_many_login_attempts": gettext_lazy(
        "Too many failed attempts. Try again in five minutes, or replace your password."
    ),
    "unknown_email": gettext_lazy("No account has this address."),
    "username_blacklisted": gettext_lazy("This name is not available. Choose another one."),
    "username_password_mismatch": _NOT_RIGHT,
    "username_taken": gettext_lazy("Somebody already has this name. Choose another one."),
}


class SignInAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {**DefaultAccountAdapter.error_messages, **REFUSALS}

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the browser. A server behind a socket of the machine may not know it; those requests
        count as from one place."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return NO_ADDRESS

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign the user in, whatever the steps were, and note the browser."""
        super().login(request, user)
        note_sign_in(user=user, user_agent=request.headers.get("User-Agent", ""), address=self.get_client_ip(request))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.casefold().startswith(FORMER_MEMBER):
            text = _("Names that begin with {beginning} are for accounts that are gone.")
            raise ValidationError(text.format(beginning=FORMER_MEMBER))
        if sentence := misread(username):
            raise ValidationError(sentence.spoken())
        if not shallow and FormerUserName.objects.filter(name__iexact=username).exists():
            raise self.validation_error("username_taken")
        return str(super().clean_username(username, shallow))

    def validate_unique_email(self, email: str) -> str:
        if EmailAddress.objects.filter(email__iexact=email, verified=True).exists():
            raise self.validation_error("email_taken")
        return email

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter in the language that the account chose, else in that of the requesting page."""
        with override(chosen_by(context.get("user")) or get_language()):
            super().send_mail(template_prefix, email, context)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the confirmation, so that signing up goes on without a mail server."""
        try:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        except (OSError, SMTPException) as error:
            log.warning("mail_failed", error=str(error))
            messages.warning(request, _("The letter could not be sent. You can send it again from your account page."))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{get_ip(request)}"

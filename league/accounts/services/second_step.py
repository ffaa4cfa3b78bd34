"""The second step of a sign-in: a code of an authenticator app, a passkey, or a recovery code.

allauth does the work. Its secrets are encrypted under SECRET_KEY here, so that a copy of the database alone opens no
account; the operator's way back from a lost device is `reset_second_step`."""

import base64
import hashlib
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings, signals
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from engine.translatable import said
from league.accounts.queries.accounts import SECOND_STEPS, has_second_step
from league.accounts.rules import browser_name
from league.core.ledger.services import record
from league.models import SecondStepOffer

UNREADABLE = gettext_lazy(
    "This site can no longer read your second step: its secret key has changed. "
    "The people who run the site can reset it."
)
CODE_NEEDED = (
    "This account asks for a second step: send `code` as well, from your authenticator app or one of your recovery "
    "codes. Or make a token on your account page."
)
MFA = "mfa"  # how allauth notes in a session that it passed a second step


REFUSALS = {
    "cannot_delete_authenticator": gettext_lazy("Your account needs its second step."),
    "cannot_generate_recovery_codes": gettext_lazy(
        "Recovery codes stand in for a second step. Set up a passkey or an app first."
    ),
    "incorrect_code": gettext_lazy(
        "This code is not right, or it is too old. The app shows a new one every half minute."
    ),
    "unverified_email": gettext_lazy("Verify your address first."),
    "add_email_blocked": gettext_lazy("An account with a second step keeps its address."),
}


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {**DefaultMFAAdapter.error_messages, **REFUSALS}

    def encrypt(self, text: str) -> str:
        return _keys().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _keys().decrypt(encrypted_text.encode()).decode()
        except InvalidToken as error:
            raise ValidationError(UNREADABLE) from error

    def get_totp_label(self, user: User) -> str:
        return user.get_username()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return browser_name(self.request.headers.get("User-Agent", ""))


def _keys() -> MultiFernet:
    """Return the keys: the newest encrypts, earlier ones still read."""
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    digest = hashlib.sha256(f"second step {secret}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


@transaction.atomic
def renew_encryption() -> int:
    """Encrypt with the current key what an earlier key still encrypts, while SECRET_KEY is replaced; return the number
    of rows."""
    if not settings.SECRET_KEY_FALLBACKS:
        return 0
    renewed = 0
    for row in Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN):
        field = "secret" if row.type == Authenticator.Type.TOTP else "seed"
        try:
            if _is_of_before(row.data[field]):
                row.data[field] = _keys().rotate(row.data[field].encode()).decode("ascii")
                row.save(update_fields=["data"])
                renewed += 1
        except InvalidToken:
            continue  # encrypted by a key that nobody has any more
    return renewed


def _is_of_before(encrypted: str) -> bool:
    try:
        _key(settings.SECRET_KEY).decrypt(encrypted.encode())
    except InvalidToken:
        return True
    return False


class UsedOnce(BaseAuthenticateForm):  # type: ignore[misc]
    """A code that signed somebody in is refused for as long as it would be right: allauth itself forgets it after one
    period, and the clock may be off by more."""

    def clean_code(self) -> str:
        code = str(super().clean_code())
        periods = 2 * app_settings.TOTP_TOLERANCE + 1
        digest = hashlib.sha256(f"{self.user.pk} {normalize_user_code(code)}".encode()).hexdigest()
        if not cache.add(f"second-step-{digest}", True, timeout=periods * app_settings.TOTP_PERIOD):
            raise get_adapter().validation_error("incorrect_code")
        return code


class CodeAtSignIn(UsedOnce, AuthenticateForm):  # type: ignore[misc]
    pass


def require_code(*, user: User, code: str) -> None:
    """Require a code if the account has a second step, for sign-ins without pages. Raise ValidationError for a
    missing or wrong code. Wrong ones are counted together with those of the sign-in page."""
    if not has_second_step(user):
        return
    if not code:
        raise ValidationError({"code": CODE_NEEDED})
    form = CodeAtSignIn(user=user, data={"code": code})
    if not form.is_valid():
        raise ValidationError({"code": form.errors["code"].data})
    form.authenticator.record_usage()


@transaction.atomic
def reset_second_step(*, user: User) -> int:
    """Remove all factors of a person; return how many there were. Raise ValidationError if there is no factor."""
    gone: int = Authenticator.objects.filter(user=user).delete()[0]
    if not gone:
        raise ValidationError(f"{user.get_username()} has no second step.")
    record(kind="sign_in_changed", text=said("The operator took the second step from an account."), account=user.pk)
    return gone


def watch_first_steps() -> None:
    """Connect to the signal of allauth about a first second step; to be called once."""
    signals.authenticator_added.connect(_pass_with_the_first)


def _pass_with_the_first(request: HttpRequest, user: User, authenticator: Authenticator, **more: Any) -> None:
    """Mark the session that sets up the first second step of an account as one that has passed it. Others of the
    account have not."""
    others = Authenticator.objects.filter(user=user, type__in=SECOND_STEPS).exclude(pk=authenticator.pk)
    if authenticator.type in SECOND_STEPS and not others.exists():
        record_authentication(request, user, MFA, id=authenticator.pk, type=authenticator.type)


def decline_second_step(*, user: User) -> None:
    """Note that the offer on the desk is not made again."""
    SecondStepOffer.objects.get_or_create(user=user)

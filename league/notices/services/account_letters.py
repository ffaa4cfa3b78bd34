"""Letters about an account itself. They are sent whether its owner wants notices or not, to a verified address only."""

from typing import Any

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from league.accounts.queries import verified
from league.ledger.services import record
from league.models import KnownBrowser, MailNotice

_FACTORS = {
    Authenticator.Type.TOTP: "an authenticator app",
    Authenticator.Type.WEBAUTHN: "a passkey",
    Authenticator.Type.RECOVERY_CODES: "a new set of recovery codes",
}


def write_account_letter(*, user: User, template: str, key: str, **context: Any) -> bool:
    """Whether one is on its way. The template's first line is the subject."""
    if not verified(User.objects.filter(pk=user.pk)).exists():
        return False
    whole = render_to_string(f"league/notices/mail/account/{template}.txt", {"user": user, **context}).strip()
    subject, _, text = whole.partition("\n\n")
    MailNotice.objects.get_or_create(user=user, key=key, defaults={"subject": subject, "text": text})
    return True


def tell_of_sign_in(browser: KnownBrowser) -> None:
    end = settings.SITE_URL + reverse("end_all")
    write_account_letter(user=browser.user, template="sign_in", key=f"browser-{browser.pk}", browser=browser, end=end)


def watch_second_steps() -> None:
    """Called once: allauth tells by signals."""
    signals.authenticator_added.connect(_tell_of_addition)
    signals.authenticator_removed.connect(_tell_of_removal)
    signals.authenticator_reset.connect(_tell_of_addition)


def _tell_of_addition(user: User, authenticator: Authenticator, **more: Any) -> None:
    _second_step_changed(user, authenticator, "was added to")


def _tell_of_removal(user: User, authenticator: Authenticator, **more: Any) -> None:
    _second_step_changed(user, authenticator, "was taken from")


def _second_step_changed(user: User, authenticator: Authenticator, happened: str) -> None:
    what = _FACTORS[authenticator.type]
    record(kind="sign_in_changed", text=f"{what.capitalize()} {happened} an account.", by=user)
    write_account_letter(
        user=user,
        template="second_step",
        key=f"second-step-{authenticator.type}-{timezone.now().isoformat()}",
        what=what,
        happened=happened,
        pages=settings.SITE_URL + reverse("mfa_index"),
        end=settings.SITE_URL + reverse("end_all"),
    )

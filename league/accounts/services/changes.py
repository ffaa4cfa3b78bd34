"""What the ledger of the installation says of accounts; no names, no addresses."""

from typing import Any

from allauth.account import signals
from django.contrib.auth.models import User
from django.dispatch import Signal

from league.ledger.services import record

SAID: dict[Signal, str] = {
    signals.user_signed_up: "Somebody signed up.",
    signals.password_set: "An account has a password now.",
    signals.password_changed: "An account has another password.",
    signals.password_reset: "An account has another password, by a letter.",
    signals.email_added: "An e-mail address was added to an account.",
    signals.email_changed: "An account has another e-mail address.",
    signals.email_removed: "An e-mail address was taken from an account.",
}


def watch_accounts() -> None:
    """Called once: allauth tells by signals."""
    for signal in SAID:
        signal.connect(_record)


def _record(signal: Signal, user: User, **more: Any) -> None:
    record(kind="account_changed", text=SAID[signal], by=user)

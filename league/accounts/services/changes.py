"""Record changes of accounts in the ledger of the installation, without names and addresses, and tell the former
address when an account gets another one."""

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from engine.translatable import Translatable, said
from league.core.ledger.services import record

log = structlog.get_logger(__name__)
SAID: dict[Signal, Translatable] = {
    signals.user_signed_up: said("Somebody signed up."),
    signals.password_set: said("An account has a password now."),
    signals.password_changed: said("An account has another password."),
    signals.password_reset: said("An account has another password, by a letter."),
    signals.email_added: said("An e-mail address was added to an account."),
    signals.email_changed: said("An account has another e-mail address."),
    signals.email_removed: said("An e-mail address was taken from an account."),
}


def watch_accounts() -> None:
    """Connect to the signals of allauth about accounts; to be called once."""
    for signal in SAID:
        signal.connect(_record)
    signals.email_changed.connect(_tell_former_address)


def _record(signal: Signal, user: User, **more: Any) -> None:
    record(kind="account_changed", text=SAID[signal], by=user)


def _tell_former_address(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **more: Any,
) -> None:
    """Tell the owner of the former address, who may be losing the account. An unverified address gets no letter."""
    if from_email_address is None or not from_email_address.verified:
        return
    adapter = get_adapter(request)
    context = {
        "user": user,
        "from_email": from_email_address.email,
        "to_email": to_email_address.email,
        "timestamp": timezone.now(),
        "ip": adapter.get_client_ip(request),
        "user_agent": request.headers.get("User-Agent", ""),
    }
    try:
        adapter.send_mail("account/email/email_changed", from_email_address.email, context)
    except (OSError, SMTPException) as error:
        log.warning("mail_failed", error=str(error))

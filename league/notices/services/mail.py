"""Notices by e-mail: sending what waits, and ending them."""

import smtplib
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from league.accounts.queries.accounts import refused_addresses, verified
from league.accounts.services.addresses import mark_refused
from league.core.ledger.queries.ends import head_file
from league.core.queries.languages import ENGLISH
from league.models import HeadSubscription, MailNotice, MailWish, Notice, SignedHead
from league.notices.rules.notices import refuses_for_good, reported_for_good
from league.notices.services.outgoing import PAUSE, READ, give_up, mark_sent, put_off, send_due, try_again

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100
LARGEST = 5_000_000  # bytes of a file that a mail server takes
NOT_WANTED = "Turned off by the reader."


def wish_of(*, user: User) -> MailWish:
    """Return what this person decided about letters; without a decision they are wanted."""
    return MailWish.objects.get_or_create(user=user)[0]


@transaction.atomic
def set_mail_wish(*, wish: MailWish, wants_letters: bool) -> MailWish:
    """Turn letters on or off. When they are turned off, waiting ones are not sent either."""
    wish.wanted = wants_letters
    wish.save(update_fields=["wanted"])
    if not wants_letters:
        waiting = MailNotice.objects.filter(user=wish.user_id, status=MailNotice.WAITING)
        waiting.filter(wished=True).update(status=MailNotice.FAILED, error=NOT_WANTED)
    return wish


def send_mail_notices() -> int:
    waiting = MailNotice.objects.select_related("user__mail_wish", "user__head_subscription", "head")
    connection = get_connection()  # which opens with the first letter
    try:
        return send_due(waiting, lambda notice: _send(notice, connection), most=MOST_PER_SWEEP)
    finally:
        connection.close()


def _send(notice: MailNotice, connection: Any) -> bool:
    """Send a letter and return whether the server can take the next one."""
    refusal = _refusal(notice)
    if refusal:
        give_up(notice, refusal)
        return True
    try:
        connection.open()
        _letter(notice, connection).send()
    except smtplib.SMTPRecipientsRefused as error:
        [(code, answer)] = error.recipients.values()  # of one letter to one address, by how it is written on the way
        _refused(notice, code, answer)
        return True
    except (smtplib.SMTPDataError, ValueError) as error:
        try_again(notice, f"The mail server refused it: {error}")
        return True
    except (OSError, smtplib.SMTPException) as error:
        log.warning("mail_failed", notice=notice.pk, error=str(error))
        try_again(notice, f"The mail server cannot be used: {error}")
        put_off(MailNotice.objects.all(), PAUSE)
        return False
    mark_sent(notice)
    return True


def _refused(notice: MailNotice, code: int, answer: bytes) -> None:
    """Try again later, unless the address refuses letters for good: then its person is told on the page."""
    words = answer.decode(errors="replace")
    if refuses_for_good(code, words):
        mark_refused(user=notice.user, why=f"{code} {words}")
        give_up(notice, f"The address refuses letters: {code} {words}")
    else:
        try_again(notice, f"The mail server refused it: {code} {words}")


def mail_reported(sender: object, event: Any, **more: Any) -> None:
    """Mark the address of a letter that a provider reports as refused for good. Nothing happens for an address that
    nobody has (any longer)."""
    words = " ".join(map(str, filter(None, (event.mta_response, event.description))))
    if event.recipient and reported_for_good(event.event_type, event.reject_reason or "", event.esp_event, words):
        for user in User.objects.filter(email__iexact=event.recipient, is_active=True):
            mark_refused(user=user, why=words or event.event_type)


def _refusal(notice: MailNotice) -> str:
    if not notice.user.email:
        return "There is no e-mail address any more."
    if refused_addresses().filter(user=notice.user_id).exists():
        return "The address refuses letters."
    if not verified(User.objects.filter(pk=notice.user_id)).exists():
        return "The e-mail address is not verified."
    if notice.wished and not notice.user.mail_wish.wanted:
        return NOT_WANTED
    if notice.wished and Notice.objects.filter(user=notice.user_id, key=notice.key, read_at__isnull=False).exists():
        return READ
    if notice.head and not HeadSubscription.objects.filter(user=notice.user_id).exists():
        return NOT_WANTED
    return ""


def _letter(notice: MailNotice, connection: Any) -> EmailMessage:
    headers = {
        "Message-ID": f"<notice-{notice.pk}@{urlsplit(settings.SITE_URL).hostname}>",  # the same when sent twice
        "Auto-Submitted": "auto-generated",
    }
    text, end = notice.text, ""
    if notice.wished:
        end = settings.SITE_URL + reverse("notices_end", args=[notice.user.mail_wish.token])
        context = {"notice": notice, "end": end, "wishes": settings.SITE_URL + reverse("notices_wish")}
        with override(notice.language or ENGLISH):
            text = render_to_string("league/notices/mail/letter.txt", context)
    elif notice.head:
        end = settings.SITE_URL + reverse("head_subscription_end", args=[notice.user.head_subscription.token])
    if end:
        headers |= {"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    letter = EmailMessage(notice.subject, text, to=[notice.user.email], headers=headers, connection=connection)
    if notice.head:
        _attach(letter, notice.head)
    return letter


def _attach(letter: EmailMessage, head: SignedHead) -> None:
    content = head_file(head) or ""
    if 0 < len(content) <= LARGEST:
        letter.attach(f"head-{head.made_at:%Y-%m-%d-%H%M}.json", content, "application/json")

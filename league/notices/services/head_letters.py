"""Signed heads by e-mail, to whoever asked for them: kept in a letter box, they are out of reach for this site.

A subscription that is due is the job; its sender moves `next_at` first. Whoever is killed on the way leaves it to be
sent an hour later."""

import smtplib
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from league.accounts.queries import verified
from league.core.ledger.queries.heads import head_file
from league.core.ledger.services.heads import make_head
from league.core.queries.languages import in_language_of
from league.models import HeadSubscription, SignedHead

log = structlog.get_logger(__name__)
LEASE = timedelta(hours=1)
MOST_PER_SWEEP = 50
LARGEST = 5_000_000  # bytes that a mail server takes


@transaction.atomic
def subscribe_to_heads(*, user: User, days: int) -> HeadSubscription:
    """The first letter comes soon, the next ones every so many days."""
    if days not in HeadSubscription.EVERY:
        raise ValidationError({"days": _("Choose every day or every week.")})
    if not verified(User.objects.filter(pk=user.pk)).exists():
        raise ValidationError(_("Verify your e-mail address first: heads are sent to no other."))
    return HeadSubscription.objects.update_or_create(user=user, defaults={"days": days})[0]


def end_head_subscription(*, subscription: HeadSubscription) -> None:
    subscription.delete()


def send_heads() -> int:
    """Send the newest head to everybody for whom it is time; how many letters. Safe with any number of workers."""
    now = timezone.now()
    due = HeadSubscription.objects.filter(next_at__lte=now, user__in=verified(User.objects.all())).order_by("next_at")
    waiting = list(due.select_related("user__language_choice")[:MOST_PER_SWEEP])
    if not waiting:
        return 0
    head, sent = make_head(), 0
    for one in waiting:
        mine = HeadSubscription.objects.filter(pk=one.pk, next_at=one.next_at)
        sent += bool(mine.update(next_at=now + LEASE)) and _send(one, head, now)
    return sent


def _send(one: HeadSubscription, head: SignedHead, now: datetime) -> bool:
    try:
        _letter(one, head).send()
    except (OSError, smtplib.SMTPException, ValueError) as error:
        log.warning("head_not_sent", subscription=one.pk, error=str(error))
        return False
    HeadSubscription.objects.filter(pk=one.pk).update(next_at=now + timedelta(days=one.days))
    return True


def _letter(one: HeadSubscription, head: SignedHead) -> EmailMessage:
    end = settings.SITE_URL + reverse("head_subscription_end", args=[one.token])
    with in_language_of(one.user):
        text = render_to_string("league/notices/mail/head.txt", {"head": head, "end": end, "site": settings.SITE_URL})
        subject = _("Signed head of {when}").format(when=date_format(head.made_at, "d F Y, H:i"))
    headers = {
        "Message-ID": f"<head-{head.pk}-{one.pk}-{one.next_at:%Y%m%d}@{urlsplit(settings.SITE_URL).hostname}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    letter = EmailMessage(subject, text, to=[one.user.email], headers=headers)
    content = head_file(head) or ""
    if 0 < len(content) <= LARGEST:
        letter.attach(f"head-{head.made_at:%Y-%m-%d-%H%M}.json", content, "application/json")
    return letter

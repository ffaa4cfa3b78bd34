"""Signed heads by e-mail, to subscribers: in a letter box they are out of reach for this site.

A subscription that is due is the job. A letter that could not be sent again and again waits for its next day."""

import smtplib
from datetime import timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from games.services.jobs import Jobs
from league.accounts.queries import verified
from league.core.ledger.queries.heads import head_file
from league.core.ledger.services.heads import make_head
from league.core.queries.languages import in_language_of
from league.models import HeadSubscription, SignedHead

log = structlog.get_logger(__name__)
PAUSE = timedelta(hours=1)  # after a failure
HEADS = Jobs(HeadSubscription, to_do=Q(), order=("next_at",), lease=timedelta(minutes=2))
INTERRUPTED = "Interrupted too often."
MOST_PER_SWEEP = 50
LARGEST = 5_000_000  # bytes that a mail server takes


@transaction.atomic
def subscribe_to_heads(*, user: User, days: int) -> HeadSubscription:
    """Subscribe to signed heads: the first letter comes soon, the next ones every so many days."""
    if days not in HeadSubscription.EVERY:
        raise ValidationError({"days": _("Choose every day or every week.")})
    if not verified(User.objects.filter(pk=user.pk)).exists():
        raise ValidationError(_("Verify your e-mail address first: heads are sent to no other."))
    return HeadSubscription.objects.update_or_create(user=user, defaults={"days": days})[0]


def end_head_subscription(*, subscription: HeadSubscription) -> None:
    subscription.delete()


def send_heads() -> int:
    """Send the newest head to everybody whose letter is due; return how many were sent. Safe with any number of
    workers."""
    due = Q(next_at__lte=timezone.now())
    people = HeadSubscription.objects.filter(user__in=verified(User.objects.all()))
    waiting = people.select_related("user__language_choice")
    head, sent = None, 0
    for _number in range(MOST_PER_SWEEP):
        subscription = HEADS.claim(waiting, _give_up, where=due)
        if subscription is None:
            break
        with HEADS.working_on(subscription):
            head = head or make_head()
            sent += _send(subscription, head)
    return sent


def _give_up(subscription: HeadSubscription) -> None:
    _wait_for_the_next(subscription, subscription.error or INTERRUPTED)


def _wait_for_the_next(subscription: HeadSubscription, error: str = "") -> None:
    HEADS.release(subscription, next_at=timezone.now() + timedelta(days=subscription.days), error=error)


def _send(subscription: HeadSubscription, head: SignedHead) -> bool:
    try:
        _letter(subscription, head).send()
    except (OSError, smtplib.SMTPException, ValueError) as error:
        log.warning("head_not_sent", subscription=subscription.pk, error=str(error))
        changes = {"next_at": timezone.now() + PAUSE, "error": f"The mail server refused it: {error}"[:300]}
        HEADS.release(subscription, tries=subscription.tries, **changes)
        return False
    _wait_for_the_next(subscription)
    return True


def _letter(subscription: HeadSubscription, head: SignedHead) -> EmailMessage:
    end = settings.SITE_URL + reverse("head_subscription_end", args=[subscription.token])
    with in_language_of(subscription.user):
        text = render_to_string("league/notices/mail/head.txt", {"head": head, "end": end, "site": settings.SITE_URL})
        subject = _("Signed head of {when}").format(when=date_format(head.made_at, "d F Y, H:i"))
    number = f"head-{head.pk}-{subscription.pk}-{subscription.next_at:%Y%m%d}"
    headers = {
        "Message-ID": f"<{number}@{urlsplit(settings.SITE_URL).hostname}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    letter = EmailMessage(subject, text, to=[subscription.user.email], headers=headers)
    content = head_file(head) or ""
    if 0 < len(content) <= LARGEST:
        letter.attach(f"head-{head.made_at:%Y-%m-%d-%H%M}.json", content, "application/json")
    return letter

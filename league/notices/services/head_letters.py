"""Signed heads by e-mail, to subscribers: in a letter box they are out of reach for this site."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from league.accounts.queries.accounts import verified
from league.core.ledger.services.heads import make_head
from league.core.queries.languages import in_language_of
from league.models import HeadSubscription, MailNotice, SignedHead

MOST_PER_SWEEP = 50


@transaction.atomic
def subscribe_to_heads(*, user: User, days: int) -> HeadSubscription:
    """Subscribe to signed heads: the first letter comes soon, the next ones every few days."""
    if days not in HeadSubscription.EVERY:
        raise ValidationError({"days": _("Choose every day or every week.")})
    if not verified(User.objects.filter(pk=user.pk)).exists():
        raise ValidationError(_("Verify your e-mail address first: heads are sent to no other."))
    return HeadSubscription.objects.update_or_create(user=user, defaults={"days": days})[0]


def end_head_subscription(*, subscription: HeadSubscription) -> None:
    subscription.delete()


def write_head_letters() -> int:
    """Write the letters that are due, about the newest head, and return how many. Safe with any number of workers."""
    people = HeadSubscription.objects.filter(user__in=verified(User.objects.all()), next_at__lte=timezone.now())
    due = list(people.select_related("user__language_choice").order_by("next_at")[:MOST_PER_SWEEP])
    head = make_head() if due else None
    return sum(head is not None and _write(subscription, head) for subscription in due)


@transaction.atomic
def _write(subscription: HeadSubscription, head: SignedHead) -> bool:
    """Write the letter, unless another worker has done it."""
    mine = HeadSubscription.objects.filter(pk=subscription.pk, next_at=subscription.next_at)
    if not mine.update(next_at=timezone.now() + timedelta(days=subscription.days)):
        return False
    end = settings.SITE_URL + reverse("head_subscription_end", args=[subscription.token])
    with in_language_of(subscription.user):
        text = render_to_string("league/notices/mail/head.txt", {"head": head, "end": end, "site": settings.SITE_URL})
        subject = _("Signed head of {when}").format(when=date_format(head.made_at, "d F Y, H:i"))
    key = f"head-{head.pk}-{subscription.next_at.isoformat()}"
    MailNotice.objects.create(user=subscription.user, key=key, subject=subject, text=text, head=head)
    return True

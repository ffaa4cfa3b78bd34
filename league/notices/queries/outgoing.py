"""Unread notices, the fate of what was sent, and the people who can be reached."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from characters.queries.compiled import Compiled
from league.accounts.queries.accounts import verified
from league.models import League, MailNotice, Notice, Webhook, WebhookDelivery


def reachable_by_mail(users: Collection[int]) -> set[int]:
    """Return people with a verified e-mail address and their own password who have not turned letters off."""
    accounts = User.objects.filter(pk__in=users, is_active=True).exclude(mail_wish__wanted=False)
    accounts = verified(accounts).exclude(password="").exclude(password__startswith="!")
    return set(accounts.values_list("pk", flat=True)) if users else set()


MOST_SHOWN = 99
_UNREAD: Compiled[Notice] = Compiled(
    lambda user: Notice.objects.filter(user=user, read_at=None).order_by().values_list("pk")[: MOST_SHOWN + 1]
)


def unread(user: Any) -> int:
    """Return how many notices this reader has not opened; one more than are shown says that there are more."""
    return len(_UNREAD.values(user.pk)) if user.is_authenticated else 0


def webhooks_of(league: League) -> QuerySet[Webhook]:
    """Return the league's webhooks with how many deliveries wait or failed, and how the last attempt ended."""
    last = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), tries__gt=0).order_by("-pk")
    return league.webhooks.select_related("league", "created_by").annotate(
        waiting=Count("deliveries", filter=Q(deliveries__status=WebhookDelivery.WAITING)),
        failed=Count("deliveries", filter=Q(deliveries__status=WebhookDelivery.FAILED)),
        last_error=Subquery(last.values("error")[:1]),
        last_at=Subquery(last.values("sent_at")[:1]),
    )


def failed_mail(league: League) -> QuerySet[MailNotice]:
    """Return notices about tournaments of a league that could not be sent, newest first, without the ones that readers
    turned off."""
    failed = MailNotice.objects.filter(tournament__season__league=league, status=MailNotice.FAILED, tries__gt=0)
    return failed.select_related("user", "tournament").order_by("-pk")

"""Telling what has happened: the log is the queue. An event that nobody has told (`told_at` is empty) becomes the
letters and webhook deliveries that follow from it, in the transaction that marks it as told. Whoever is killed on the
way leaves it untold and whole; of two workers at the same event one is faster."""

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league.core.services.quotas import hour_for_letters
from league.models import LedgerEntry, MailNotice, MailWish, Webhook, WebhookDelivery
from league.notices.queries import Letter, letters
from league.notices.rules import KINDS
from league.tournaments.archive.queries.event_subjects import OF_DRAFTS, round_of, tournament_of

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100


def tell_events() -> int:
    """Tell the events that wait, oldest first; how many were told. One that cannot be told is left for later and does
    not stand in the way of the others."""
    waiting = LedgerEntry.objects.filter(told_at=None).order_by("pk").values_list("pk", flat=True)
    told = 0
    for pk in waiting[:MOST_PER_SWEEP]:
        try:
            told += _tell(pk)
        except Exception:
            log.exception("event_not_told", entry=pk)
    return told


def _tell(pk: int) -> bool:
    event = LedgerEntry.objects.select_related("tournament__season__league").get(pk=pk)
    # Read and written down first: the transaction that holds up other writers is short.
    notices = letters(event)
    deliveries = _deliveries(event)
    with transaction.atomic():
        if not LedgerEntry.objects.filter(pk=pk, told_at=None).update(told_at=timezone.now()):
            return False
        _write(event, notices)
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return True


def _write(event: LedgerEntry, notices: list[Letter]) -> None:
    wishes = [MailWish(user_id=one.user) for one in notices]
    MailWish.objects.bulk_create(wishes, ignore_conflicts=True, batch_size=500)
    if not notices:
        return
    league = tournament_of(event).season.league
    later = hour_for_letters(league=league, amount=len(notices))
    if later:
        log.warning("letters_wait", league=league.slug, letters=len(notices), until=later.isoformat())
    due = {"next_try_at": later} if later else {}
    rows = [
        MailNotice(
            user_id=one.user, key=one.key, tournament=event.tournament, subject=one.subject, text=one.text, **due
        )
        for one in notices
    ]
    MailNotice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)


def _deliveries(event: LedgerEntry) -> list[WebhookDelivery]:
    if event.kind not in KINDS or (event.kind in OF_DRAFTS and round_of(event) is None):
        return []
    hooks = Webhook.objects.filter(league=event.league_id, active=True)
    return [
        WebhookDelivery(webhook=hook, key=f"event-{event.pk}", payload=_payload(event))
        for hook in hooks
        if event.kind in hook.kinds
    ]


def _payload(event: LedgerEntry) -> dict[str, object]:
    tournament = tournament_of(event)
    return {
        "id": f"event-{event.pk}",
        "kind": event.kind,
        "at": event.at.isoformat(),
        "tournament": {
            "slug": tournament.slug,
            "name": tournament.name,
            "url": settings.SITE_URL + tournament.get_absolute_url(),
        },
        "text": event.text,
        "about": event.about,
    }

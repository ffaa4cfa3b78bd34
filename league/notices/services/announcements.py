"""Telling what has happened: the log is the queue. An event that nobody has told (`told_at` is empty) becomes the
notices and webhook deliveries that follow from it, in the transaction that marks it as told. Whoever is killed on the
way leaves it untold and whole; of two workers at the same event one is faster."""

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from league.models import LedgerEntry, Webhook, WebhookDelivery
from league.notices.queries import game_letters, tournament_letters
from league.notices.queries.game_letters import waiting_key
from league.notices.queries.letters import Letter
from league.notices.rules.webhooks import KINDS
from league.notices.services.inbox import settle
from league.notices.services.telling import tell
from league.tournaments.archive.queries.event_subjects import OF_DRAFTS, round_of, tournament_of

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100
WRITERS = {**tournament_letters.WRITERS, **game_letters.WRITERS}
DECIDED = ("sheet_confirmed", "game_voided")  # nobody has to confirm it any more


def tell_events() -> int:
    """Tell the events that wait, oldest first; how many were told. One that cannot be told is left for later and does
    not stand in the way of the others. Raises what the database fails with: the others would meet the same."""
    waiting = LedgerEntry.objects.filter(told_at=None).order_by("pk").values_list("pk", flat=True)
    told = 0
    for pk in waiting[:MOST_PER_SWEEP]:
        try:
            told += _tell(pk)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("event_not_told", entry=pk)
    return told


def _tell(pk: int) -> bool:
    event = LedgerEntry.objects.select_related("league", "tournament__season__league", "by").get(pk=pk)
    # Read and written down first: the transaction that holds up other writers is short.
    found = _letters(event)
    deliveries = _deliveries(event)
    with transaction.atomic():
        if not LedgerEntry.objects.filter(pk=pk, told_at=None).update(told_at=timezone.now()):
            return False
        if event.league is not None:
            tell(found, league=event.league, tournament=event.tournament)
            if event.kind in DECIDED:
                settle(users=event.league.memberships.values("user"), keys=waiting_key(event.game_id))
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return True


def _letters(event: LedgerEntry) -> list[Letter]:
    write = WRITERS.get(event.kind)
    return list(write(event)) if write else []


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

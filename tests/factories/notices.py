"""Events of a tournament, the webhooks that hear of them, and the letters that were written."""

from typing import Any

from django.utils import timezone

from league.models import League, LedgerEntry, MailNotice, Tournament, Webhook, WebhookDelivery
from league.notices.rules.webhooks import KINDS
from league.tournaments.entries.services.tournament_log import log_event


def happened(tournament: Tournament, kind: str, text: str = "Something happened.", **about: Any) -> LedgerEntry:
    log_event(tournament=tournament, kind=kind, text=text, **about)
    return LedgerEntry.objects.latest("pk")


def a_webhook(league: League, url: str = "https://hooks.example/1", **fields: Any) -> Webhook:
    return Webhook.objects.create(league=league, url=url, **({"kinds": list(KINDS)} | fields))


def written() -> dict[str, tuple[str, str]]:
    """Subject and text of the newest notice to each, by the local part of the address."""
    rows = MailNotice.objects.order_by("pk").values_list("user__email", "subject", "text")
    return {email.partition("@")[0]: (subject, text) for email, subject, text in rows}


def due_again() -> None:
    """As if the time had come for all that waits."""
    for model in (MailNotice, WebhookDelivery):
        model.objects.filter(status=model.WAITING).update(next_try_at=timezone.now(), leased_until=None)

"""People who can be written to, events to tell them, and webhooks."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import Entry, League, LedgerEntry, MailNotice, Membership, Tournament, Webhook, WebhookDelivery
from league.notices.rules import KINDS
from league.tournaments.entries.services.tournament_log import log_event

PASSWORD = "the digest of one"


def with_mail(*entries: Entry) -> None:
    """Their owners are members of the league, can sign in and have an address, such as ada@league.example."""
    for entry in entries:
        name = entry.character.slug
        address = f"{name}@league.example"
        User.objects.filter(pk=entry.character.owner_id).update(email=address, password=PASSWORD)
        Membership.objects.get_or_create(league=entry.tournament.season.league, user_id=entry.character.owner_id)
        has_verified(User.objects.get(pk=entry.character.owner_id))


def has_verified(user: User) -> None:
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})


def a_referee(tournament: Tournament, name: str, role: str) -> User:
    user = User.objects.create(username=name, email=f"{name}@league.example", password=PASSWORD)
    has_verified(user)
    Membership.objects.create(league=tournament.season.league, user=user, role=role)
    return user


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
        model.objects.filter(status=model.WAITING).update(next_try_at=timezone.now())

"""Let what was written to people say the current name of a character if a former one is hidden."""

from typing import Any

from django.db.models import Q

from engine.translatable import renamed
from league.models import League, MailNotice, Notice, WebhookDelivery


def say_name_of_now(league: League, name: str, former: str) -> None:
    """Write notices, and letters and messages that wait, again with the current name. What was sent is gone."""
    names = {former: name}
    for notice in Notice.objects.filter(Q(subject__contains=former) | Q(text__contains=former), league=league):
        notice.subject, notice.text = renamed(notice.subject, names), renamed(notice.text, names)
        notice.words = _renamed(notice.words, names)
        notice.save(update_fields=["subject", "text", "words"])
    to_members = MailNotice.objects.filter(status=MailNotice.WAITING, user__memberships__league=league)
    for letter in to_members.filter(Q(subject__contains=former) | Q(text__contains=former)):
        letter.subject, letter.text = renamed(letter.subject, names), renamed(letter.text, names)
        letter.save(update_fields=["subject", "text"])
    for delivery in WebhookDelivery.objects.filter(status=WebhookDelivery.WAITING, webhook__league=league):
        delivery.payload = _renamed(delivery.payload, names)
        delivery.save(update_fields=["payload"])


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    return renamed(value, names) if isinstance(value, str) else value

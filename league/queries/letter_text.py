"""Letters from their templates: the first line is the subject, the text follows after an empty one."""

import re
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from league.models import TournamentEvent

LONGEST_SUBJECT = 200
_EMPTY_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Letter:
    """`key` keeps it from being written twice to the same person."""

    user: int
    key: str
    subject: str
    text: str


def letter(event: TournamentEvent, user: int, *, template: str = "", key: str = "", **context: Any) -> Letter:
    """The letter about an event, from the template of its kind unless another is named."""
    tournament = event.tournament
    address = settings.SITE_URL + tournament.get_absolute_url()
    context = {"event": event, "tournament": tournament, "address": address, **context}
    whole = render_to_string(f"league/mail/{template or event.kind}.txt", context).strip()
    subject, _, text = whole.partition("\n\n")
    subject = " ".join(subject.split())
    if len(subject) > LONGEST_SUBJECT:
        subject = f"{subject[: LONGEST_SUBJECT - 3]}..."
    return Letter(user, key or f"event-{event.pk}", subject, _EMPTY_LINES.sub("\n\n", text.strip()))

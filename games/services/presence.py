"""Presence at a table: when somebody who sits there last looked."""

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import F, Q
from django.utils import timezone

from games.models import PlaySeat
from games.rules.presence import NOTED_EVERY


def note_seen(*, play_id: int, person: Person | AnonymousUser) -> None:
    """Written once a minute at most and after each new turn, so that a look is mostly one question to the database."""
    if not person.pk:
        return
    now = timezone.now()
    old = Q(seen_at=None) | Q(seen_at__lte=now - NOTED_EVERY) | Q(seen_at__lt=F("play__decides_since"))
    seats = PlaySeat.objects.filter(play=play_id, person=person.pk)
    if seats.filter(old).exists():
        seats.update(seen_at=now)

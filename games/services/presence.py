"""Note when a player at a table last looked."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.utils import timezone

from games.models import Play, PlaySeat
from games.rules.absence import NOTED_EVERY, is_here
from games.services.plays import moment_of_a_person


def note_seen(*, play_id: int, person: Person | AnonymousUser, seats: Iterable[PlaySeat] | None = None) -> None:
    """Note a look, once a minute at most, and when the player has just come to decide. `seats`: those of the play, if
    already known; without them a look is mostly one question to the database."""
    if not person.pk:
        return
    now = timezone.now()
    if seats is None:
        sitting = PlaySeat.objects.filter(play=play_id, person=person.pk).select_related("play")
        seats = sitting.only("seat", "person", "seen_at", "play__actor", "play__decides_since")
    own = [seat for seat in seats if seat.person_id == person.pk]
    if any(_is_news(row, now) for row in own):
        if any(row.play.actor == row.seat - 1 and not is_here(row.seen_at, now) for row in own):
            _look_again(play_id, now)
        PlaySeat.objects.filter(play=play_id, person=person.pk).update(seen_at=now)
        for row in own:
            row.seen_at = now


def _look_again(play_id: int, now: datetime) -> None:
    """Have the site look whether the person at turn can do nothing but pass, unless that person is away."""
    waits = Play.objects.filter(pk=play_id, passes=True, due_at=None)
    waits.filter(status=Play.RUNNING, paused_at=None, bot_decides=False).update(due_at=moment_of_a_person(now))


def _is_news(seat: PlaySeat, now: datetime) -> bool:
    if seat.seen_at is None or seat.seen_at <= now - NOTED_EVERY:
        return True
    since = seat.play.decides_since
    return seat.play.actor == seat.seat - 1 and since is not None and seat.seen_at < since

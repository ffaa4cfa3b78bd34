"""End the notices of turns, and of proposals to go back, no longer asked for."""

from django.db.models import QuerySet
from django.utils import timezone

from games.models import PlaySeat
from league.models import Notice
from league.play.queries.lobby import rewind_key, turn_key


def end_turn_notices(play: int, number: int) -> None:
    """Mark the notices of this play's other turns as read, however they ended: taken, taken back, by a bot, paused."""
    others = _unread(play).exclude(key__in=(turn_key(play, number), rewind_key(play, number)))
    others.update(read_at=timezone.now())


def end_rewind_notices(play: int, number: int, person: int | None) -> None:
    """Mark the notice of a proposal to go back as read, of the person who agrees, or of everybody if the game stays."""
    notices = _unread(play).filter(key=rewind_key(play, number))
    (notices if person is None else notices.filter(user=person)).update(read_at=timezone.now())


def _unread(play: int) -> QuerySet[Notice]:
    people = PlaySeat.objects.filter(play=play, person__isnull=False).values("person")
    return Notice.objects.filter(user__in=people, read_at=None, key__startswith=turn_key(play, ""))

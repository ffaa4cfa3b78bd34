"""End the notices of turns that nobody is asked for any more."""

from django.utils import timezone

from games.models import PlaySeat
from league.models import Notice
from league.play.queries.lobby import turn_key


def end_turn_notices(play: int, number: int) -> None:
    """Mark the notices of this play's other turns as read, however they ended: taken, taken back, by a bot, paused."""
    people = PlaySeat.objects.filter(play=play, person__isnull=False).values("person")
    unread = Notice.objects.filter(user__in=people, read_at=None, key__startswith=turn_key(play, ""))
    unread.exclude(key=turn_key(play, number)).update(read_at=timezone.now())

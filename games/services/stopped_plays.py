"""Stop plays that are not played to their end."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Play
from games.services.plays import tell_of_change
from games.signals import turn_asked


@transaction.atomic
def stop_play(*, play: Play, why: str) -> Play:
    """Close an open or running play; its turns stay. Raise ValidationError once it is over or closed, and for a game
    that only bots play."""
    row = Play.objects.select_for_update(no_key=True).get(pk=play.pk)
    if row.of_bots:
        raise ValidationError(_("Bots finish this game, so nobody can choose how it ends."))
    if row.status not in (Play.OPEN, Play.RUNNING):
        raise ValidationError(_("This game is already over."), code="stale")
    row.status, row.problem, row.changed_at = Play.CLOSED, why[:300], timezone.now()
    row.actor, row.bot_decides = None, False
    row.decides_since = row.decide_by = row.due_at = row.paused_at = row.leased_until = row.rewind_to = None
    row.save()
    tell_of_change(row.pk)
    turn_asked.send(row.pk, row.number + 1)
    return row

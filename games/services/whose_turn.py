"""Refuse turns that are not a person's to take: another's, or an aside when the seat at turn is out of time."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Play, PlaySeat
from games.rules.absence import is_late


def refuse_for_another(play: Play, seat: PlaySeat, by: Person) -> None:
    """Raise ValidationError unless this person decides for the seat."""
    if seat.person_id != by.pk:
        raise ValidationError(_("It is not your turn."), code="not_your_turn")
    if not seat.decides_herself:
        raise ValidationError(_("It is not your turn: a bot plays for you."), code="not_your_turn")
    refuse_paused(play)


def refuse_paused(play: Play) -> None:
    """Raise ValidationError while the game is paused."""
    if play.paused_at is not None:
        raise ValidationError(_("This game is paused. Resume it first."), code="paused")


def refuse_aside(play: Play, seats: Sequence[PlaySeat], now: datetime) -> None:
    """Raise ValidationError once the seat at turn is out of time: an aside would start its clock again."""
    assert play.actor is not None
    if is_out_of_time(play, seats[play.actor], now):
        refusal = _("{name} is out of time. They, or a bot for them, have to play first.")
        raise ValidationError(refusal.format(name=seats[play.actor].name), code="late")


def is_out_of_time(play: Play, actor: PlaySeat, now: datetime) -> bool:
    """Return whether the person at turn has used up the time for this choice."""
    assert play.decides_since is not None
    late = is_late(decide_by=play.decide_by, since=play.decides_since, seen_at=actor.seen_at, now=now)
    return actor.decides_herself and late

"""Take a choice back: a person's own last one, as long as nobody acted since and nobody learnt anything by it. The log
keeps both; the state is folded again from the turns that stand."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from engine.translatable import spoken
from games.models import Play, Turn
from games.queries.plays import asked_at, way_back
from games.rules.clocks import begins_again
from games.rules.hours import hours_in
from games.rules.told import told_of_kind
from games.services.plays import keep, locked, log_turn, refuse_unless_running
from games.services.whose_turn import refuse_paused


@transaction.atomic
def take_back(*, play_id: int, number: int, by: Person) -> Play:
    """Take this person's last choice back. `number`: the number of turns when the sender looked. Raise StaleTurn when
    somebody was faster, ValidationError for a choice that stands."""
    play = locked(play_id)
    refuse_unless_running(play, number)
    refuse_paused(play)
    seats = list(play.seats.all())
    way = way_back(play, seats, by.pk)
    if way.game is None:
        raise ValidationError(spoken(way.why), code="stands")
    seat, began = way.game.actor, asked_at(play, way.actions)
    assert began is not None
    sentences = told_of_kind(Turn.BACK, seat)
    log_turn(play, seat, author=Turn.PERSON, by=by, kind=Turn.BACK, back_to=way.actions, sentences=sentences)
    seats[seat].order = ""  # which would only do it again
    seats[seat].save(update_fields=["order"])
    play.actions, now = way.actions, timezone.now()
    play.state_before, play.actions_before = None, None
    keep(play, way.game, seats, now, begins_again(play.pace, began, now, hours_in(seats[seat].hours)))
    return play

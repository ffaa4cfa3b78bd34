"""Standing orders of the seats of plays, each seen by nobody but who gave it. The sweep carries them out."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import PlaySeat
from games.services.plays import locked, moment_of_a_person, refuse_unless_running
from league.play.rules.orders import specs_of


@transaction.atomic
def give_order(*, play_id: int, order: str, by: Person) -> None:
    """Give the seat of this person an order instead of the one that it has; an empty one ends it. Raise
    ValidationError."""
    play = locked(play_id)
    refuse_unless_running(play)
    own = [seat for seat in play.seats.filter(person=by) if seat.decides_herself]
    if not own:
        raise ValidationError(_("You don't sit at this table."), code="not_yours")
    if len(own) > 1:
        raise ValidationError(_("You cannot leave orders for several seats."))
    if order and order not in specs_of(play.system):
        raise ValidationError({"order": _("There is no such order in this game.")})
    [seat] = own
    PlaySeat.objects.filter(pk=seat.pk).update(order=order)
    if order and play.actor == seat.seat - 1 and play.paused_at is None:
        play.due_at = moment_of_a_person(timezone.now())
        play.save(update_fields=["due_at"])

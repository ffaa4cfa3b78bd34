"""Collect what the seats add to the chance of a play, between the last one that is taken and the start (see
`games.rules.fair_chance`)."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Play, PlaySeat
from games.rules.fair_chance import hash_of, is_salt, seconds_to_show
from games.services.plays import locked, touch


@transaction.atomic
def seal_seats(*, play: Play, without: bool = False) -> bool:
    """Let nobody sit down or leave any more, so that the browsers may show their salts; return whether the game waits
    for one of them.

    It waits for none where a seat is empty, which `start_play` refuses, nor `without` once the browsers have had their
    time. Raise ValidationError once the game has begun, and for `without` before that time is over.
    """
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("This game has begun already."), code="stale")
    seats = list(row.seats.all())
    if not all(seat.taken for seat in seats) or not any(seat.owes_salt for seat in seats):
        return False
    if row.sealed_at is None:
        Play.objects.filter(pk=row.pk).update(sealed_at=timezone.now())
        touch(row.pk)
        return True
    if without:
        _refuse_before_time(seconds_to_show(row.sealed_at, timezone.now()))
    return not without


def _refuse_before_time(seconds: int) -> None:
    if seconds:
        refusal = ngettext(
            "Browsers still have {seconds} second to show what they add to chance. Begin without waiting after that.",
            "Browsers still have {seconds} seconds to show what they add to chance. Begin without waiting after that.",
            seconds,
        )
        raise ValidationError(refusal.format(seconds=seconds), code="too_early")


@transaction.atomic
def show_salt(*, play: Play, salt: str, by: Person) -> bool:
    """Show the salt whose hash a browser gave; return whether it was the last one that had to.

    Raise ValidationError before the seats are sealed, once the game has begun, and for a salt whose hash this person
    never gave here.
    """
    if not is_salt(salt):
        raise ValidationError({"salt": _("A salt is 32 hexadecimal digits.")})
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("What your browser adds to chance came too late: this game has begun."), code="stale")
    if row.sealed_at is None:
        raise ValidationError(_("Salts are shown once everybody sits and the game is begun, not before."))
    seats = list(row.seats.order_by("seat"))
    given = [seat for seat in seats if seat.person_id == by.pk and seat.salt_hash == hash_of(salt)]
    if not given:
        raise ValidationError({"salt": _("Nobody gave the hash of this salt when you sat down.")})
    for seat in given:
        seat.salt = salt
    PlaySeat.objects.bulk_update(given, ["salt"])
    touch(row.pk)
    return not any(seat.owes_salt for seat in seats)

"""Collect what the seats add to the chance of a play, between the last one that is taken and the start (see
`games.rules.fair_chance`)."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Play, PlaySeat, Turn
from games.rules.fair_chance import hash_of, is_salt, seconds_to_show
from games.rules.told import told_unshown
from games.services.plays import empty_seats, locked, log_turn, touch


@transaction.atomic
def seal_seats(*, play: Play, without: bool = False) -> bool:
    """Let nobody sit down or leave from now on, so that the browsers may show their salts; return whether the game
    waits for one of them, or for people to sit down again.

    It waits for none if a seat is empty, which `start_play` refuses. `without` seats that have not shown theirs in
    time: they leave, in the record, and everybody who gave a hash sits down again, with a new salt that nobody has
    seen. Raise ValidationError once the game has begun, and for `without` before that time is over.
    """
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("This game has already begun."), code="stale")
    seats = list(row.seats.select_related("person").order_by("seat"))
    if not all(seat.taken for seat in seats) or not any(seat.owes_salt for seat in seats):
        return False
    if row.sealed_at is None:
        Play.objects.filter(pk=row.pk).update(sealed_at=timezone.now())
        touch(row.pk)
    elif without:
        _refuse_before_time(seconds_to_show(row.sealed_at, timezone.now()))
        _break_seal(row, seats)
    return True


def _break_seal(row: Play, seats: list[PlaySeat]) -> None:
    for seat in seats:
        if seat.owes_salt:
            at = seat.seat - 1
            log_turn(row, at, author=Turn.PERSON, by=seat.person, kind=Turn.UNSHOWN, sentences=told_unshown(at))
    row.sealed_at = None
    row.save(update_fields=["sealed_at", "number"])
    empty_seats(row, [seat.seat for seat in seats if seat.salt_hash])
    touch(row.pk)


def kept_back_salt(play: Play, person: Person) -> bool:
    """Return whether this person has left the table by not showing the salt that their browser had announced."""
    return Turn.objects.filter(play=play, kind=Turn.UNSHOWN, by=person).exists()


def _refuse_before_time(seconds: int) -> None:
    if seconds:
        refusal = ngettext(
            "Browsers still have {seconds} second to show what they add to chance. Go on without them after that.",
            "Browsers still have {seconds} seconds to show what they add to chance. Go on without them after that.",
            seconds,
        )
        raise ValidationError(refusal.format(seconds=seconds), code="too_early")


@transaction.atomic
def show_salt(*, play: Play, salt: str, by: Person) -> bool:
    """Show the salt whose hash a browser gave; return whether it was the last one that had to. Raise ValidationError
    before the seats are sealed, once the game has begun, and for a salt whose hash this person never gave here."""
    if not is_salt(salt):
        raise ValidationError({"salt": _("A salt is 32 hexadecimal digits.")})
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("What your browser adds to chance came too late: this game has begun."), code="stale")
    if row.sealed_at is None:
        raise ValidationError(_("Salts are shown only once everybody is seated and the game has begun."))
    seats = list(row.seats.order_by("seat"))
    given = [seat for seat in seats if seat.person_id == by.pk and seat.salt_hash == hash_of(salt)]
    if not given:
        raise ValidationError({"salt": _("Nobody gave the hash of this salt when you sat down.")})
    for seat in given:
        seat.salt = salt
    PlaySeat.objects.bulk_update(given, ["salt"])
    touch(row.pk)
    return not any(seat.owes_salt for seat in seats)

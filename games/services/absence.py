"""Handle who is away from a play: replaced by a bot when the others agree, back with one tap, or gone for good; pauses
by agreement and holidays. All of it happens behind the lock of the play, and every change of who decides is a turn of
the log, so a bot's turn that is still being worked out comes too late."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.queries.compiled import Compiled
from games.models import Play, PlaySeat, PlayVote, Turn
from games.rules.absence import VOICE_HOLDS, all_agree, half_agree, is_late, most_agree
from games.rules.clocks import bank_after, begins, longest_holiday, time_taken
from games.rules.hours import hours_in
from games.rules.told import told_of_kind
from games.services.plays import await_decision, leave_seat, locked, log_turn, refuse_unless_running, tell_of_change

_VOTES: Compiled[PlayVote] = Compiled(
    lambda play, kind, about, since: PlayVote.objects.filter(
        play=play, kind=kind, about=about, at__gte=since
    ).values_list("seat")
)


def people_who_play(seats: Iterable[PlaySeat]) -> set[int]:
    """Return the persons who decide themselves."""
    return {row.person_id for row in seats if row.person_id is not None and row.replaced_at is None}


def _running(play_id: int) -> tuple[Play, list[PlaySeat]]:
    play = locked(play_id)
    refuse_unless_running(play)
    return play, list(play.seats.select_related("person"))


def _own(seats: list[PlaySeat], by: Person) -> list[PlaySeat]:
    own = [row for row in seats if row.person_id == by.pk]
    if not own:
        raise ValidationError(_("You don't sit at this table."), code="not_yours")
    return own


def own_voice(seats: list[PlaySeat], by: Person) -> PlaySeat:
    """Return the seat with which this person votes. Raise ValidationError if a bot plays for them."""
    playing = [row for row in _own(seats, by) if row.decides_herself]
    if not playing:
        raise ValidationError(_("A bot plays for you. Come back first."), code="replaced")
    return playing[0]


def _say(play: Play, seat: PlaySeat | None, kind: str, by: Person | None) -> None:
    """Log who plays on, or a pause; by nobody, the host does it."""
    at, author = None if seat is None else seat.seat - 1, Turn.HOST if by is None else Turn.PERSON
    log_turn(play, at, author=author, by=by, kind=kind, sentences=told_of_kind(kind, at, by_host=by is None))


def raise_voice(play: Play, own: PlaySeat, kind: str, about: int = 0) -> None:
    """Record a vote. Repeated, it counts from now on."""
    now = timezone.now()
    PlayVote.objects.update_or_create(play=play, seat=own.seat, kind=kind, about=about, defaults={"at": now})
    play.changed_at = now
    play.save(update_fields=["changed_at"])
    tell_of_change(play.pk)


def voices_for(play: Play, seats: Iterable[PlaySeat], kind: str, *, since: datetime, about: int = 0) -> set[int]:
    """Return the persons who have voted for it since then."""
    persons = {row.seat: row.person_id for row in seats if row.decides_herself}
    votes = _VOTES.values(play.pk, kind, about, since)
    return {person for (seat,) in votes if (person := persons.get(seat)) is not None}


@transaction.atomic
def ask_for_bot(*, play_id: int, seat: int, by: Person) -> bool:
    """Let a bot play for an absent player, on the wish of one of the others; return whether more than half of them
    agree, and it does. Raise ValidationError if nobody waits for that seat."""
    play, seats = _running(play_id)
    own = own_voice(seats, by)
    if not 1 <= seat <= len(seats):
        raise ValidationError({"seat": _("There is no seat {number} at this table.").format(number=seat)})
    absent = seats[seat - 1]
    if absent.person_id == by.pk:
        raise ValidationError({"seat": _("This is your own seat. You can give up.")})
    refuse_present(play, absent, timezone.now())
    raise_voice(play, own, PlayVote.REPLACE, seat)
    assert play.decides_since is not None
    voices = voices_for(play, seats, PlayVote.REPLACE, since=play.decides_since, about=seat)
    if not most_agree(voices, people_who_play(seats) - {absent.person_id}):
        return False
    _replace(play, seats, absent, by)
    return True


def refuse_present(play: Play, absent: PlaySeat, now: datetime) -> None:
    """Raise ValidationError if nobody has to wait for this seat, or not for long enough."""
    if not absent.decides_herself:
        raise ValidationError({"seat": _("A bot plays for seat {number}.").format(number=absent.seat)})
    if play.actor != absent.seat - 1 or play.decides_since is None or play.paused_at is not None:
        raise ValidationError({"seat": _("Nobody is waiting for {name} now.").format(name=absent.name)})
    late = is_late(decide_by=play.decide_by, since=play.decides_since, seen_at=absent.seen_at, now=now)
    if not late and play.decide_by is not None:
        raise ValidationError({"seat": _("{name} still has time.").format(name=absent.name)})
    if not late:
        refusal = _("A bot plays for {name} once nobody has seen them for three days.")
        raise ValidationError({"seat": refusal.format(name=absent.name)})


def _replace(play: Play, seats: list[PlaySeat], absent: PlaySeat, by: Person | None) -> None:
    now = timezone.now()
    for row in seats:
        if row.person_id == absent.person_id and row.decides_herself:
            row.replaced_at = now
            row.save(update_fields=["replaced_at"])
            _say(play, row, Turn.REPLACED, by)
    PlayVote.objects.filter(play=play, kind=PlayVote.REPLACE).delete()
    await_decision(play, seats, now)
    play.save()


@transaction.atomic
def replace_late(*, play_id: int) -> bool:
    """Let a bot play for a player who is out of time, without any vote; return whether somebody was."""
    play = locked(play_id)
    now = timezone.now()
    if play.actor is None or play.decide_by is None or play.decide_by > now:
        return False
    seats = list(play.seats.all())
    _replace(play, seats, seats[play.actor], None)
    return True


def give_up_for(play: Play) -> None:
    """Give up, by rule, for the person who decides and has not gone on for so long; a bot plays to the end. The caller
    has the transaction and the lock, and the game is not paused: nobody who may not move loses it."""
    assert play.actor is not None and play.paused_at is None
    seats, now = list(play.seats.all()), timezone.now()
    absent = seats[play.actor].person_id
    _give_up(play, seats, [row for row in seats if row.person_id == absent], None, now)


@transaction.atomic
def come_back(*, play_id: int, by: Person) -> Play:
    """End a bot's play for this person, and a holiday, at once. Raise ValidationError for a person who gave up."""
    play, seats = _running(play_id)
    own, now = _own(seats, by), timezone.now()
    away = [row for row in own if row.replaced_at is not None and row.resigned_at is None]
    rests = [row for row in own if row.holiday_until is not None and row.holiday_until > now]
    if not away and not rests:
        if any(row.resigned_at is not None for row in own):
            raise ValidationError(_("You gave up: a bot plays to the end."), code="resigned")
        raise ValidationError(_("You are already here."), code="here")
    since = play.decides_since
    for row in rests:
        rest = _end_holiday(row, now)
        if play.actor == row.seat - 1 and since is not None:
            since -= rest
    for row in away:
        row.replaced_at = None
        row.save(update_fields=["replaced_at"])
        _say(play, row, Turn.RETURNED, by)
    PlayVote.objects.filter(play=play, kind=PlayVote.REPLACE, about__in=[row.seat for row in own]).delete()
    asked_now = play.actor is not None and seats[play.actor] in away
    await_decision(play, seats, now, None if asked_now else since)
    play.save()
    return play


def _end_holiday(row: PlaySeat, now: datetime) -> timedelta:
    """Give back the unused part of a holiday, and return it."""
    assert row.holiday_until is not None
    rest = row.holiday_until - now
    if row.bank is not None:
        row.bank += int(rest.total_seconds())
    row.holiday_until = None
    row.save(update_fields=["bank", "holiday_until"])
    return rest


@transaction.atomic
def resign(*, play_id: int, by: Person) -> Play:
    """Give up all of this person's seats: a bot plays them to the end. Raise ValidationError."""
    play, seats = _running(play_id)
    own, now = [row for row in _own(seats, by) if row.resigned_at is None], timezone.now()
    if not own:
        raise ValidationError(_("You have already given up."), code="resigned")
    _give_up(play, seats, own, by, now)
    return play


def _give_up(play: Play, seats: list[PlaySeat], own: list[PlaySeat], by: Person | None, now: datetime) -> None:
    for row in own:
        row.resigned_at, row.replaced_at, row.order = now, row.replaced_at or now, ""
        row.save(update_fields=["resigned_at", "replaced_at", "order"])
        _say(play, row, Turn.RESIGNED, by)
    decides = play.actor is not None and seats[play.actor] in own
    await_decision(play, seats, now, None if decides else play.decides_since)
    play.save()


@transaction.atomic
def leave_all_plays(*, by: Person) -> None:
    """Give up all plays that have begun, and free the seats of the others."""
    seats = PlaySeat.objects.filter(person=by, resigned_at=None, play__status__in=(Play.OPEN, Play.RUNNING))
    for play_id in sorted(set(seats.values_list("play_id", flat=True))):
        play = locked(play_id)
        if play.status == Play.RUNNING:
            resign(play_id=play_id, by=by)
        elif play.status == Play.OPEN and play.sealed_at is None:
            for row in play.seats.filter(person=by):
                leave_seat(play=play, seat=row.seat)


@transaction.atomic
def ask_for_pause(*, play_id: int, by: Person, pause: bool | None = None) -> bool:
    """Vote for a pause, or its end; return whether that succeeded. `pause` says which of the two is meant: without, the
    possible one. Raise ValidationError.

    A pause begins when all who play want it, and ends when half of them do, so one voice of two is enough. One that the
    host ended, because it had lasted too long, does not begin again before the next move.
    """
    play, seats = _running(play_id)
    own, now = own_voice(seats, by), timezone.now()
    if pause is not None and pause == (play.paused_at is not None):
        return True
    kind = PlayVote.PAUSE if play.paused_at is None else PlayVote.RESUME
    if kind == PlayVote.PAUSE and _host_ended_pause(play):
        raise ValidationError(_("This game was paused for too long. Somebody has to move first."), code="paused_long")
    raise_voice(play, own, kind)
    people = people_who_play(seats)
    voices = voices_for(play, seats, kind, since=now - VOICE_HOLDS)
    if not (all_agree if kind == PlayVote.PAUSE else half_agree)(voices, people):
        return False
    _pause_or_go_on(play, seats, own, by, now)
    return True


def _host_ended_pause(play: Play) -> bool:
    """Return whether the host ended a pause that the players had agreed to, and nobody has moved since."""
    kinds = (Turn.ACT, Turn.PAUSED, Turn.RESUMED)
    latest = Turn.objects.filter(play=play, kind__in=kinds).order_by("-number").values_list("kind", "author")[:2]
    return list(latest) == [(Turn.RESUMED, Turn.HOST), (Turn.PAUSED, Turn.PERSON)]


def _pause_or_go_on(play: Play, seats: list[PlaySeat], last: PlaySeat | None, by: Person | None, now: datetime) -> None:
    """Pause the game, or let it go on: by the voice of `last`, or by the host."""
    since = play.decides_since
    _say(play, last, Turn.PAUSED if play.paused_at is None else Turn.RESUMED, by)
    if play.paused_at is not None and since is not None and play.actor is not None:
        actor = seats[play.actor]
        taken = time_taken(play.pace, since, play.paused_at, hours_in(actor.hours))
        since = begins(now - taken, actor.holiday_until)
    play.paused_at = now if play.paused_at is None else None
    PlayVote.objects.filter(play=play).delete()
    await_decision(play, seats, now, since)
    play.save()


@transaction.atomic
def pause_by_clock(*, play_id: int, pause: bool) -> bool:
    """Pause, or go on, without any vote, because a clock above this play stops or resumes; return whether
    anything changed."""
    play = locked(play_id)
    if play.actor is None or (play.paused_at is None) != pause:
        return False
    seats = list(play.seats.all())
    _pause_or_go_on(play, seats, None, None, timezone.now())
    return True


@transaction.atomic
def go_on_holiday(*, play_id: int, days: int, by: Person) -> datetime:
    """Set days of the bank aside; the clock of this person begins after them. Return until when. Raise
    ValidationError."""
    play, seats = _running(play_id)
    own, now = [row for row in _own(seats, by) if row.decides_herself], timezone.now()
    if not own:
        raise ValidationError(_("A bot plays for you. Come back first."), code="replaced")
    away = timedelta(days=days)
    if any(row.holiday_until is not None and row.holiday_until > now for row in own):
        raise ValidationError({"days": _("You are on holiday. Come back first.")})
    most = min(longest_holiday(play.pace, _bank_now(play, row, now)) for row in own)
    if days < 1 or away > most:
        raise ValidationError({"days": _most_days(most)})
    for row in own:
        row.holiday_until = now + away
        if row.bank is not None:
            row.bank -= int(away.total_seconds())
        row.save(update_fields=["holiday_until", "bank"])
    since = play.decides_since
    if play.actor is not None and seats[play.actor] in own and since is not None:
        since += away
    await_decision(play, seats, now, since)
    play.save()
    return now + away


def _bank_now(play: Play, row: PlaySeat, now: datetime) -> int | None:
    if play.actor != row.seat - 1 or play.decide_by is None or play.decides_since is None:
        return row.bank
    return bank_after(play.pace, row.bank, play.decides_since, now, hours_in(row.hours))


def _most_days(most: timedelta) -> str:
    if not most.days:
        return _("You have no days left to set aside here.")
    sentence = ngettext("One day can be set aside here.", "From 1 to {days} days can be set aside here.", most.days)
    return sentence.format(days=most.days)


def wish_to_be_told(*, play_id: int, wants: str, by: Person) -> None:
    """Set when this person gets a letter that it is their turn. Raise ValidationError."""
    if wants not in PlaySeat.WANTS:
        choices = ", ".join(PlaySeat.WANTS)
        raise ValidationError({"wants": _("Choose one of: {known}.").format(known=choices)})
    if not PlaySeat.objects.filter(play=play_id, person=by).update(wants=wants):
        raise ValidationError(_("You don't sit at this table."), code="not_yours")

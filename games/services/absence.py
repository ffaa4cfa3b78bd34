"""Who is away from a play: replaced by a bot when the others agree, back with one tap, or gone for good; pauses by
agreement and holidays. All of it behind the lock of the play, and what changes who decides is a turn of the log, so
that a bot's turn that is being thought about meanwhile comes too late."""

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
from games.rules.absence import VOICE_HOLDS, all_agree, is_late, most_agree
from games.rules.clocks import begins, longest_holiday
from games.rules.told import told_of_kind
from games.services.plays import await_decision, leave_seat, locked, log_turn, refuse_unless_running, tell_of_change


def people_who_play(seats: Iterable[PlaySeat]) -> set[int]:
    """The persons who decide themselves."""
    return {one.person_id for one in seats if one.person_id is not None and one.replaced_at is None}


def _running(play_id: int) -> tuple[Play, list[PlaySeat]]:
    play = locked(play_id)
    refuse_unless_running(play)
    return play, list(play.seats.select_related("person"))


def _own(seats: list[PlaySeat], by: Person) -> list[PlaySeat]:
    own = [one for one in seats if one.person_id == by.pk]
    if not own:
        raise ValidationError(_("You don't sit at this table."), code="not_yours")
    return own


def _own_voice(seats: list[PlaySeat], by: Person) -> PlaySeat:
    playing = [one for one in _own(seats, by) if one.decides_herself]
    if not playing:
        raise ValidationError(_("A bot plays for you. Come back first."), code="replaced")
    return playing[0]


def _say(play: Play, seat: PlaySeat, kind: str, by: Person | None) -> None:
    log_turn(play, seat.seat - 1, kind=kind, by=by, told=told_of_kind(kind, seat.seat - 1))


def _raise_voice(play: Play, own: PlaySeat, kind: str, about: int = 0) -> None:
    """Said again, it counts from now on."""
    now = timezone.now()
    PlayVote.objects.update_or_create(play=play, seat=own.seat, kind=kind, about=about, defaults={"at": now})
    play.changed_at = now
    play.save(update_fields=["changed_at"])
    tell_of_change(play.pk)


def _votes(kind: str) -> Compiled[PlayVote]:
    votes = PlayVote.objects.filter(kind=kind).only("seat")
    return Compiled(lambda play, about, since: votes.filter(play=play, about=about, at__gte=since))


_VOTES = {kind: _votes(kind) for kind in PlayVote.KINDS}


def voices_for(play: Play, seats: Iterable[PlaySeat], kind: str, *, since: datetime, about: int = 0) -> set[int]:
    """The persons who asked for it since then."""
    persons = {one.seat: one.person_id for one in seats if one.decides_herself}
    votes = _VOTES[kind](play.pk, about, since)
    return {person for one in votes if (person := persons.get(one.seat)) is not None}


@transaction.atomic
def ask_for_bot(*, play_id: int, seat: int, by: Person) -> bool:
    """One of the others lets a bot play for who is absent; whether more than half of them agree, and it does.

    Raises ValidationError where nobody waits for that seat.
    """
    play, seats = _running(play_id)
    own = _own_voice(seats, by)
    if not 1 <= seat <= len(seats):
        raise ValidationError({"seat": _("There is no seat {number} at this table.").format(number=seat)})
    absent = seats[seat - 1]
    if absent.person_id == by.pk:
        raise ValidationError({"seat": _("This is your own seat. You can give up.")})
    refuse_present(play, absent, timezone.now())
    _raise_voice(play, own, PlayVote.REPLACE, seat)
    assert play.decides_since is not None
    voices = voices_for(play, seats, PlayVote.REPLACE, since=play.decides_since, about=seat)
    if not most_agree(voices, people_who_play(seats) - {absent.person_id}):
        return False
    _replace(play, seats, absent, by)
    return True


def refuse_present(play: Play, absent: PlaySeat, now: datetime) -> None:
    """Raises ValidationError where nobody has to wait for this seat, or not for long enough."""
    if not absent.decides_herself:
        raise ValidationError({"seat": _("A bot plays for seat {number}.").format(number=absent.seat)})
    if play.actor != absent.seat - 1 or play.decides_since is None or play.paused_at is not None:
        raise ValidationError({"seat": _("Nobody waits for {name} now.").format(name=absent.name)})
    late = is_late(decide_by=play.decide_by, since=play.decides_since, seen_at=absent.seen_at, now=now)
    if not late and play.decide_by is not None:
        raise ValidationError({"seat": _("{name} still has time.").format(name=absent.name)})
    if not late:
        told = _("A bot plays for {name} once nobody has seen them for three days.")
        raise ValidationError({"seat": told.format(name=absent.name)})


def _replace(play: Play, seats: list[PlaySeat], absent: PlaySeat, by: Person | None) -> None:
    now = timezone.now()
    for one in seats:
        if one.person_id == absent.person_id and one.decides_herself:
            one.replaced_at = now
            one.save(update_fields=["replaced_at"])
            _say(play, one, Turn.REPLACED, by)
    PlayVote.objects.filter(play=play, kind=PlayVote.REPLACE).delete()
    await_decision(play, seats, now)
    play.save()


@transaction.atomic
def replace_late(*, play_id: int) -> bool:
    """A bot plays for who is out of time, without anybody's vote; whether somebody was."""
    play = locked(play_id)
    now = timezone.now()
    if play.actor is None or play.decide_by is None or play.decide_by > now:
        return False
    seats = list(play.seats.all())
    _replace(play, seats, seats[play.actor], None)
    return True


def give_up_for(play: Play) -> None:
    """Give up, by rule, for the person who decides and has not gone on for so long: in the transaction and behind the
    lock of who calls. A bot plays to the end."""
    assert play.actor is not None
    seats, now = list(play.seats.all()), timezone.now()
    if play.paused_at is not None:
        _pause_or_go_on(play, seats, seats[play.actor], None, now)
    absent = seats[play.actor].person_id
    _give_up(play, seats, [one for one in seats if one.person_id == absent], None, now)


@transaction.atomic
def come_back(*, play_id: int, by: Person) -> Play:
    """Ends a bot's play for this person, and a holiday, at once. Raises ValidationError for who gave up."""
    play, seats = _running(play_id)
    own, now = _own(seats, by), timezone.now()
    away = [one for one in own if one.replaced_at is not None and one.resigned_at is None]
    rests = [one for one in own if one.holiday_until is not None and one.holiday_until > now]
    if not away and not rests:
        if any(one.resigned_at is not None for one in own):
            raise ValidationError(_("You gave up: a bot plays to the end."), code="resigned")
        raise ValidationError(_("You are here already."), code="here")
    since = play.decides_since
    for one in rests:
        rest = _end_holiday(one, now)
        if play.actor == one.seat - 1 and since is not None:
            since -= rest
    for one in away:
        one.replaced_at = None
        one.save(update_fields=["replaced_at"])
        _say(play, one, Turn.RETURNED, by)
    PlayVote.objects.filter(play=play, kind=PlayVote.REPLACE, about__in=[one.seat for one in own]).delete()
    asked_now = play.actor is not None and seats[play.actor] in away
    await_decision(play, seats, now, None if asked_now else since)
    play.save()
    return play


def _end_holiday(one: PlaySeat, now: datetime) -> timedelta:
    """Gives back what was not needed; how much."""
    assert one.holiday_until is not None
    rest = one.holiday_until - now
    if one.bank is not None:
        one.bank += int(rest.total_seconds())
    one.holiday_until = None
    one.save(update_fields=["bank", "holiday_until"])
    return rest


@transaction.atomic
def resign(*, play_id: int, by: Person) -> Play:
    """Gives up all own seats: a bot plays them to the end. Raises ValidationError."""
    play, seats = _running(play_id)
    own, now = [one for one in _own(seats, by) if one.resigned_at is None], timezone.now()
    if not own:
        raise ValidationError(_("You gave up already."), code="resigned")
    _give_up(play, seats, own, by, now)
    return play


def _give_up(play: Play, seats: list[PlaySeat], own: list[PlaySeat], by: Person | None, now: datetime) -> None:
    for one in own:
        one.resigned_at, one.replaced_at = now, one.replaced_at or now
        one.save(update_fields=["resigned_at", "replaced_at"])
        _say(play, one, Turn.RESIGNED, by)
    decides = play.actor is not None and seats[play.actor] in own
    await_decision(play, seats, now, None if decides else play.decides_since)
    play.save()


@transaction.atomic
def leave_all_plays(*, by: Person) -> None:
    """Gives up what has begun, and frees the seats of what has not."""
    seats = PlaySeat.objects.filter(person=by, resigned_at=None, play__status__in=(Play.OPEN, Play.RUNNING))
    for play_id in sorted(set(seats.values_list("play_id", flat=True))):
        play = locked(play_id)
        if play.status == Play.RUNNING:
            resign(play_id=play_id, by=by)
        elif play.status == Play.OPEN and play.sealed_at is None:
            for one in play.seats.filter(person=by):
                leave_seat(play=play, seat=one.seat)


@transaction.atomic
def ask_for_pause(*, play_id: int, by: Person) -> bool:
    """Wants a pause, or its end; whether it has come to it. A pause begins when all who play want it, and ends when
    more than half of them do. Raises ValidationError."""
    play, seats = _running(play_id)
    own, now = _own_voice(seats, by), timezone.now()
    kind = PlayVote.PAUSE if play.paused_at is None else PlayVote.RESUME
    _raise_voice(play, own, kind)
    people = people_who_play(seats)
    voices = voices_for(play, seats, kind, since=now - VOICE_HOLDS)
    if not (all_agree if kind == PlayVote.PAUSE else most_agree)(voices, people):
        return False
    _pause_or_go_on(play, seats, own, by, now)
    return True


def _pause_or_go_on(play: Play, seats: list[PlaySeat], said_by: PlaySeat, by: Person | None, now: datetime) -> None:
    since = play.decides_since
    _say(play, said_by, Turn.PAUSED if play.paused_at is None else Turn.RESUMED, by)
    if play.paused_at is not None and since is not None and play.actor is not None:
        since = begins(now - max(timedelta(), play.paused_at - since), seats[play.actor].holiday_until)
    play.paused_at = now if play.paused_at is None else None
    PlayVote.objects.filter(play=play).delete()
    await_decision(play, seats, now, since)
    play.save()


@transaction.atomic
def pause_by_clock(*, play_id: int, pause: bool) -> bool:
    """A pause, or its end, without anybody's vote, because a clock above this play stands still or goes on; whether it
    changed anything."""
    play = locked(play_id)
    if play.actor is None or (play.paused_at is None) != pause:
        return False
    seats = list(play.seats.all())
    _pause_or_go_on(play, seats, seats[play.actor], None, timezone.now())
    return True


@transaction.atomic
def go_on_holiday(*, play_id: int, days: int, by: Person) -> datetime:
    """Sets days of the bank aside; the clock of this person begins after them. Until when. Raises ValidationError."""
    play, seats = _running(play_id)
    own, now = [one for one in _own(seats, by) if one.decides_herself], timezone.now()
    if not own:
        raise ValidationError(_("A bot plays for you. Come back first."), code="replaced")
    away = timedelta(days=days)
    if any(one.holiday_until is not None and one.holiday_until > now for one in own):
        raise ValidationError({"days": _("You are on holiday. Come back first.")})
    most = min(longest_holiday(play.pace, _bank_now(play, one, now)) for one in own)
    if days < 1 or away > most:
        raise ValidationError({"days": _most_days(most)})
    for one in own:
        one.holiday_until = now + away
        if one.bank is not None:
            one.bank -= int(away.total_seconds())
        one.save(update_fields=["holiday_until", "bank"])
    since = play.decides_since
    if play.actor is not None and seats[play.actor] in own and since is not None:
        since += away
    await_decision(play, seats, now, since)
    play.save()
    return now + away


def _bank_now(play: Play, one: PlaySeat, now: datetime) -> int | None:
    if play.actor != one.seat - 1 or play.decide_by is None or one.bank is None:
        return one.bank
    return max(0, min(one.bank, int((play.decide_by - now).total_seconds())))


def _most_days(most: timedelta) -> str:
    if not most.days:
        return _("No day is left to set aside here.")
    told = ngettext("One day can be set aside here.", "From 1 to {days} days can be set aside here.", most.days)
    return told.format(days=most.days)


def wish_to_be_told(*, play_id: int, wants: str, by: Person) -> None:
    """When this person gets a letter that it is their turn. Raises ValidationError."""
    if wants not in PlaySeat.WANTS:
        known = ", ".join(PlaySeat.WANTS)
        raise ValidationError({"wants": _("Choose one of: {known}.").format(known=known)})
    if not PlaySeat.objects.filter(play=play_id, person=by).update(wants=wants):
        raise ValidationError(_("You don't sit at this table."), code="not_yours")

"""Game nights: proposed, answered, agreed, moved and called off; who has a place, and who is there.

Everything about a night happens under its lock, after which only quotas of a person are locked. An entry of the ledger
is the queue of its letters; it names only ids, because what people wrote can be hidden."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said
from league.core.ledger.services import new_entry
from league.core.services.quotas import use_quota
from league.models import GameNight, League, Membership, NightAnswer, NightDate, Round, Table
from league.nights.queries import all_have_accounts, asked, is_late, is_on, places_of, settles
from league.nights.rules import FURTHEST, KEPT, MOST_AHEAD, MOST_DATES, MOST_NIGHTS, NO, SOON, YES, moment_of, repeated


@transaction.atomic
def propose_night(*, league: League, dates: Sequence[datetime], by: User, **about: Any) -> GameNight:
    """Ask people when they can come. The proposer answers yes to each date. Raise ValidationError."""
    _refuse_many(league, 1)
    night = _made(league, by=by, **about)
    _add_dates(night, dates, by)
    use_quota("nights", by=by, league=league)
    _note(night, "night_proposed", said("Dates for a game night were proposed."), by)
    return night


@transaction.atomic
def repeat_night(*, league: League, first: datetime, every: str, times: int, by: User, **about: Any) -> list[GameNight]:
    """Announce nights by the calendar of the league's clocks, each of which is moved and called off on its own. Raise
    ValidationError."""
    if not 1 <= times <= MOST_NIGHTS:
        raise ValidationError({"times": _("Choose from 1 to {most} nights.").format(most=MOST_NIGHTS)})
    clocks = repeated(first.astimezone(ZoneInfo(league.zone)).replace(tzinfo=None), every, times)
    moments = [moment_of(clock, league.zone) for clock in clocks]
    for moment in moments:
        _refuse_moment(moment, "first")
    _refuse_many(league, len(moments))
    now, nights = timezone.now(), []
    for moment in moments:
        night = _made(league, by=by, **about)
        NightDate.objects.create(night=night, starts_at=moment, agreed_at=now, reminded_at=_no_reminder(moment, now))
        nights.append(night)
    use_quota("nights", by=by, amount=len(nights), league=league)
    _note(nights[0], "night_agreed", said("Game nights were announced."), by, nights=[night.pk for night in nights])
    return nights


@transaction.atomic
def ask_tables(*, round: Round, answer_by: datetime, minutes: int, by: User) -> list[GameNight]:
    """Let each table of a published round agree on its date until `answer_by`. Raise ValidationError."""
    league = round.stage.tournament.season.league
    if round.status == Round.DRAFT:
        raise ValidationError(_("Publish the round first: nobody knows these tables yet."))
    nights_now = GameNight.objects.filter(round=round, table__isnull=False, cancelled_at=None)
    rows = list(Table.objects.filter(round=round, game=None).exclude(pk__in=nights_now.values("table")))
    if not rows:
        raise ValidationError(_("Every table of this round has a date, is looking for one or has played."))
    _refuse_many(league, len(rows))
    about = {"title": round.stage.tournament.name[:80], "round": round, "minutes": minutes, "answer_by": answer_by}
    nights = [_made(league, table=table, by=by, **about) for table in rows]
    use_quota("nights", by=by, amount=len(nights), league=league)
    text = said("The tables of a round were asked to agree on their dates.")
    _note(nights[0], "night_proposed", text, by, nights=[night.pk for night in nights])
    return nights


@transaction.atomic
def add_dates(*, night: GameNight, dates: Sequence[datetime], by: User) -> None:
    """Propose further dates for a night. Raise ValidationError."""
    night = _locked(night, open_to=by)
    if not dates:
        raise ValidationError({"dates": _("Propose a date.")})
    _add_dates(night, dates, by)
    _agree_at_table(night, by)
    _note(night, "night_proposed", said("Dates for a game night were proposed."), by)


@transaction.atomic
def answer_date(*, night: GameNight, date: int, answer: str, by: User) -> None:
    """Say whether somebody can come. Raise ValidationError."""
    night = _locked(night)
    chosen = _date_of(night, date)
    if answer not in NightAnswer.ANSWERS:
        raise ValidationError(_("Answer yes, if need be, or no."))
    if by.pk not in asked([night])[night.pk]:
        raise ValidationError(_("Only players of that table say when they can come."))
    if chosen.agreed_at is None:
        _refuse_agreed(night)
        _refuse_late(night, by)
    if chosen.starts_at + timedelta(minutes=night.minutes) < timezone.now():
        raise ValidationError(_("This date has passed."))
    with _places_told(night, chosen, by):
        _answer(chosen, answer, by.pk)
    if night.table_id is not None and chosen.agreed_at is not None and answer == NO:
        NightDate.objects.filter(pk=chosen.pk).update(agreed_at=None, reminded_at=None)
        _changed(night)
        _note(night, "night_reopened", said("A table looks for another date."), by)
    else:
        _agree_at_table(night, by)


@transaction.atomic
def settle_night(*, night: GameNight, date: int, by: User) -> None:
    """Settle on one of the dates; what somebody else settled on meanwhile stays. Raise ValidationError."""
    night = _locked(night, decided_by=by)
    chosen = _date_of(night, date)
    _refuse_agreed(night, but=chosen)
    _refuse_moment(chosen.starts_at, "")
    if chosen.agreed_at is None:
        _agree(night, chosen, by)


@transaction.atomic
def change_night(*, night: GameNight, sequence: int, starts_at: datetime | None, by: User, **about: Any) -> None:
    """Change what was said about a night, and move it if it has a date. Raise ValidationError."""
    night = _locked(night, decided_by=by)
    if night.sequence != sequence:
        raise ValidationError(_("Somebody has changed this night meanwhile. This is how it stands now."), code="stale")
    agreed = night.dates.filter(agreed_at__isnull=False).first()
    if agreed is None:
        _save(night, about)
        return
    moved = starts_at is not None and starts_at != agreed.starts_at
    seats, (inside, _waiting) = about.get("seats"), places_of(agreed)
    if seats is not None and seats < len(inside):
        text = _("{count} people have a place already: choose at least that many seats, or none.")
        raise ValidationError({"seats": text.format(count=len(inside))})
    if moved and starts_at is not None:
        _refuse_moment(starts_at, "starts_at")
        if night.dates.filter(starts_at=starts_at).exists():
            text = _("This date was proposed, too, and was not chosen. Take another time.")
            raise ValidationError({"starts_at": text})
    elsewhere = about.get("place", night.place) != night.place
    with _places_told(night, agreed, by):
        _save(night, about)
        if moved and starts_at is not None:
            reminded_at = _no_reminder(starts_at, timezone.now())
            NightDate.objects.filter(pk=agreed.pk).update(starts_at=starts_at, reminded_at=reminded_at)
    if moved or elsewhere:
        _note(night, "night_moved", said("A game night was moved."), by)


@transaction.atomic
def cancel_night(*, night: GameNight, by: User) -> None:
    """Call a night off; it stays readable. Raise ValidationError."""
    night = _locked(night, decided_by=by)
    night.cancelled_at = timezone.now()
    _changed(night, "cancelled_at")
    _note(night, "night_cancelled", said("A game night was called off."), by)


@transaction.atomic
def check_in_night(*, night: GameNight, by: User, user: int | None = None, here: bool = True) -> None:
    """Note that somebody is there, or is not; without `user` everybody who has a place. Raise ValidationError."""
    night = _locked(night)
    agreed, now = night.dates.filter(agreed_at__isnull=False).first(), timezone.now()
    if agreed is None or not is_on(agreed, night, now):
        raise ValidationError(_("People check in on the evening itself, from three hours before it begins."))
    people = asked([night])[night.pk]
    if user != by.pk and not settles(night, by):
        raise ValidationError(_("Only an organiser or the person who proposed the night checks others in."))
    whole = set(places_of(agreed)[0]) if user is None else {user}
    if not whole <= people:
        raise ValidationError(_("Only players of that table can be checked in."))
    if here and user is not None:
        _answer(agreed, YES, user)
    NightAnswer.objects.filter(date=agreed, user__in=whole, answer=YES).filter(
        Q(here_at=None) if here else Q(here_at__isnull=False)
    ).update(here_at=now if here else None)


@transaction.atomic
def leave_nights(member: Membership) -> None:
    """Take back the answers of a member whose membership ends; a place is passed on (`league.signals`)."""
    _take_back(NightAnswer.objects.filter(user=member.user_id, date__night__league=member.league_id))


@transaction.atomic
def forget_answers(user: User, label: str) -> None:
    """Delete the answers of a person who is being forgotten, and their name beside what they proposed; a place is
    passed on (`league.signals`)."""
    _take_back(NightAnswer.objects.filter(user=user))
    GameNight.objects.filter(proposed_by=user).update(proposed_by=None)


def forget_old_nights() -> None:
    """Delete nights, and who came when, some weeks after the last date."""
    before = timezone.now() - KEPT
    last = GameNight.objects.annotate(last=Max("dates__starts_at"))
    last.filter(Q(last__lt=before) | Q(last=None, proposed_at__lt=before)).delete()


def _take_back(answers: Any) -> None:
    for night in GameNight.objects.filter(dates__answers__in=answers).distinct().order_by("pk"):
        night = GameNight.objects.select_for_update(no_key=True, of=("self",)).select_related("league").get(pk=night.pk)
        agreed = night.dates.filter(agreed_at__isnull=False, starts_at__gt=timezone.now()).first()
        own = answers.filter(date__night=night)
        if agreed is None or night.cancelled_at:
            own.delete()
            continue
        with _places_told(night, agreed, None):
            own.delete()


def _made(league: League, *, by: User, **about: Any) -> GameNight:
    _refuse_moment(about.get("answer_by"), "answer_by")
    night = GameNight(league=league, proposed_by=by, **about)
    try:
        with transaction.atomic():
            night.save()
    except IntegrityError as error:
        if night.table_id is None:
            raise
        raise ValidationError(_("This table already has a date, or is looking for one."), code="stale") from error
    return night


def _add_dates(night: GameNight, dates: Iterable[datetime], by: User) -> None:
    known = set(night.dates.values_list("starts_at", flat=True))
    moments = sorted({*dates} - known)
    if len(known) + len(moments) > MOST_DATES:
        text = _("Propose {most} dates at most: people look at all of them.").format(most=MOST_DATES)
        raise ValidationError({"dates": text})
    for moment in moments:
        _refuse_moment(moment, "dates")
    rows = NightDate.objects.bulk_create(NightDate(night=night, starts_at=moment) for moment in moments)
    if by.pk in asked([night])[night.pk]:
        for row in rows:
            _answer(row, YES, by.pk)


def _answer(date: NightDate, answer: str, user: int) -> None:
    row, fresh = NightAnswer.objects.get_or_create(date=date, user_id=user, defaults={"answer": answer})
    if not fresh and row.answer != answer:
        row.answer, row.at, row.here_at = answer, timezone.now(), None
        row.save(update_fields=["answer", "at", "here_at"])


def _agree_at_table(night: GameNight, by: User) -> None:
    """Agree on the first date to which everybody at a table says yes, if each has an account."""
    if night.table_id is None or night.dates.filter(agreed_at__isnull=False).exists() or not all_have_accounts(night):
        return
    people = asked([night])[night.pk]
    for date in night.dates.filter(starts_at__gt=timezone.now()):
        if people <= set(date.answers.filter(answer=YES).values_list("user", flat=True)):
            _agree(night, date, by)
            return


def _agree(night: GameNight, date: NightDate, by: User) -> None:
    now = timezone.now()
    reminded_at = _no_reminder(date.starts_at, now)
    NightDate.objects.filter(pk=date.pk).update(agreed_at=now, reminded_at=reminded_at)
    _changed(night)
    _note(night, "night_agreed", said("A date for a game night was agreed."), by)


def _no_reminder(starts_at: datetime, now: datetime) -> datetime | None:
    """Return the moment of a reminder that is not sent: the news of a date so near is one."""
    return now if starts_at - now <= SOON else None


@contextmanager
def _places_told(night: GameNight, date: NightDate, by: User | None) -> Iterator[None]:
    """Tell people who get a place by what happens within, unless they did it themselves."""
    if date.agreed_at is None:
        yield
        return
    waiting = set(places_of(date)[1])
    yield
    date.night = night
    moved_up = [user for user in places_of(date)[0] if user in waiting and (by is None or user != by.pk)]
    if moved_up:
        text = said("A place at a game night became free, and the next on the waiting list has it.")
        _note(night, "night_place", text, by, users=moved_up)


def _locked(night: GameNight, *, open_to: User | None = None, decided_by: User | None = None) -> GameNight:
    """Return the night under its lock, if it still takes place; what is `decided_by` somebody, or
    `open_to` their dates, has to be theirs to do."""
    rows = GameNight.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("league", "round__stage__tournament__season__league").get(pk=night.pk)
    if row.cancelled_at:
        raise ValidationError(_("This game night was called off."))
    if decided_by is not None and not settles(row, decided_by):
        raise ValidationError(_("Only an organiser or the person who proposed the night does that."))
    if open_to is not None:
        if not (settles(row, open_to) or (row.table_id and open_to.pk in asked([row])[row.pk])):
            raise ValidationError(_("Only an organiser or the person who proposed the night adds dates."))
        _refuse_agreed(row)
        _refuse_late(row, open_to)
    return row


def _date_of(night: GameNight, date: int) -> NightDate:
    chosen = night.dates.filter(pk=date).first()
    if chosen is None:
        raise ValidationError(_("This date is no longer proposed."))
    chosen.night = night
    return chosen


def _save(night: GameNight, about: dict[str, Any]) -> None:
    if about.get("answer_by", night.answer_by) != night.answer_by:
        _refuse_moment(about["answer_by"], "answer_by")
        about["late_told_at"] = None
    for name, value in about.items():
        setattr(night, name, value)
    _changed(night, *about)


def _changed(night: GameNight, *fields: str) -> None:
    night.sequence, night.changed_at = night.sequence + 1, timezone.now()
    night.save(update_fields=[*fields, "sequence", "changed_at"])


def _note(night: GameNight, kind: str, text: Translatable, by: User | None, **about: Any) -> None:
    about = {"nights": [night.pk], **about}
    new_entry(kind=kind, text=text, by=by, league=night.league, about=about).save()


def _refuse_agreed(night: GameNight, but: NightDate | None = None) -> None:
    agreed = night.dates.filter(agreed_at__isnull=False).first()
    if agreed is not None and agreed != but:
        when = date_format(agreed.starts_at.astimezone(ZoneInfo(night.zone)), "j F, H:i")
        raise ValidationError(_("The date is already settled: {when}.").format(when=when), code="stale")


def _refuse_late(night: GameNight, by: User) -> None:
    if is_late(night, timezone.now()) and not settles(night, by):
        raise ValidationError(_("The time to agree is over. An organiser decides now, or gives you longer."))


def _refuse_moment(moment: datetime | None, field: str) -> None:
    now = timezone.now()
    if moment is not None and not now < moment <= now + FURTHEST:
        text = _("Choose a time to come, within two years.")
        raise ValidationError({field: text} if field else text)


def _refuse_many(league: League, more: int) -> None:
    ahead = GameNight.objects.filter(league=league, cancelled_at=None).exclude(
        pk__in=NightDate.objects.filter(agreed_at__isnull=False, starts_at__lt=timezone.now()).values("night")
    )
    if ahead.count() + more > MOST_AHEAD:
        text = _("{league} has too many game nights ahead; {most} are possible. Call some off first.")
        raise ValidationError(text.format(league=league, most=MOST_AHEAD))

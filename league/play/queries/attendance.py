"""Time and absence at a table: whose clock runs, who is away, and what this reader can do about it."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.utils import timezone

from engine.translatable import spoken
from games.models import Play, PlaySeat, PlayVote
from games.queries.plays import another_decided_last, way_back
from games.rules.absence import VOICE_HOLDS
from games.rules.clocks import CLOCKS, is_slow, longest_holiday
from games.rules.hours import hours_in
from games.services.absence import people_who_play, refuse_present, voices_for
from games.services.bot_turns import PLAIN_BOT
from league.models import SeasonPlay
from league.play.queries.hours import hours_in_words, hours_of
from league.play.queries.levels import BotFace, face_of
from league.play.queries.rewinds import Proposal, proposal_at
from league.play.queries.tables import seats_of
from league.play.rules.levels import level_of, name_at
from league.play.rules.orders import order_in_words, specs_of
from league.play.rules.paces import PACES

HERE, REPLACED, RESIGNED, HOLIDAY = AWAY = ("here", "replaced", "resigned", "holiday")


def away_of(seat: PlaySeat) -> str:
    """Return why the person of a seat does not decide now; HERE if they do, as does a seat with its own bot."""
    if seat.resigned_at is not None:
        return RESIGNED
    if seat.replaced_at is not None:
        return REPLACED
    return HOLIDAY if seat.holiday_until is not None and seat.holiday_until > timezone.now() else HERE


class Away(NamedTuple):
    """`late`: the others may let a bot play for this seat. `face`: of that bot."""

    seat: int
    name: str
    replaced: bool
    resigned: bool
    holiday_until: datetime | None
    late: bool
    face: BotFace


@dataclass(frozen=True, slots=True)
class Attendance:
    """`me`: the reader's seat, None for a spectator. `voices`: how many of `needed` want what is asked for now: a bot
    for who is late, else a pause or its end; `asked`: whether the reader does. `order`: the standing order of their
    own seat, in words; `order_unknown`: they have one that only another version of the site knows. `rewind`: the
    earlier move to which somebody proposes to go back. `hours`: those of the person at turn, and `own_hours` of
    the reader, in words, if the clock counts them; "" for always."""

    pace: str
    decide_by: datetime | None
    paused: bool
    away: list[Away]
    me: PlaySeat | None
    order: str
    order_unknown: bool
    here: bool
    may_take_back: bool
    voices: int
    needed: int
    has_asked: bool
    most_days: int
    rewind: Proposal | None
    slow: bool
    hours: str
    own_hours: str

    @property
    def late(self) -> Away | None:
        return next((away for away in self.away if away.late), None)

    @property
    def wants(self) -> tuple[str, ...]:
        return PlaySeat.WANTS


def attendance(
    season_play: SeasonPlay, reader: Person | AnonymousUser, seats: list[PlaySeat] | None = None
) -> Attendance | None:
    """Return who is here and away; None before the game begins and after its end. `seats`: those of the play, if
    already known."""
    play, now = season_play.play, timezone.now()
    if play.status != Play.RUNNING:
        return None
    seats = seats or seats_of(play)
    own = [seat for seat in seats if seat.person_id is not None and seat.person_id == reader.pk]
    away = [absence for seat in seats if (absence := _away(play, seat, now)) is not None]
    late = next((seat for seat in away if seat.late), None)
    voices, people = _voices(play, seats, late, now), people_who_play(seats)
    if late is not None:
        people -= {seats[late.seat - 1].person_id or 0}
    everybody = late is None and play.paused_at is None
    playing = [seat for seat in own if seat.decides_herself]
    order = next((seat.order for seat in playing if seat.order), "")
    is_known, person = order in specs_of(play.system), reader.pk or 0
    is_last = bool(playing) and not play.paused_at and not another_decided_last(play, person)
    may_take_back = is_last and way_back(play, seats, person).game is not None
    return Attendance(
        pace=PACES[play.pace] if play.pace in CLOCKS else "",
        decide_by=play.decide_by,
        paused=play.paused_at is not None,
        away=away,
        me=next(iter(playing or own), None),
        order=spoken(order_in_words(play.system, order)) if is_known else "",
        order_unknown=bool(order) and not is_known,
        here=bool(playing) and all(seat.holiday_until is None or seat.holiday_until <= now for seat in playing),
        may_take_back=may_take_back,
        voices=len(voices & people),
        needed=len(people) if everybody else len(people) // 2 + 1,
        has_asked=reader.pk in voices,
        most_days=min((longest_holiday(play.pace, seat.bank).days for seat in playing), default=0),
        rewind=proposal_at(play, seats, reader),
        slow=is_slow(play.pace),
        hours=_hours(seats[play.actor].hours) if play.decide_by and play.actor is not None else "",
        own_hours=_hours(f"{hours_of(reader.pk) or ''}") if is_slow(play.pace) and playing else "",
    )


def _hours(line: str) -> str:
    hours = hours_in(line)
    return hours_in_words(hours) if hours else ""


def _away(play: Play, seat: PlaySeat, now: datetime) -> Away | None:
    holiday = seat.holiday_until if seat.holiday_until is not None and seat.holiday_until > now else None
    late = seat.decides_herself and _is_late(play, seat, now)
    if not (late or holiday or seat.replaced_at):
        return None
    level, gone = level_of(play.system, PLAIN_BOT), (seat.replaced_at is not None, seat.resigned_at is not None)
    face = face_of(play.system, PLAIN_BOT, name_at(level, seat.seat) if level else seat.name)
    return Away(seat.seat, seat.name, *gone, holiday, late, face)


def _is_late(play: Play, seat: PlaySeat, now: datetime) -> bool:
    try:
        refuse_present(play, seat, now)
    except ValidationError:
        return False
    return True


def _voices(play: Play, seats: list[PlaySeat], late: Away | None, now: datetime) -> set[int]:
    if late is not None and play.decides_since is not None:
        return voices_for(play, seats, PlayVote.REPLACE, since=play.decides_since, about=late.seat)
    kind = PlayVote.PAUSE if play.paused_at is None else PlayVote.RESUME
    return voices_for(play, seats, kind, since=now - VOICE_HOLDS)

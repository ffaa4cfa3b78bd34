"""The people whose turn it is in a play, or who must agree to its going back, and the letters to them."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Concat

from engine import SYSTEMS
from games.models import Play, PlaySeat, PlayVote
from games.rules.absence import UNTOLD
from games.rules.clocks import is_slow
from games.rules.hours import next_played
from league.models import Notice
from league.notices.queries.letters import Letter, composed
from league.play.queries.hours import hours_of
from league.play.queries.lobby import BACK, rewind_key, turn_key
from league.play.queries.rewinds import proposal_at


def turns_to_tell(now: datetime) -> QuerySet[PlaySeat]:
    """Return the seats of members whose turn it is and who were not told, the longest waiting first
    (games.rules.absence)."""
    decide = PlaySeat.objects.filter(seat=F("play__actor") + 1, play__decides_since__lte=now)
    return _to_tell(decide, F("play__decides_since"), now)


def rewinds_to_tell(now: datetime) -> QuerySet[PlaySeat]:
    """Return the seats of members who are asked whether their game goes back, have not answered and were not told."""
    votes = PlayVote.objects.filter(play=OuterRef("play"), kind=PlayVote.REWIND, about=OuterRef("play__number"))
    own = PlaySeat.objects.filter(play=OuterRef("play"), person=OuterRef("person"))
    asked = PlaySeat.objects.filter(play__rewind_to__isnull=False).exclude(holiday_until__gt=now)
    unanswered = asked.exclude(Exists(own.filter(Exists(votes.filter(seat=OuterRef("seat"))))))
    return _to_tell(unanswered, Subquery(votes.order_by("id").values("at")[:1]), now, BACK)


def _to_tell(seats: QuerySet[PlaySeat], since: Combinable, now: datetime, end: str = "") -> QuerySet[PlaySeat]:
    """Return those of the seats whose people want to be told of what began at `since`, and were not told under the key
    with this end."""
    members = seats.annotate(since=since).filter(
        replaced_at=None,
        person__is_active=True,
        person__memberships__league=F("play__season_play__season__league"),
        play__status=Play.RUNNING,
        play__paused_at=None,
    )
    away = Q(wants=PlaySeat.AWAY, since__lte=now - UNTOLD) & (Q(seen_at=None) | Q(seen_at__lt=F("since")))
    number = Cast("play__number", CharField())
    key = Concat(Value("turn-"), Cast("play_id", CharField()), Value("-"), number, Value(end), output_field=CharField())
    notices = Notice.objects.filter(user=OuterRef("person"), key=OuterRef("notice_key"))
    rows = members.filter(Q(wants=PlaySeat.ALWAYS) | away).annotate(notice_key=key).exclude(Exists(notices))
    return rows.select_related("play__season_play__season__league").order_by("since")


def turn_letter(seat: PlaySeat) -> Letter:
    play = seat.play
    assert seat.person_id is not None
    return composed(
        seat.person_id,
        key=turn_key(play.pk, play.number),
        kind="turn",
        template="turn",
        link=play.get_absolute_url(),
        name=seat.name,
        game=SYSTEMS[play.system].title,
        until=play.decide_by,
        zone=play.season_play.season.league.zone,
    )


def rewind_letter(seat: PlaySeat, now: datetime) -> Letter:
    """Return the letter that asks whether the game goes back; at a slow table it waits for the hours in which its
    reader plays."""
    play = seat.play
    assert seat.person_id is not None and play.rewind_to is not None
    proposal = proposal_at(play, list(play.seats.order_by("seat")), AnonymousUser())
    letter = composed(
        seat.person_id,
        key=rewind_key(play.pk, play.number),
        kind="turn",
        template="rewind",
        link=play.get_absolute_url(),
        name=proposal.name if proposal else "",
        game=SYSTEMS[play.system].title,
        number=play.rewind_to,
    )
    return replace(letter, after=next_played(hours_of(seat.person_id), now)) if is_slow(play.pace) else letter


def turn_payload(seat: PlaySeat, now: datetime) -> dict[str, Any]:
    """Return what a program is told of the turn."""
    play = seat.play
    game = str(SYSTEMS[play.system].title)
    return {
        "id": turn_key(play.pk, play.number),
        "kind": "turn",
        "at": now.isoformat(),
        "tournament": None,
        "play": {"id": play.pk, "url": settings.SITE_URL + play.get_absolute_url(), "name": game},
        "text": f"It is {seat.name}'s turn.",
        "about": {"seat": seat.seat, "number": play.number},
    }

"""The people whose turn it is in a play and who have to be told, and the letter that tells them."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.models import Play, PlaySeat
from games.rules.absence import UNTOLD
from games.rules.systems import SYSTEMS
from league.models import Notice
from league.notices.queries.letters import Letter, composed
from league.play.queries.lobby import turn_key


def turns_to_tell(now: datetime) -> QuerySet[PlaySeat]:
    """Return the seats of members whose turn it is and who were not told, the longest waiting first
    (games.rules.absence)."""
    decide = PlaySeat.objects.filter(
        replaced_at=None,
        person__is_active=True,
        person__memberships__league=F("play__season_play__season__league"),
        seat=F("play__actor") + 1,
        play__status=Play.RUNNING,
        play__paused_at=None,
        play__decides_since__lte=now,
    )
    unseen = Q(seen_at=None) | Q(seen_at__lt=F("play__decides_since"))
    away = Q(wants=PlaySeat.AWAY, play__decides_since__lte=now - UNTOLD) & unseen
    number = Cast("play__number", CharField())
    key = Concat(Value("turn-"), Cast("play_id", CharField()), Value("-"), number, output_field=CharField())
    notices = Notice.objects.filter(user=OuterRef("person"), key=OuterRef("turn_key"))
    rows = decide.filter(Q(wants=PlaySeat.ALWAYS) | away).annotate(turn_key=key).exclude(Exists(notices))
    return rows.select_related("play__season_play__season__league").order_by("play__decides_since")


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
        game=SYSTEMS[play.system].NAME,
        until=play.decide_by,
        zone=play.season_play.season.league.zone,
    )


def turn_payload(seat: PlaySeat, now: datetime) -> dict[str, Any]:
    """Return what a program is told of the turn."""
    play = seat.play
    game = str(SYSTEMS[play.system].NAME)
    return {
        "id": turn_key(play.pk, play.number),
        "kind": "turn",
        "at": now.isoformat(),
        "tournament": None,
        "play": {"id": play.pk, "url": settings.SITE_URL + play.get_absolute_url(), "name": game},
        "text": f"It is {seat.name}'s turn.",
        "about": {"seat": seat.seat, "number": play.number},
    }

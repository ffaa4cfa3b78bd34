"""Plays of tournament tables: where they belong, and the characters for which a person sits down there."""

from typing import NamedTuple

from django.contrib.auth.models import User as Person
from django.db.models import Q, QuerySet
from django.utils import timezone

from characters.models import Character
from characters.queries.compiled import Compiled
from characters.rules.names import by_name
from games.models import Play
from league.core.queries.access import may
from league.core.rules.round_clock import RoundClock, clock_of
from league.models import Round, SeasonPlay, Table
from league.play.queries.lobby import own_characters


def ends_by_time(play: Play) -> bool:
    """Return whether the clock of the round ends this game: a timed game of Careers with the turn under way (R14), a
    match of Career Poker with the deal (rule 27, B14)."""
    return play.system == "career_poker" or (play.system == "careers" and play.table.get("mode") == "timed")


class TablePlace(NamedTuple):
    """`is_over`: the round has ended, and takes no more results. `clock`: that of the round with the extra time of
    the table, None once it is over and in open play, which has none; `called`: its time is out; `ends`: which ends the
    game."""

    slug: str
    tournament: str
    stage: int
    round: int
    table: int
    href: str
    is_over: bool
    clock: RoundClock | None
    called: bool
    ends: bool


def place_of(season_play: SeasonPlay) -> TablePlace | None:
    """Return the place of a play in its tournament; None for a play of the lobby."""
    if season_play.table_id is None:
        return None
    table = Table.objects.select_related("round__stage__tournament").get(pk=season_play.table_id)
    played, stage = table.round, table.round.stage
    clock = _clock(played, table.extra_minutes)
    return TablePlace(
        slug=stage.tournament.slug,
        tournament=stage.tournament.name,
        stage=stage.number,
        round=played.number,
        table=table.number,
        href=table.get_absolute_url(),
        is_over=played.status == Round.ENDED,
        clock=clock,
        called=clock is not None and clock.is_over(timezone.now()),
        ends=ends_by_time(season_play.play),
    )


_CLOCK = tuple(
    f"round__{name}" for name in ("status", "minutes", "started_at", "paused_at", "paused_seconds", "ended_at", "stage")
)

_TABLE = Compiled(
    lambda play: (
        Table.objects.filter(season_play=play).select_related("round").only("extra_minutes", *_CLOCK).order_by()
    )
)


def clock_version(play: int) -> str:
    """Return a text that changes whenever the clock of the play's table shows something else than time; "" for a play
    of the lobby."""
    table = _TABLE.first(play)
    if table is None:
        return ""
    played = table.round
    clock = clock_of(played, table.extra_minutes)
    moments = clock.ends_ms or clock.left_ms
    return f"{played.status}.{clock.state}.{moments}.{clock.is_over(timezone.now()):d}"


def _clock(played: Round, extra: int) -> RoundClock | None:
    """Return the clock of a table; None for a round of open play, which has no end and is never started."""
    begins = played.started_at is not None or played.status == Round.PUBLISHED
    return clock_of(played, extra) if begins and played.status != Round.ENDED else None


def sitting_for(season_play: SeasonPlay, person: Person) -> QuerySet[Character]:
    """Return the characters with which this person may sit down. At a table of a tournament these are the ones that the
    seats wait for: their own, and for a referee also those without an account."""
    if season_play.table_id is None:
        return own_characters(season_play.season, person)
    own = Q(owner=person)
    if may(person, "referee", season_play.season.league):
        own |= Q(owner=None)
    reserved = season_play.play.seats.filter(person=None, bot="").values("character")
    return Character.objects.filter(own, pk__in=reserved).order_by(*by_name())

"""The lobby: which plays a person may see, and which of them wait for them."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from characters.models import Character
from games.models import Play, PlaySeat
from league.models import Season, SeasonPlay
from league.play.queries.seen import plays_listed

PER_LIST = 20
MOST_AT_TURN = 5


@dataclass(frozen=True, slots=True)
class Lobby:
    my_turn: list[SeasonPlay]
    waiting: list[SeasonPlay]
    open: list[SeasonPlay]
    running: list[SeasonPlay]
    over: list[SeasonPlay]

    @property
    def nothing(self) -> bool:
        return not (self.my_turn or self.waiting or self.open or self.running or self.over)


def lobby_of(reader: Person | AnonymousUser) -> Lobby:
    """Return the plays that this person may see: theirs, those that wait for players, those to watch."""
    seen = plays_seen(reader).prefetch_related("play__seats")
    own = PlaySeat.objects.filter(play=OuterRef("play"), person=reader.pk)
    at_turn = own.filter(seat=F("play__actor") + 1, replaced_at=None, play__paused_at=None)
    running = seen.filter(play__status=Play.RUNNING)
    mine = running.filter(Exists(own)) if reader.pk else running.none()
    others = running.exclude(Exists(own)) if reader.pk else running
    return Lobby(
        my_turn=list(mine.filter(Exists(at_turn))[:PER_LIST]),
        waiting=list(mine.exclude(Exists(at_turn))[:PER_LIST]),
        open=list(seen.filter(play__status=Play.OPEN)[:PER_LIST]),
        running=list(others[:PER_LIST]),
        over=list(seen.filter(play__status=Play.OVER)[:PER_LIST]),
    )


def at_turn(person: Person) -> list[SeasonPlay]:
    """Return the running plays in which this person decides, the one that has waited longest first."""
    return list(
        SeasonPlay.objects.filter(
            play__status=Play.RUNNING,
            play__paused_at=None,
            play__seats__person=person,
            play__seats__seat=F("play__actor") + 1,
            play__seats__replaced_at=None,
        )
        .select_related("play", "season__league")
        .order_by("play__changed_at")[:MOST_AT_TURN]
    )


def plays_seen(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Return the plays that lists show this reader, the newest first, with how many of their seats are taken."""
    taken = Count("play__seats", filter=Q(play__seats__person__isnull=False) | ~Q(play__seats__bot=""))
    counted = plays_listed(reader).annotate(seat_count=Count("play__seats"), taken=taken)
    return counted.exclude(play__status=Play.CLOSED)


def watched_by_anybody() -> SeasonPlay | None:
    """Return the running play that a stranger may watch and that moved last."""
    running = plays_seen(AnonymousUser()).filter(play__status=Play.RUNNING).exclude(play__visibility=Play.LINK)
    return running.order_by("-play__changed_at").first()


def own_characters(season: Season, person: Person) -> QuerySet[Character]:
    """Return the characters that the person may sit down for."""
    return Character.objects.filter(owner=person, enrolment__league=season.league_id).order_by("name")

"""The lobby: which plays a person may see, and which of them wait for them.

Visibility `league` shows a play to the members; `link` to the members who have the address; `everybody` also to people
who watch without an account. The person who opened a play and the people who sit at it always see it."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from characters.models import Character, CharacterQuerySet
from characters.queries.compiled import Compiled
from characters.rules.names import by_name
from games.models import Play, PlaySeat
from games.rules.absence import LOOKS_FOR
from league.core.queries.access import hidden_from, is_superuser, visible_to
from league.models import Membership, Season, SeasonPlay

PER_LIST = 20
MOST_AT_TURN = 5
MOST_HERE = 30
_WITH_ADDRESS = (Play.LEAGUE, Play.LINK)
LARGEST_KEY = 2**63 - 1  # that a column holds


def plays_to_see(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Return the plays whose address shows this person something."""
    return _seen(reader, _WITH_ADDRESS)


def plays_listed(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Return the plays that lists show this person."""
    return _seen(reader, (Play.LEAGUE,))


def play_to_see(reader: Person | AnonymousUser, pk: int) -> SeasonPlay:
    """Return the play with this key from `plays_to_see`. Raise Http404."""
    if not reader.pk or is_superuser(reader):
        return get_object_or_404(plays_to_see(reader), pk=pk)
    season_play = _SHOWN.first(pk, reader.pk) if pk <= LARGEST_KEY else None
    if season_play is None or season_play.season.league_id in hidden_from(reader):
        raise Http404
    return season_play


def _seen(reader: Person | AnonymousUser, to_members: tuple[str, ...]) -> QuerySet[SeasonPlay]:
    rows = _plays().filter(visible_to(reader, "season__league"))
    if not reader.pk:
        return rows.filter(play__visibility=Play.EVERYBODY)
    return rows if is_superuser(reader) else rows.filter(_shown_to(reader.pk, to_members))


def _plays() -> QuerySet[SeasonPlay]:
    return SeasonPlay.objects.select_related("play", "season__league")


def _shown_to(person: int, to_members: tuple[str, ...]) -> Q:
    member = Exists(Membership.objects.filter(user=person, league=OuterRef("season__league")))
    sits = Exists(PlaySeat.objects.filter(play=OuterRef("play"), person=person))
    among = Q(play__visibility__in=to_members) & member
    return Q(Q(play__visibility=Play.EVERYBODY) | among | Q(play__opened_by=person) | sits)


_SHOWN = Compiled(
    lambda pk, person: _plays().defer("play__state_before").filter(_shown_to(person, _WITH_ADDRESS), pk=pk).order_by()
)


@dataclass(frozen=True, slots=True)
class Lobby:
    """`invited`: a seat waits for the reader. `here`: the names of people who look at a table at this moment."""

    my_turn: list[SeasonPlay]
    invited: list[SeasonPlay]
    waiting: list[SeasonPlay]
    open: list[SeasonPlay]
    running: list[SeasonPlay]
    over: list[SeasonPlay]
    here: list[str]

    @property
    def calls(self) -> bool:
        """Return whether a table waits for the reader."""
        return bool(self.my_turn or self.invited)

    @property
    def nothing(self) -> bool:
        return not (self.my_turn or self.invited or self.waiting or self.open or self.running or self.over)


def lobby_of(reader: Person | AnonymousUser) -> Lobby:
    """Return the plays that this person may see: theirs, the ones waiting for players, the ones to watch; and who is
    there."""
    seen = plays_seen(reader).prefetch_related("play__seats")
    own = PlaySeat.objects.filter(play=OuterRef("play"), person=reader.pk)
    at_turn = own.filter(seat=F("play__actor") + 1, replaced_at=None, play__paused_at=None)
    running = seen.filter(play__status=Play.RUNNING)
    mine = running.filter(Exists(own)) if reader.pk else running.none()
    others = running.exclude(Exists(own)) if reader.pk else running
    opened = seen.filter(play__status=Play.OPEN)
    reserved = PlaySeat.objects.filter(play=OuterRef("play"), character__owner=reader.pk, person=None, bot="")
    return Lobby(
        my_turn=list(mine.filter(Exists(at_turn))[:PER_LIST]),
        invited=list(opened.filter(Exists(reserved))[:PER_LIST]) if reader.pk else [],
        waiting=list(mine.exclude(Exists(at_turn))[:PER_LIST]),
        open=list((opened.exclude(Exists(reserved)) if reader.pk else opened)[:PER_LIST]),
        running=list(others[:PER_LIST]),
        over=list(seen.filter(play__status=Play.OVER)[:PER_LIST]),
        here=_here(reader),
    )


def _here(reader: Person | AnonymousUser) -> list[str]:
    """Return the names under which others look at open and running tables that lists show this reader, the
    newest look first."""
    listed = plays_listed(reader).filter(play__status__in=(Play.OPEN, Play.RUNNING)).order_by().values("play")
    looking = PlaySeat.objects.filter(play__in=listed, person__isnull=False, seen_at__gt=timezone.now() - LOOKS_FOR)
    names = looking.exclude(person=reader.pk).order_by("-seen_at").values_list("name", flat=True)
    return list(dict.fromkeys(names[:MOST_HERE]))


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


def own_characters(season: Season, person: Person) -> CharacterQuerySet:
    """Return the characters that the person may sit down for."""
    return Character.objects.filter(owner=person, enrolment__league=season.league_id).order_by(*by_name())


BACK = "-back"


def turn_key(play: int, number: int | str) -> str:
    """Return the key of the notice of a turn; without a number, what the keys of all turns of the play begin with."""
    return f"turn-{play}-{number}"


def rewind_key(play: int, number: int) -> str:
    """Return the key of the notice of a proposal to go back, which ends with the turn."""
    return turn_key(play, number) + BACK

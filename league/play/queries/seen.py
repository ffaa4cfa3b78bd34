"""The plays that a person may see. `league`: the members; `link`: the members who have the address; `everybody`: also
people who watch without an account. The person who opened a play and those who sit at it always see it."""

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from games.models import Play, PlaySeat
from league.core.queries.access import is_superuser, visible_to
from league.models import Membership, SeasonPlay

_WITH_ADDRESS = (Play.LEAGUE, Play.LINK)
LARGEST_KEY = 2**63 - 1  # that a column holds


def plays_to_see(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Return the plays whose address shows this person something."""
    return _seen(reader, _WITH_ADDRESS)


def plays_listed(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Return the plays that lists show this person."""
    return _seen(reader, (Play.LEAGUE,))


def play_to_see(reader: Person | AnonymousUser, pk: int) -> SeasonPlay:
    """Return the play with this key from `plays_to_see`. Raises Http404."""
    return get_object_or_404(plays_to_see(reader), pk=pk)


def _seen(reader: Person | AnonymousUser, to_members: tuple[str, ...]) -> QuerySet[SeasonPlay]:
    rows = _plays().filter(visible_to(reader, "season__league"))
    if not reader.pk:
        return rows.filter(play__visibility=Play.EVERYBODY)
    return rows if is_superuser(reader) else rows.filter(_shown_to(reader.pk, to_members))


def _plays() -> QuerySet[SeasonPlay]:
    return SeasonPlay.objects.select_related("play__opened_by", "season__league")


def _shown_to(person: int, to_members: tuple[str, ...]) -> Q:
    member = Exists(Membership.objects.filter(user=person, league=OuterRef("season__league")))
    sits = Exists(PlaySeat.objects.filter(play=OuterRef("play"), person=person))
    among = Q(play__visibility__in=to_members) & member
    return Q(Q(play__visibility=Play.EVERYBODY) | among | Q(play__opened_by=person) | sits)

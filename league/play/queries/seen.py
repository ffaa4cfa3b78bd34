"""Which plays a person may see. `league`: the members; `link`: the members who have the address; `everybody`: also
people who watch without an account. Whoever opened a play or sits at it always sees it."""

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from characters.queries.compiled import Compiled
from games.models import Play, PlaySeat
from league.core.queries.access import hidden_from, is_superuser, visible_to
from league.models import Membership, SeasonPlay

_WITH_ADDRESS = (Play.LEAGUE, Play.LINK)
LARGEST_KEY = 2**63 - 1  # that a column holds


def plays_to_see(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Those whose address shows this person something."""
    return _seen(reader, _WITH_ADDRESS)


def plays_listed(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Those that lists tell this person of."""
    return _seen(reader, (Play.LEAGUE,))


def play_to_see(reader: Person | AnonymousUser, pk: int) -> SeasonPlay:
    """That of `plays_to_see` with this key, its question to the database written once. Raises Http404."""
    found = None
    if reader.pk and not is_superuser(reader) and not hidden_from(reader):
        found = _ONE.one(pk, reader.pk) if pk <= LARGEST_KEY else None
    else:
        found = plays_to_see(reader).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


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


_ONE = Compiled(lambda pk, person: _plays().filter(_shown_to(person, _WITH_ADDRESS), pk=pk))

"""Which plays a person may see. `league`: the members; `link`: the members who have the address; `everybody`: also
people who watch without an account. Whoever opened a play or sits at it always sees it."""

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Play, PlaySeat
from league.core.queries.access import visible_to
from league.models import Membership, SeasonPlay


def plays_to_see(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Those whose address shows this person something."""
    return _seen(reader, (Play.LEAGUE, Play.LINK))


def plays_listed(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """Those that lists tell this person of."""
    return _seen(reader, (Play.LEAGUE,))


def _seen(reader: Person | AnonymousUser, to_members: tuple[str, ...]) -> QuerySet[SeasonPlay]:
    rows = SeasonPlay.objects.select_related("play__opened_by", "season__league")
    rows = rows.filter(visible_to(reader, "season__league"))
    if not reader.pk:
        return rows.filter(play__visibility=Play.EVERYBODY)
    if isinstance(reader, Person) and reader.is_superuser:
        return rows
    member = Exists(Membership.objects.filter(user=reader.pk, league=OuterRef("season__league")))
    sits = Exists(PlaySeat.objects.filter(play=OuterRef("play"), person=reader.pk))
    among = Q(play__visibility__in=to_members) & member
    return rows.filter(Q(play__visibility=Play.EVERYBODY) | among | Q(play__opened_by=reader.pk) | sits)

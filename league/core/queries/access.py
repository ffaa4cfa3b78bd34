"""The rights of a person in a league, and the leagues that are closed or hidden from them."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest

from characters.models import Character
from characters.queries.compiled import Compiled
from engine.translatable import spoken
from league.core.queries.addresses import match_of, place_of_request
from league.core.rules.roles import CLOSED, NOT_WHEN_CLOSED, ORGANISER, Act, RoleInLeague, refusal
from league.models import League, Membership

_ROLES: Compiled[Membership] = Compiled(
    lambda league, user: Membership.objects.filter(league=league, user=user).values_list("role")
)


def lacks_second_step(user: Any) -> bool:
    """Return whether this member of the staff has, for now, no more rights than any other account. If a second step
    is required, only a session that passed one (`league.accounts.views`) acts as staff: a token never does,
    nor does a job that works for somebody."""
    required = settings.STAFF_NEEDS_SECOND_STEP and (user.is_staff or user.is_superuser)
    return required and not getattr(user, "passed_second_step", False)


def is_staff(user: Any) -> bool:
    """Return whether somebody acts as staff of the site. Use this, never the field of the account."""
    return bool(user.is_staff) and not lacks_second_step(user)


def is_superuser(user: Any) -> bool:
    """Return whether somebody acts as superuser. Use this, never the field of the account."""
    return bool(user.is_superuser) and not lacks_second_step(user)


def standing_of(user: Any, league: League) -> RoleInLeague:
    """Return the person's role; a superuser counts as organiser everywhere, a stranger has no role."""
    if not user.is_authenticated:
        return RoleInLeague(None)
    if is_superuser(user):
        return RoleInLeague(ORGANISER)
    roles = _ROLES.values(league.pk, user.pk)
    return RoleInLeague(roles[0][0] if roles else None)


_HIDDEN, _CLOSED = "hidden_leagues", "closed_leagues"

_SECONDS = 5  # another process learns so late that a league is hidden or closed

_CLOSING = "league_closing"  # the page at which a closed league is opened again
_HIDING = "remark_hide"  # where the staff of the site hides a comment: what is closed stays readable


def _remembered(name: str, **which: bool) -> frozenset[int]:
    leagues: frozenset[int] | None = cache.get(name)
    if leagues is None:
        leagues = frozenset(League.objects.filter(**which).order_by().values_list("pk", flat=True))
        cache.set(name, leagues, _SECONDS)
    return leagues


def closed_leagues() -> frozenset[int]:
    """Return the leagues in which nothing changes. Usually empty, without a query."""
    return _remembered(_CLOSED, closed_at__isnull=False)


def hidden_from(user: Any) -> frozenset[int]:
    """Return the leagues that the staff has hidden and this person does not belong to. Usually empty, without a
    query."""
    hidden = _remembered(_HIDDEN, hidden_at__isnull=False)
    if not hidden or not user.is_authenticated:
        return hidden
    if is_staff(user):
        return frozenset()
    return hidden - set(Membership.objects.filter(user=user, league__in=hidden).values_list("league", flat=True))


def visible_to(user: Any, league: str) -> Q:
    """Return the condition for rows whose `league` (a path of lookups) is not hidden from this person."""
    hidden = hidden_from(user)
    return ~Q(**{f"{league}__in": hidden}) if hidden else Q()


def refuse_hidden(request: HttpRequest, user: Any) -> None:
    """Raise Http404 for a page of a league that is hidden from this person, and for one of no league that is known."""
    hidden = hidden_from(user)
    if hidden and _league_of(request) in hidden:
        raise Http404


def refuse_closed(request: HttpRequest, user: Any) -> None:
    """Raise PermissionDenied for a request that would change something in a closed league."""
    page = getattr(match_of(request), "url_name", None)
    if page == _HIDING and is_staff(user):
        return
    closed = closed_leagues()
    if closed and _league_of(request) in closed and page != _CLOSING:
        raise PermissionDenied(spoken(CLOSED))


def refuse_change(user: Any, league: int) -> None:
    """Raise Http404 or PermissionDenied if the league of a change, which no address names, is hidden from this
    person or closed."""
    if league in hidden_from(user):
        raise Http404
    if league in closed_leagues():
        raise PermissionDenied(spoken(CLOSED))


def _league_of(request: HttpRequest) -> int:
    """Return the id of the league of the page, 0 for a page of none. Raise Http404 if it can't be told."""
    place = place_of_request(request)
    if place is None:
        raise Http404
    return place.league


def forget_leagues() -> None:
    """Forget which leagues are hidden or closed, after a change of either."""
    cache.delete_many((_HIDDEN, _CLOSED))


def is_member(user: Any) -> bool:
    """Return whether the person belongs to any league."""
    return user.is_authenticated and (is_superuser(user) or Membership.objects.filter(user=user).exists())


def may(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> bool:
    """Return whether `user` may do `act`; `characters` are the ids of those at the table concerned."""
    standing = standing_of(user, league)
    if may_as(standing, act, league):
        return True
    at_own_table = may_as(standing, act, league, at_own_table=True)
    return at_own_table and Character.objects.filter(pk__in=characters, owner=user).exists()


def may_as(standing: RoleInLeague, act: Act, league: League, *, at_own_table: bool = False) -> bool:
    """Return whether somebody with this role may do `act`."""
    closed = act in NOT_WHEN_CLOSED and league.closed_at is not None
    return not closed and standing.may(act, at_own_table=at_own_table)


def organisers_shown(league: League) -> list[str]:
    """Return the public user names of a league's organisers, by when they joined. Blocked accounts are left out."""
    rows = league.memberships.filter(role=ORGANISER, user__is_active=True).order_by("joined_at", "pk")
    return list(rows.values_list("user__username", flat=True))


def require(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> None:
    """Raise PermissionDenied, with a sentence that says who to ask, unless `user` may do `act`."""
    if not may(user, act, league, characters=characters):
        why = CLOSED if act in NOT_WHEN_CLOSED and league.closed_at else refusal(act)
        raise PermissionDenied(spoken(why))

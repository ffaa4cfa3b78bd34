"""What every room asks: what a signed-in person may do in a league, and how a decision is told to programs."""

import re
from collections.abc import Collection
from typing import Annotated, Any, TypedDict

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q
from django.http import Http404

from characters.models import Character
from characters.rules.moments import stamp
from games.queries.sheets import DecisionLine
from league.core.rules.records import Moment
from league.core.rules.roles import ORGANISER, Act, Standing, refusal
from league.models import Enrolment, FileImport, League, Membership, Season, SeasonGame, Table, Tournament


def standing_of(user: Any, league: League) -> Standing:
    """The person's role; a superuser counts as organiser everywhere, a stranger has none."""
    if not user.is_authenticated:
        return Standing(None)
    if user.is_superuser:
        return Standing(ORGANISER)
    role = Membership.objects.filter(league=league, user=user).values_list("role", flat=True).first()
    return Standing(role)


_HIDDEN = "hidden_leagues"
_SECONDS = 5  # another process learns so late that a league is hidden
_OWNED = re.compile(r"/(?:api/v1/)?(leagues|seasons|characters|tournaments|games)/([^/]+)/")
_LEAGUE_OF: dict[str, tuple[type[Model], str, str]] = {
    "leagues": (League, "slug", "pk"),
    "seasons": (Season, "slug", "league"),
    "characters": (Enrolment, "character__slug", "league"),
    "tournaments": (Tournament, "slug", "season__league"),
    "games": (SeasonGame, "game", "season__league"),
}


def league_of_path(path: str) -> int | None:
    """The id of the league to which the page or resource at this address belongs."""
    found = _OWNED.match(path)
    if found is None or (found[1] == "games" and not re.fullmatch("[0-9]{1,18}", found[2])):
        return None
    model, key, league = _LEAGUE_OF[found[1]]
    ids = model._default_manager.filter(**{key: found[2]}).values_list(league, flat=True)
    first: int | None = ids.first()
    return first


_ZONED = re.compile(r"/(leagues|seasons|characters|tournaments|games|tables|imports)/([^/]+)/")
_ZONE_OF: dict[str, tuple[type[Model], str, tuple[str, ...]]] = {
    "leagues": (League, "slug", ("zone",)),
    "seasons": (Season, "slug", ("league__zone",)),
    "characters": (Enrolment, "character__slug", ("league__zone",)),
    "tournaments": (Tournament, "slug", ("zone", "season__league__zone")),
    "games": (SeasonGame, "game", ("season__league__zone",)),
    "tables": (Table, "pk", ("round__stage__tournament__zone", "round__stage__tournament__season__league__zone")),
    "imports": (FileImport, "pk", ("league__zone",)),
}


def zone_of_path(path: str) -> str:
    """The zone of the tournament or league to which the page at this address belongs; "" for one of no league."""
    found = _ZONED.match(path)
    if found is None or (found[1] in ("games", "tables", "imports") and not re.fullmatch("[0-9]{1,18}", found[2])):
        return ""
    model, key, zones = _ZONE_OF[found[1]]
    row = model._default_manager.filter(**{key: found[2]}).values_list(*zones).first()
    return next(filter(None, row or ()), "")


def hidden_from(user: Any) -> frozenset[int]:
    """The leagues that the staff has hidden and this person does not belong to. Mostly none, without a query."""
    hidden: frozenset[int] | None = cache.get(_HIDDEN)
    if hidden is None:
        hidden = frozenset(League.objects.filter(hidden_at__isnull=False).order_by().values_list("pk", flat=True))
        cache.set(_HIDDEN, hidden, _SECONDS)
    if not hidden or not user.is_authenticated:
        return hidden
    if user.is_staff:
        return frozenset()
    return hidden - set(Membership.objects.filter(user=user, league__in=hidden).values_list("league", flat=True))


def visible_to(user: Any, league: str) -> Q:
    """Rows whose `league` (a path of lookups) is not hidden from this person."""
    hidden = hidden_from(user)
    return ~Q(**{f"{league}__in": hidden}) if hidden else Q()


def refuse_hidden(user: Any, path: str) -> None:
    """Raises Http404 for an address within a league that is hidden from this person."""
    hidden = hidden_from(user)
    if hidden and league_of_path(path) in hidden:
        raise Http404


def forget_hidden_leagues() -> None:
    """For who has just hidden or shown one."""
    cache.delete(_HIDDEN)


def is_member(user: Any) -> bool:
    """Whether the person belongs to any league."""
    return user.is_authenticated and (user.is_superuser or Membership.objects.filter(user=user).exists())


def may(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> bool:
    """Whether `user` may do `act`; `characters` are the ids of those at the table concerned."""
    standing = standing_of(user, league)
    if standing.may(act):
        return True
    return standing.may(act, at_own_table=True) and (Character.objects.filter(pk__in=characters, owner=user).exists())


def require(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> None:
    """Raises PermissionDenied with a sentence that says who to ask."""
    if not may(user, act, league, characters=characters):
        raise PermissionDenied(refusal(act))


class DecisionRow(TypedDict):
    """An entry of a game's decision log as programs read it."""

    revision: Annotated[int, "That of the game from then on."]
    kind: Annotated[str, "Such as `submitted`, `confirmed`, `disputed`, `corrected`, `voided`."]
    version: Annotated[int, "Of the sheet that it was about."]
    by: Annotated[str | None, "User name, or a name with `, according to the archive`; null for the site itself."]
    at: Moment
    text: Annotated[str, "The reason that was given."]


def decision_row(one: DecisionLine) -> DecisionRow:
    at = stamp(one.at)
    return {
        "revision": one.revision,
        "kind": one.kind,
        "version": one.version,
        "by": one.by,
        "at": at,
        "text": one.text,
    }

"""What every room asks: what a signed-in person may do in a league, and how a decision is told to programs."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, TypedDict, TypeVar
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLResolver, get_resolver

from characters.models import Character
from characters.queries.compiled import Compiled
from characters.queries.history import Letter, Line
from characters.rules.moments import stamp
from games.queries.sheets import DecisionLine
from games.rules.names import headline, table_name
from games.rules.systems import SYSTEMS
from league.core.rules.records import Moment
from league.core.rules.roles import CLOSED, NOT_WHEN_CLOSED, ORGANISER, Act, Standing, refusal
from league.models import (
    BotGame,
    BroughtPassport,
    CharacterMerge,
    ClaimLink,
    Enrolment,
    Entry,
    FileImport,
    Invitation,
    JoinLink,
    League,
    Membership,
    Season,
    SeasonGame,
    Table,
    Tournament,
)

_MEMBERSHIP = Compiled(lambda league, user: Membership.objects.filter(league=league, user=user))


def standing_of(user: Any, league: League) -> Standing:
    """The person's role; a superuser counts as organiser everywhere, a stranger has none."""
    if not user.is_authenticated:
        return Standing(None)
    if user.is_superuser:
        return Standing(ORGANISER)
    found = _MEMBERSHIP.one(league.pk, user.pk)
    return Standing(found.role if found else None)


_HIDDEN, _CLOSED = "hidden_leagues", "closed_leagues"
_SECONDS = 5  # another process learns so late that a league is hidden or closed
CLOSING = "/closing/"  # ends the address at which a closed league is opened again
_OWNED = re.compile(r"/(?:api/v1/)?([a-z-]+)/([^/]+)/")


@dataclass(frozen=True, slots=True)
class _Owned:
    """Rows that addresses name by `key`, and the path of lookups from one to its league. `read` makes the value of the
    key from the word in the address; None where no row can be meant."""

    model: type[Model]
    key: str
    league: str
    read: Callable[[str], object] = str


def _number(word: str) -> int | None:
    return int(word) if re.fullmatch("[0-9]{1,18}", word) else None


def _number_before_secret(word: str) -> int | None:
    return _number(word.partition("-")[0])


_LEAGUE_OF = {
    "leagues": _Owned(League, "slug", "pk"),
    "seasons": _Owned(Season, "slug", "league"),
    "characters": _Owned(Enrolment, "character__slug", "league"),
    "tournaments": _Owned(Tournament, "slug", "season__league"),
    "games": _Owned(SeasonGame, "game", "season__league", _number),
    "tables": _Owned(Table, "pk", "round__stage__tournament__season__league", _number),
    "t": _Owned(Table, "pk", "round__stage__tournament__season__league", _number_before_secret),
    "bot-games": _Owned(BotGame, "pk", "season__league", _number),
    "imports": _Owned(FileImport, "pk", "league", _number),
    "passports": _Owned(BroughtPassport, "pk", "league", _number),
    "join": _Owned(Invitation, "token", "league"),
    "joining": _Owned(JoinLink, "pk", "league", _number),
    "j": _Owned(JoinLink, "digest", "league", JoinLink.digest_of),
    "c": _Owned(Entry, "pk", "tournament__season__league", _number_before_secret),
    "claim": _Owned(ClaimLink, "digest", "character__enrolment__league", ClaimLink.digest_of),
}


def league_of_path(path: str) -> int | None:
    """The id of the league to which the page or resource at this address belongs."""
    found = _OWNED.match(path)
    owned = _LEAGUE_OF.get(found[1]) if found else None
    value = owned.read(found[2]) if found and owned else None
    if owned is None or value is None:
        return None
    ids = owned.model._default_manager.filter(**{owned.key: value}).values_list(owned.league, flat=True)
    first: int | None = ids.first()
    if first is None and owned.model is Enrolment:
        merges = CharacterMerge.objects.standing().filter(merged__slug=value)
        first = merges.values_list("league", flat=True).first()
    return first


def fixed_segments(within: str) -> frozenset[str]:
    """What stands right behind this beginning in the addresses of pages (`new` of `leagues/new/` within `leagues/`): a
    row whose address is one of these words would never be reached."""
    found = (route[len(within) :].split("/")[0] for route in _routes(get_resolver()) if route.startswith(within))
    return frozenset(segment for segment in found if segment and "<" not in segment)


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from _routes(one, route)
        else:
            yield route


def not_merged(character: str = "pk") -> Q:
    """Rows whose `character` (a path of lookups) was not merged into another one."""
    return ~Q(**{f"{character}__in": CharacterMerge.objects.standing().values("merged")})


def find_character(slug: str) -> Character:
    """The character at this address with its owner and league; of one that was merged into another, that other one.
    Raises Http404."""
    rows = Character.objects.select_related("owner", "enrolment__league")
    found = get_object_or_404(rows, slug=slug)
    while not hasattr(found, "enrolment"):
        merge = CharacterMerge.objects.standing().filter(merged=found).first()
        if merge is None:
            return found
        found = rows.get(pk=merge.kept_id)
    return found


_ZONE_OF_TOURNAMENT = {
    "tournaments": "zone",
    "tables": "round__stage__tournament__zone",
    "t": "round__stage__tournament__zone",
}


def zone_of_path(path: str) -> str:
    """The zone of the tournament or league to which the page at this address belongs; "" for one of no league."""
    found = _OWNED.match(path)
    owned = _LEAGUE_OF.get(found[1]) if found else None
    value = owned.read(found[2]) if found and owned else None
    if found is None or owned is None or value is None:
        return ""
    zones = ["zone" if owned.league == "pk" else f"{owned.league}__zone"]
    if found[1] in _ZONE_OF_TOURNAMENT:
        zones.insert(0, _ZONE_OF_TOURNAMENT[found[1]])
    row = owned.model._default_manager.filter(**{owned.key: value}).values_list(*zones).first()
    return next(filter(None, row or ()), "")


def _remembered(name: str, **which: bool) -> frozenset[int]:
    found: frozenset[int] | None = cache.get(name)
    if found is None:
        found = frozenset(League.objects.filter(**which).order_by().values_list("pk", flat=True))
        cache.set(name, found, _SECONDS)
    return found


def closed_leagues() -> frozenset[int]:
    """Those in which nothing changes. Mostly none, without a query."""
    return _remembered(_CLOSED, closed_at__isnull=False)


def hidden_from(user: Any) -> frozenset[int]:
    """The leagues that the staff has hidden and this person does not belong to. Mostly none, without a query."""
    hidden = _remembered(_HIDDEN, hidden_at__isnull=False)
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


def refuse_closed(path: str) -> None:
    """For a request that would change something at this address: raises PermissionDenied where its league is closed."""
    closed = closed_leagues()
    if closed and not path.endswith(CLOSING) and league_of_path(path) in closed:
        raise PermissionDenied(CLOSED)


def forget_leagues() -> None:
    """For who has just hidden, closed, shown or opened one."""
    cache.delete_many((_HIDDEN, _CLOSED))


def is_member(user: Any) -> bool:
    """Whether the person belongs to any league."""
    return user.is_authenticated and (user.is_superuser or Membership.objects.filter(user=user).exists())


def may(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> bool:
    """Whether `user` may do `act`; `characters` are the ids of those at the table concerned."""
    standing = standing_of(user, league)
    if act in NOT_WHEN_CLOSED and league.closed_at:
        return False
    if standing.may(act):
        return True
    return standing.may(act, at_own_table=True) and (Character.objects.filter(pk__in=characters, owner=user).exists())


def require(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> None:
    """Raises PermissionDenied with a sentence that says who to ask."""
    if not may(user, act, league, characters=characters):
        raise PermissionDenied(CLOSED if act in NOT_WHEN_CLOSED and league.closed_at else refusal(act))


_AT_TABLE = "game__table__round__stage"
_NAMED_BY = (
    *("game_id", "name", "place", "game__system", "played_at", "season__league__zone"),
    *(f"{_AT_TABLE}__tournament__name", f"{_AT_TABLE}__number", "game__table__round__number", "game__table__number"),
)


def headlines(games: Collection[int | None]) -> dict[int, str]:
    """What these games are called, by their ids, on the calendar of their league. One query."""
    rows = SeasonGame.objects.filter(game__in={one for one in games if one is not None}).order_by()
    return {game: _headline(*row) for game, *row in rows.values_list(*_NAMED_BY)} if games else {}


def headline_of(season_game: SeasonGame) -> str:
    return headlines([season_game.game_id])[season_game.game_id]


def _headline(
    name: str, place: str, system: str, played_at: datetime, zone: str, tournament: str | None, *numbers: int
) -> str:
    stage, in_round, table = numbers
    return headline(
        name=name,
        place=place,
        system=SYSTEMS[system].NAME if system in SYSTEMS else system,
        day=played_at.astimezone(ZoneInfo(zone)).date(),
        table=table_name(tournament=tournament, stage=stage, in_round=in_round, table=table) if tournament else "",
    )


G = TypeVar("G", Line, Letter)


def with_headlines(said: Iterable[G]) -> list[G]:
    """What careers say of games, with what these are called in place of their references."""
    found = list(said)
    names = headlines([one.game for one in found])
    return [replace(one, game_label=names.get(one.game or 0, one.game_label)) for one in found]


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

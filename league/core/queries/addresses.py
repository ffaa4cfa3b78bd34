"""The league that an address belongs to, and the time zone of its page."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import Model
from django.urls import URLResolver, get_resolver

from league.models import (
    BroughtPassport,
    CharacterMerge,
    ClaimLink,
    Enrolment,
    Entry,
    FileImport,
    Invitation,
    JoinLink,
    League,
    Season,
    SeasonGame,
    SeasonPlay,
    Table,
    Tournament,
)

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
    "play": _Owned(SeasonPlay, "play", "season__league", _number),
    "plays": _Owned(SeasonPlay, "play", "season__league", _number),
    "imports": _Owned(FileImport, "pk", "league", _number),
    "passports": _Owned(BroughtPassport, "pk", "league", _number),
    "join": _Owned(Invitation, "token", "league"),
    "joining": _Owned(JoinLink, "pk", "league", _number),
    "j": _Owned(JoinLink, "digest", "league", JoinLink.digest_of),
    "c": _Owned(Entry, "pk", "tournament__season__league", _number_before_secret),
    "claim": _Owned(ClaimLink, "digest", "character__enrolment__league", ClaimLink.digest_of),
}


def league_of_path(path: str) -> int | None:
    """Return the id of the league to which the page or resource at this address belongs."""
    match = _OWNED.match(path)
    owned = _LEAGUE_OF.get(match[1]) if match else None
    value = owned.read(match[2]) if match and owned else None
    if owned is None or value is None:
        return None
    ids = owned.model._default_manager.filter(**{owned.key: value}).values_list(owned.league, flat=True)
    first: int | None = ids.first()
    if first is None and owned.model is Enrolment:
        merges = CharacterMerge.objects.standing().filter(merged__slug=value)
        first = merges.values_list("league", flat=True).first()
    return first


def fixed_segments(within: str) -> frozenset[str]:
    """Return the segments that follow this beginning in the addresses of pages (`new` of `leagues/new/` within
    `leagues/`): a row whose address is one of these words would never be reached."""
    segments = (route[len(within) :].split("/")[0] for route in _routes(get_resolver()) if route.startswith(within))
    return frozenset(segment for segment in segments if segment and "<" not in segment)


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = f"{before}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from _routes(entry, route)
        else:
            yield route


_ZONE_OF_TOURNAMENT = {
    "tournaments": "zone",
    "tables": "round__stage__tournament__zone",
    "t": "round__stage__tournament__zone",
}


def zone_of_path(path: str) -> str:
    """Return the zone of the tournament or league to which the page at this address belongs; "" for a page of no
    league."""
    match = _OWNED.match(path)
    owned = _LEAGUE_OF.get(match[1]) if match else None
    value = owned.read(match[2]) if match and owned else None
    if match is None or owned is None or value is None:
        return ""
    zones = ["zone" if owned.league == "pk" else f"{owned.league}__zone"]
    if match[1] in _ZONE_OF_TOURNAMENT:
        zones.insert(0, _ZONE_OF_TOURNAMENT[match[1]])
    row = owned.model._default_manager.filter(**{owned.key: value}).values_list(*zones).first()
    return next(filter(None, row or ()), "")

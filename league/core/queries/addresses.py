"""The league that an address belongs to, and the time zone of its page.

An address is never read here: Django resolves it, and what is asked for is what the view is given. One of a kind that
belongs to leagues but can't be placed in one has no place, and counts as missing; so does one of a kind that neither
table below names.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from django.db.models import Model
from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, URLResolver, get_resolver, resolve

from league.models import (
    BroughtPassport,
    CharacterMerge,
    ClaimLink,
    Enrolment,
    Entry,
    FileImport,
    Hall,
    Invitation,
    JoinLink,
    League,
    Season,
    SeasonGame,
    SeasonPlay,
    Table,
    Team,
    Tournament,
)


class Place(NamedTuple):
    """The id of the league of a page, 0 for a page of none, and the zone of its tournament or league."""

    league: int
    zone: str


class Named(NamedTuple):
    """The first thing that an address names: `games`, 7 for /games/7/story/."""

    kind: str
    key: object


@dataclass(frozen=True, slots=True)
class _Owned:
    """Rows that addresses name by `key`, and the path of lookups from one to its league, and to a tournament with its
    own zone. `read` makes the value of the key from the argument; None if no row can be meant."""

    model: type[Model]
    key: str
    league: str
    tournament: str = ""
    read: Callable[[str], object] | None = None


def _number_before_secret(word: str) -> int | None:
    number = re.match(r"([0-9]{1,18})-", word)
    return int(number[1]) if number else None


NOWHERE = Place(0, "")
SHORTEST_SECRET = 8
LARGEST_KEY = 2**63 - 1  # of a row
_OF_ROUND = "round__stage__tournament"
_LEAGUE_OF = {
    "leagues": _Owned(League, "slug", "pk"),
    "seasons": _Owned(Season, "slug", "league"),
    "characters": _Owned(Enrolment, "character__slug", "league"),
    "tournaments": _Owned(Tournament, "slug", "season__league", "pk"),
    "halls": _Owned(Hall, "key", "tournament__season__league", "tournament"),
    "teams": _Owned(Team, "pk", "contest__season__league", "contest__tournament"),
    "games": _Owned(SeasonGame, "game", "season__league"),
    "tables": _Owned(Table, "pk", f"{_OF_ROUND}__season__league", _OF_ROUND),
    "t": _Owned(Table, "pk", f"{_OF_ROUND}__season__league", _OF_ROUND, _number_before_secret),
    "play": _Owned(SeasonPlay, "play", "season__league"),
    "plays": _Owned(SeasonPlay, "play", "season__league"),
    "imports": _Owned(FileImport, "pk", "league"),
    "passports": _Owned(BroughtPassport, "pk", "league"),
    "join": _Owned(Invitation, "token", "league"),
    "joining": _Owned(JoinLink, "pk", "league"),
    "j": _Owned(JoinLink, "digest", "league", read=JoinLink.digest_of),
    "c": _Owned(Entry, "pk", "tournament__season__league", "tournament", _number_before_secret),
    "claim": _Owned(ClaimLink, "digest", "character__enrolment__league", read=ClaimLink.digest_of),
}
_OF_NO_LEAGUE = frozenset(("accounts", "admin", "companies", "experiments", "heads", "help", "how-to-play", "inbox"))
_OF_NO_LEAGUE |= frozenset(("hall", "lab", "notices", "people", "rules", "words"))
_SHEET_TO_PRINT = "play/<str:system>/"  # of a game that is in no league: the one such route of a kind that is
_WORD_AND_ARGUMENT = re.compile(r"(?:api/v1/)?([\w-]+)/(?:<(?:\w+:)?(\w+)>)?")


def match_of(request: HttpRequest) -> ResolverMatch | None:
    """Return the view that answers and what it is given, for middleware that comes before Django asks; None if no
    view does."""
    if request.resolver_match is None:
        with suppress(Resolver404):
            request.resolver_match = resolve(request.path_info)
    return request.resolver_match


def match_at(address: str) -> ResolverMatch | None:
    """Return the view that would answer at an address of this site that somebody has typed; None if no row can be
    meant."""
    with suppress(Resolver404, ValueError):
        match = resolve(unquote(urlsplit(address).path))
        return None if names_no_row(match) else match
    return None


def names_no_row(match: ResolverMatch) -> bool:
    """Return whether the address has a number that no row can have. SQLite refuses to compare one."""
    return any(isinstance(argument, int) and argument > LARGEST_KEY for argument in match.kwargs.values())


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the address, which unlike the address holds no secret; "none" if no view answers."""
    match = match_of(request)
    return f"/{match.route}" if match else "none"


def names_for_log(addresses: Iterable[str]) -> dict[str, str]:
    """Return what the log says instead of these addresses if they may be a permission, and instead of the words in
    them that are as long as a secret. Numbers and slugs are none, and an address without a page may be anything."""
    names: dict[str, str] = {}
    for address in filter(None, addresses):
        path = unquote(urlsplit(address).path)
        try:
            match = resolve(path)
        except Resolver404:
            names |= dict.fromkeys((address, path), "none")
            continue
        words = {name: word for name, word in match.kwargs.items() if isinstance(word, str) and name != "slug"}
        if words:
            names |= dict.fromkeys((address, path), f"/{match.route}")
        names |= {word: f"<{name}>" for name, word in words.items() if len(word) >= SHORTEST_SECRET}
    written = {way(text): name for text, name in names.items() for way in (str, quote, _escaped)}
    return {text: name for text, name in written.items() if len(text) > 1}


def _escaped(text: str) -> str:
    """Return the text as Django writes it down."""
    return text.encode("unicode_escape").decode("ascii")


def named_by(match: ResolverMatch) -> Named | None:
    """Return what the address names; None for one that names nothing by an argument after its first word."""
    kind, argument = _word_and_argument(match.route)
    return Named(kind, match.kwargs[argument]) if argument else None


def place_of(match: ResolverMatch) -> Place | None:
    """Return where the page or resource belongs. None: it belongs to a league, and none can be named."""
    if not match.kwargs or match.route.startswith(_SHEET_TO_PRINT):
        return NOWHERE
    kind, argument = _word_and_argument(match.route)
    if kind in _OF_NO_LEAGUE:
        return NOWHERE
    owned = _LEAGUE_OF.get(kind)
    if owned is None or not argument or names_no_row(match):
        return None
    key = match.kwargs[argument]
    value = owned.read(key) if owned.read else key
    return None if value is None else _place(owned, value)


def place_of_request(request: HttpRequest) -> Place | None:
    """Return the place of the page that this request asks for, looked up once."""
    if "place" not in request.__dict__:
        match = match_of(request)
        request.__dict__["place"] = place_of(match) if match else NOWHERE
    place: Place | None = request.__dict__["place"]
    return place


def _place(owned: _Owned, value: object) -> Place | None:
    zones = [_joined(owned.tournament, "zone")] if owned.tournament else []
    zones.append(_joined(owned.league, "zone"))
    rows = owned.model._default_manager.filter(**{owned.key: value}).order_by()
    row = rows.values_list(owned.league, *zones).first()
    if row is None and owned.model is Enrolment:
        merges = CharacterMerge.objects.standing().filter(merged__slug=value)
        row = merges.values_list("league", "league__zone").first()
    return Place(row[0], next(filter(None, row[1:]), "")) if row and row[0] else None


def _joined(path: str, column: str) -> str:
    return column if path == "pk" else f"{path}__{column}"


@cache
def _word_and_argument(route: str) -> tuple[str, str]:
    match = _WORD_AND_ARGUMENT.match(route)
    return (match[1], match[2] or "") if match else ("", "")


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

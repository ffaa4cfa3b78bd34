"""The one place that answers which system an id stands for, built-in or described by a league. A league's own game is
read from the database; within `reading_once` a league's games are read once."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db.models import F

from games.rules.definitions import definition
from games.rules.systems import OWN, SYSTEMS, SheetSystem
from league.core.queries.access import visible_to
from league.core.rules.grouping import grouped
from league.models import League, OwnGame, OwnGameVersion

MOST_EARLIER = 200  # versions
_read: ContextVar[dict[str, SheetSystem] | None] = ContextVar("own_games_read", default=None)


class UnknownSystem(LookupError):
    """An id that no game system has."""


def system_by_id(system: str) -> SheetSystem:
    """Return a system by its id: a built-in one, or the newest version of a league's own. Raise UnknownSystem."""
    if system in SYSTEMS:
        return SYSTEMS[system]
    if not system.startswith(OWN):
        raise UnknownSystem(system)
    read = _read.get()
    if read is None or system not in read:
        found = _of_its_league(system)
        if read is not None:
            read.update(found)
        read = found
    if system not in read:
        raise UnknownSystem(system)
    return read[system]


def find_system(system: str) -> SheetSystem | None:
    """Return a system by its id, None if there is none."""
    try:
        return system_by_id(system)
    except UnknownSystem:
        return None


def system_name(system: str) -> str:
    """Return what a game is called; its id if it is not known."""
    known = find_system(system)
    return known.NAME if known else system


def systems_of(league: League | None, *, retired: bool = False) -> list[SheetSystem]:
    """Return what a game of the league may be: the built-in systems, then its own by name, without `retired` ones if
    the game is a new one."""
    if league is None:
        return list(SYSTEMS.values())
    rows = OwnGame.objects.filter(league=league).select_related("definition")
    rows = rows if retired else rows.filter(retired_at=None)
    return [*SYSTEMS.values(), *(definition(row.definition.content, row.system) for row in rows)]


def earlier_versions(league: League) -> dict[str, SheetSystem]:
    """Return the newest of the league's earlier versions of its own games, the newest first, by id and number."""
    rows = OwnGameVersion.objects.filter(game__league=league).exclude(definition=F("game__definition"))
    rows = rows.select_related("game", "definition").order_by("-pk")[:MOST_EARLIER]
    return {f"{row.game.system} {row.number}": definition(row.definition.content, row.game.system) for row in rows}


def own_systems(leagues: Collection[League], *, most: int) -> dict[int, list[SheetSystem]]:
    """Return by league its own games on offer, the `most` newest ones of all."""
    rows = OwnGame.objects.filter(league__in=leagues, retired_at=None).select_related("definition").order_by("-pk")
    return grouped((row.league_id, definition(row.definition.content, row.system)) for row in rows[:most])


def system_for(league: League, system: str) -> SheetSystem | None:
    """Return the system with this id that the league may play, retired ones included; None for any other."""
    if system in SYSTEMS:
        return SYSTEMS[system]
    row = OwnGame.objects.filter(league=league, system=system).select_related("definition").first()
    return definition(row.definition.content, row.system) if row else None


def is_visible_game(user: Any, system: str) -> bool:
    """Return whether this person may see the game: a league's own game is visible if the league is."""
    return system in SYSTEMS or OwnGame.objects.filter(visible_to(user, "league"), system=system).exists()


def in_order(systems: Iterable[str]) -> list[SheetSystem]:
    """Return the systems with these ids once each: built-in ones first, then own ones by name."""
    ids = set(systems)
    own = (system_by_id(system) for system in ids - SYSTEMS.keys())
    built_in = [system for key, system in SYSTEMS.items() if key in ids]
    return [*built_in, *sorted(own, key=lambda system: (system.NAME.casefold(), system.ID))]


def _of_its_league(system: str) -> dict[str, SheetSystem]:
    rows = OwnGame.objects.filter(league__own_games__system=system).select_related("definition")
    return {row.system: definition(row.definition.content, row.system) for row in rows}


@contextmanager
def reading_once() -> Iterator[None]:
    """Read each league's own games once, however many ids are asked for."""
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def read_again() -> None:
    """Forget what was read, after a game was added or changed."""
    read = _read.get()
    if read is not None:
        read.clear()

"""Describe a game system to code that plays its games without knowing which one it is, and register systems, one line
each; a system is imported on first use."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from engine.core.actions import ActionTable
from engine.core.errors import BadSeats, UnknownSystem
from engine.core.game import Game


@runtime_checkable
class System(Protocol):
    """A game system: how its games are set up, loaded and played by bots. See engine.core.tables.TableSystem."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def seats(self) -> tuple[int, int]:
        """Return the fewest and the most seats."""
        ...

    @property
    def version(self) -> int:
        """Return the rules version, raised whenever the same chance and actions would no longer give the same game."""
        ...

    @property
    def actions(self) -> ActionTable: ...
    @property
    def bots(self) -> Mapping[str, Any]:
        """Return the system's own bots, name to factory; see engine.core.bots."""
        ...

    def new_game(
        self, seats: int, rng_seed: int = 0, options: Mapping[str, Any] | None = None, *, key: bytes | None = None
    ) -> Game:
        """Return a game at its first decision. Raise BadSeats or BadOptions."""
        ...

    def options_of(self, version: object, options: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the options that mean today what these meant under an older version of the rules. Raise OldRules."""
        ...

    def load(self, saved: Mapping[str, Any]) -> Game:
        """Return the game that `save` wrote, under the rules it was played by. Raise BadRecord, OldRules, BadSeats or
        BadOptions."""
        ...


class Systems(Mapping[str, System]):
    """The systems by key. A registration is `key` and `module:attribute`, loaded on first use."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._loaded: dict[str, System] = {}

    def register(self, key: str, place: str) -> None:
        """Add a system, or replace one. `place` is `package.module:attribute`."""
        self._places[key] = place
        self._loaded.pop(key, None)

    def forget(self, key: str) -> None:
        """Remove a registration, for tests that bring their own system."""
        self._places.pop(key, None)
        self._loaded.pop(key, None)

    def __getitem__(self, key: str) -> System:
        if key not in self._places:
            raise UnknownSystem(f"There is no game system '{key}'; known are {', '.join(sorted(self._places))}.")
        if key not in self._loaded:
            module, _, attribute = self._places[key].partition(":")
            system = getattr(import_module(module), attribute)
            if not isinstance(system, System):
                raise UnknownSystem(f"'{self._places[key]}' is not a game system.")
            self._loaded[key] = system
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)


def check_seats(system: System, seats: object) -> int:
    """Return the number of seats. Raise BadSeats unless the system allows it."""
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise BadSeats(f"The number of seats must be a whole number, not {seats!r}.")
    fewest, most = system.seats
    if not fewest <= seats <= most:
        raise BadSeats(f"{system.title} needs {fewest} to {most} seats, not {seats}.")
    return seats


def check_seat(seats: int, seat: object) -> int:
    """Return a seat number from 0 to seats-1. Raise BadSeats for anything else."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadSeats(f"There is no seat {seat!r}; seats are numbered from 0 to {seats - 1}.")
    return seat

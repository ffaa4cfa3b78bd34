"""Describe a game system to code that plays its games without knowing which one it is."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from engine.core.actions import ActionTable
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

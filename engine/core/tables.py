"""Define games that share one constant object, the `table` (settings, deck, and what follows from both), and their
systems."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from engine.core.actions import ActionTable
from engine.core.bots import BotFactory
from engine.core.chance import opening_chance
from engine.core.decisions import Decisions
from engine.core.errors import BadRecord, OldRules
from engine.core.game import Game, Memory
from engine.core.outcome import Outcome
from engine.core.rng import derive, seeded
from engine.core.saving import fingerprint, packed, unpack
from engine.core.settings import is_whole
from engine.core.states import state
from engine.core.system import check_seat, check_seats

_MOST_REMEMBERED = 200


class Table(Protocol):
    """The part of a game that stays the same until its end."""

    @property
    def seats(self) -> int: ...

    def setup(self) -> dict[str, Any]:
        """Return the options that make this table again, JSON-able."""
        ...


@state
class TableGame(Game):
    """A game with a `table`, whose state names the decision that `actor` faces by number; a saved game has its name.
    Each game defines its own legal and apply in two lines: they run at every step, and looking the decisions up in the
    class instead of the module costs up to 7 % of a game."""

    decisions: ClassVar[Decisions]

    table: Any
    decision: int

    @property
    def seats(self) -> int:
        return self.table.seats  # type: ignore[no-any-return]

    @property
    def setup(self) -> dict[str, Any]:
        return self.table.setup()  # type: ignore[no-any-return]

    @property
    def prompt(self) -> str:
        return self.decisions.names[self.decision]

    def save(self) -> dict[str, Any]:
        saved = Game.save(self)
        saved["state"]["decision"] = self.prompt
        return saved

    def put_back(self, saved: Mapping[str, Any]) -> None:
        """Fill the fields from what `save` wrote. Raise BadRecord."""
        if set(saved) != set(self.fields):
            raise BadRecord("The saved game lacks a field, or has one too many.")
        if saved["decision"] not in self.decisions.names:
            raise BadRecord(f"The saved game waits for '{saved['decision']}', which this game does not know.")
        for name in self.fields:
            if name != "decision":
                setattr(self, name, unpack(saved[name]))
        self.decision = self.decisions.names.index(saved["decision"])

    def digest(self) -> str:
        return fingerprint(packed(self, self.fields))

    def determinize(self, seat: int | None, seed: int) -> Self:
        if seat is not None:
            check_seat(self.seats, seat)
        new = self.clone()
        path = () if seat is None else (seat,)
        new.rng = seeded(derive(seed, *path))
        new.deal_unseen(seat)
        new.rng = seeded(derive(seed, *path, 1))
        return new

    @abstractmethod
    def deal_unseen(self, seat: int | None) -> None:
        """Deal everything hidden from `seat` (None: a spectator) again, out of what it cannot see."""


class Reports(NamedTuple):
    """The functions by which a game says how it stands. `view` takes a seat and a memory, see `Game.look`; `deal` does
    what `TableGame.deal_unseen` says."""

    outcome: Callable[[Any], Outcome | None]
    view: Callable[..., dict[str, Any]]
    about: Callable[[Any], dict[str, Any]]
    deal: Callable[[Any, int | None], None]


@state
class ReportedGame(TableGame):
    """A game at a table that says how it stands by functions of its modules."""

    reports: ClassVar[Reports]

    def outcome(self) -> Outcome | None:
        return self.reports.outcome(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.reports.view(self, seat)

    def look(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        return self.reports.view(self, seat, memory)

    def about(self) -> dict[str, Any]:
        return self.reports.about(self)

    def deal_unseen(self, seat: int | None) -> None:
        self.reports.deal(self, seat)


@dataclass(frozen=True, slots=True)
class TableSystem:
    """A game system as one value.

    `seats`: the fewest and the most. `version` is raised whenever the same chance and actions would no longer give the
    same game; `readings` then gives each older version's settings that differ from the next version's, so that its
    records replay. `make_table(seats, options)` returns the constant part, or raises BadOptions. `open` fills a game
    that has its table and its chance, up to the first decision.
    """

    key: str
    title: str
    seats: tuple[int, int]
    version: int
    game: type[TableGame]
    make_table: Callable[[int, Mapping[str, Any] | None], Any]
    open: Callable[[Any], None]
    bots: Mapping[str, BotFactory]
    readings: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    _tables: dict[tuple[int, str], Any] = field(default_factory=dict, repr=False, compare=False)

    def __reduce__(self) -> tuple[type["TableSystem"], tuple[Any, ...]]:
        """Leave the tables made so far behind: they hold functions that cannot be pickled."""
        made = (self.key, self.title, self.seats, self.version, self.game, self.make_table, self.open, self.bots)
        return type(self), (*made, self.readings)

    @property
    def actions(self) -> ActionTable:
        return self.game.actions

    def new_game(
        self, seats: int, rng_seed: int = 0, options: Mapping[str, Any] | None = None, *, key: bytes | None = None
    ) -> TableGame:
        """Return a game at its first decision, opened from `key` if given, else from the seed. Raise BadSeats or
        BadOptions."""
        game = self._bare(seats, options)
        game.rng = opening_chance(key) if key is not None else seeded(rng_seed)
        self.open(game)
        return game

    def options_of(self, version: object, options: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the options that mean today what these meant under an older version of the rules. Raise OldRules."""
        if not is_whole(version) or not 1 <= version <= self.version:
            raise OldRules(
                f"The record was played by rules version {version}; this is version {self.version} of {self.title}."
            )
        then: dict[str, Any] = {}
        for number in range(self.version - 1, version - 1, -1):
            then.update(self.readings.get(number, {}))
        if not then:
            return options
        given = options or {}
        return {**given, "settings": {**then, **(given.get("settings") or {})}}

    def load(self, saved: Mapping[str, Any]) -> TableGame:
        """Return the game that `save` wrote; a game of an older version goes on under the settings that it was played
        by. Raise BadRecord, BadSeats or BadOptions, and OldRules if an older version's state is no longer known."""
        fields, version = saved.get("state"), saved.get("rules")
        if saved.get("game") != self.key or not isinstance(fields, Mapping):
            raise BadRecord(f"This is not a saved game of {self.title}.")
        game = self._bare(saved.get("seats"), self.options_of(version, saved.get("setup")))
        try:
            game.put_back(fields)
        except BadRecord as error:
            if version == self.version:
                raise
            raise OldRules(
                f"The game was saved by rules version {version} of {self.title}, with a state that version "
                f"{self.version} can't go on from."
            ) from error
        return game

    def _bare(self, seats: object, options: Mapping[str, Any] | None) -> TableGame:
        """Return a game without state. Tables are constant, so simulations share one per set of options."""
        number = check_seats(self, seats)
        key = (number, repr(options))
        if key not in self._tables:
            if len(self._tables) >= _MOST_REMEMBERED:
                self._tables.clear()
            self._tables[key] = self.make_table(number, options)
        game = self.game.__new__(self.game)
        game.table, game.events = self._tables[key], None
        return game

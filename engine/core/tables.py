"""Games that share one constant object, the `table` (settings, deck, and what follows from both), and their systems."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self

from engine.core.decisions import Decisions
from engine.core.errors import BadRecord
from engine.core.game import Game, System
from engine.core.rng import derive, seeded
from engine.core.saving import unpack
from engine.core.seats import check_seat, check_seats

_MOST_REMEMBERED = 200


class Table(Protocol):
    """What stays the same during one game."""

    @property
    def seats(self) -> int: ...

    def setup(self) -> dict[str, Any]:
        """The options that make this table again, JSON-able."""
        ...


class TableGame(Game):
    """A game with a `table`, whose state names the decision that `actor` faces by number.

    A game adds its own slots, all of which are saved: `fields = (*TableGame.fields, *__slots__)`. What is legal and how
    an action is applied it says itself, in two lines: they run at every step, and looking the decisions up in the class
    instead of the module costs up to 7 % of a game.
    """

    __slots__ = ("decision", "table")
    fields: ClassVar[tuple[str, ...]] = (*Game.__slots__, "decision")
    decisions: ClassVar[Decisions[Any]]

    table: Table
    decision: int

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def setup(self) -> dict[str, Any]:
        return self.table.setup()

    @property
    def prompt(self) -> str:
        return self.decisions.names[self.decision]

    def determinize(self, seat: int, seed: int) -> Self:
        check_seat(self.seats, seat)
        new = self.clone()
        new.rng = seeded(derive(seed, seat))
        new.deal_unseen(seat)
        new.rng = seeded(derive(seed, seat, 1))
        return new

    @abstractmethod
    def deal_unseen(self, seat: int) -> None:
        """Deals everything hidden from `seat` anew, out of what it cannot see."""


class TableSystem(System):
    """`state` is the class of the games."""

    state: ClassVar[type[TableGame]]

    def __init__(self) -> None:
        self._tables: dict[tuple[int, str], Any] = {}

    @abstractmethod
    def make_table(self, seats: int, options: Mapping[str, Any] | None) -> Table:
        """The constant part of a game. Raises BadOptions."""

    @abstractmethod
    def open(self, game: Any, rng_seed: int) -> None:
        """Fills a game that has nothing but its table, up to the first decision."""

    def new_game(self, seats: int, rng_seed: int, options: Mapping[str, Any] | None = None) -> Game:
        game = self._bare(seats, options)
        self.open(game, rng_seed)
        return game

    def load(self, saved: Mapping[str, Any]) -> Game:
        state = saved.get("state")
        if saved.get("game") != self.key or not isinstance(state, Mapping):
            raise BadRecord(f"This is no saved game of {self.title}.")
        if set(state) != set(self.state.fields):
            raise BadRecord("The saved game lacks a field, or has one too many.")
        game = self._bare(saved.get("seats"), saved.get("setup"))
        for name in self.state.fields:
            setattr(game, name, unpack(state[name]))
        return game

    def _bare(self, seats: object, options: Mapping[str, Any] | None) -> Game:
        """Tables are constant, so simulations share one per set of options."""
        number = check_seats(self, seats)
        key = (number, repr(options))
        if key not in self._tables:
            if len(self._tables) >= _MOST_REMEMBERED:
                self._tables.clear()
            self._tables[key] = self.make_table(number, options)
        game: Any = self.state.__new__(self.state)
        game.table = self._tables[key]
        return game  # type: ignore[no-any-return]

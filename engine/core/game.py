"""Define the protocol: one play of one game system, from the set-up to its outcome. A game is mutable. Its state is
ints, strings, tuples and small lists in `__slots__`; what never changes during a game (board, settings, seats) is one
object that clones share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from engine.core.actions import ActionTable, HostAction
from engine.core.errors import GameOver, IllegalAction
from engine.core.outcome import Outcome
from engine.core.saving import fingerprint, packed
from engine.core.states import state
from engine.core.telling import Event, Sentence, Teller, sentences

# What was made of which facts, by the part of a view; see engine.core.views.
Memory = dict[Any, tuple[Any, Any]]


class Choice(NamedTuple):
    """A legal action, as a number and as the text that `play` also accepts."""

    action: int
    text: str


@state
class Game(ABC):
    """The protocol of every game.

    `rng` is the state of its chance, `over` says that it has ended, `actor` is the seat that decides now. The rules
    note what happens in `events`, which is None while nobody listens. `open_prompts` are the decisions of which
    everybody can see how many choices they leave. `host_table` are all actions of the host that a game can ever offer.
    """

    system: ClassVar[str]
    version: ClassVar[int] = 1  # of its rules; see TableSystem
    actions: ClassVar[ActionTable]
    host_table: ClassVar[tuple[HostAction, ...]] = ()
    tellers: ClassVar[Mapping[str, Teller]] = {}
    open_prompts: ClassVar[frozenset[str]] = frozenset()
    # The fields that make up the state, in the order in which they are saved.
    fields: ClassVar[tuple[str, ...]]

    rng: int
    over: bool
    actor: int
    events: list[Event] | None

    @property
    @abstractmethod
    def seats(self) -> int:
        """Return the number of seats."""

    @property
    @abstractmethod
    def setup(self) -> dict[str, Any]:
        """Return the options, JSON-able, that set up the same game given its seats and seed."""

    @abstractmethod
    def legal_actions(self) -> Sequence[int]:
        """Return what `actor` may do now: sorted, without duplicates, empty only after the end."""

    def host_actions(self) -> Sequence[HostAction]:
        """Return what the host of the table may do now, such as calling time. No seat may, and no bot."""
        return ()

    def apply_host(self, action: HostAction) -> None:
        """Play one of the host's actions without checking it. A system without any need not override this."""
        raise IllegalAction(f"The host of this game cannot play '{action.text}'.")

    def asides(self) -> Mapping[int, Sequence[int]]:
        """Return what each seat may play beside the choices of the decision: the bankruptcy of the seat on turn, a
        call for a trade by another. Bots never play these."""
        return {}

    def seat_of(self, action: int) -> int:
        """Return the seat that plays an action now: an aside's own, else the one that decides."""
        return self.actor

    @abstractmethod
    def apply(self, action: int) -> None:
        """Play a legal action without checking it, for simulations."""

    def play(self, action: int | str) -> None:
        """Play an action, given by number or text, after checking it. Raise UnknownAction, IllegalAction or GameOver;
        the game is then unchanged."""
        if isinstance(action, str):
            number = self.parse(action)
        else:
            number = action
            self.describe(number)
        self.play_as(self.seat_of(number), number)

    def play_as(self, seat: int, number: int) -> None:
        """Play an action of the table, whose seat `seat_of` has found, as `play` does. Raise IllegalAction or
        GameOver."""
        if self.over:
            raise GameOver(f"The game is over; '{self.describe(number)}' cannot be played any more.")
        legal = self.legal_actions() if seat == self.actor else ()
        if number in legal or number in self.asides().get(seat, ()):
            self.apply(number)
        else:
            raise IllegalAction(f"Seat {seat + 1} cannot play '{self.describe(number)}' now ({self.prompt}).")

    def play_host(self, action: HostAction) -> None:
        """Play an action of the host after checking it. Raise IllegalAction or GameOver; the game is then unchanged."""
        if self.over:
            raise GameOver(f"The game is over; '{action.text}' cannot be played any more.")
        if action not in self.host_actions():
            raise IllegalAction(f"The host cannot play '{action.text}' now ({self.prompt}).")
        self.apply_host(action)

    @property
    @abstractmethod
    def prompt(self) -> str:
        """Return the name of the decision that `actor` faces, or `over` after the end."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that the player at `seat` (None: a spectator) knows and nothing else, JSON-able."""

    def look(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        """Return `view` without `legal`, for a caller that looks repeatedly with an initially empty memory: unchanged
        parts are the same objects as before, and must not be written to."""
        return self.view(seat)

    @abstractmethod
    def determinize(self, seat: int | None, seed: int) -> Self:
        """Return a clone in which chance and everything hidden from `seat` (None: a spectator) is drawn again.
        `view(seat)` stays the same."""

    def clone(self) -> Self:
        """Return an independent copy. Written by `state`."""
        raise NotImplementedError

    @property
    def legal(self) -> tuple[Choice, ...]:
        """Return what `actor` may do now, with texts."""
        return tuple(Choice(action, self.describe(action)) for action in self.legal_actions())

    def openly_forced(self) -> bool:
        """Return whether there is only one choice and everybody at the table can see that."""
        return self.prompt in self.open_prompts and len(self.legal_actions()) == 1

    def about(self) -> dict[str, Any]:
        """Return the subject of the decision (how much, for what, for which player), JSON-able and only what `actor`
        knows."""
        return {}

    def play_aloud(self, action: int | str | HostAction) -> list[Event]:
        """Play an action and return what happened, for `told`. Raise what `play` or `play_host` raises."""
        events: list[Event] = []
        self.events = events
        try:
            if isinstance(action, HostAction):
                self.play_host(action)
            else:
                self.play(action)
        finally:
            self.events = None
        return events

    def apply_aloud(self, action: int) -> list[Event]:
        """Play a legal action unchecked, as `apply` does, and return what happened, for `told`."""
        self.events = events = list[Event]()
        try:
            self.apply(action)
        finally:
            self.events = None
        return events

    def told(self, events: Sequence[Event], reader: int | None) -> list[Sentence]:
        """Return what a seat (None: a spectator) is told of events, without anything hidden from it."""
        return sentences(self, events, reader, self.tellers)

    def telling(self, action: int | str | HostAction, reader: int | None) -> list[Sentence]:
        """Return what a reader would be told if `action` were played now; the game stays as it is. Raise what
        `play_aloud` raises."""
        after = self.clone()
        return after.told(after.play_aloud(action), reader)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.save() == other.save()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.system}, {self.seats} seats: {self._standing()}, {self.digest()}>"

    def _standing(self) -> str:
        return "over" if self.over else f"seat {self.actor + 1} decides '{self.prompt}'"

    def describe(self, action: int) -> str:
        """Return the text of an action. Raise UnknownAction."""
        return self.actions.text(action)

    def parse(self, text: str) -> int:
        """Return the action that a text names. Raise UnknownAction."""
        return self.actions.number(text)

    def happened(self, kind: str, *about: Any) -> None:
        """Note an event for the listener, if there is one. What happens dozens of times a game asks that first."""
        if self.events is not None:
            self.events.append((kind, *about))

    def below(self, n: int) -> int:
        """Draw an int from 0 to n-1 from the game's own chance."""
        x = self.rng
        self.rng = x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
        return (((x ^ (x >> 32)) & 0xFFFFFFFF) * n) >> 32

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a new order (Fisher and Yates)."""
        x = self.rng
        pile, low, high = list(items), x & 0xFFFFFFFF, x >> 32
        for last in range(len(pile) - 1, 0, -1):
            x = 698769069 * low + high  # `step` and `scaled`, written out for the halves: every game shuffles
            low, high = x & 0xFFFFFFFF, x >> 32
            other = ((low ^ high) * (last + 1)) >> 32
            pile[last], pile[other] = pile[other], pile[last]
        self.rng = x
        return tuple(pile)

    def save(self) -> dict[str, Any]:
        """Return the whole state as JSON-able data: the version of the rules, the set-up and every field."""
        return {
            "game": self.system,
            "rules": self.version,
            "seats": self.seats,
            "setup": self.setup,
            "state": packed(self, self.fields),
        }

    def digest(self) -> str:
        """Return a short fingerprint of the state, as records carry it at intervals."""
        return fingerprint(self.save()["state"])

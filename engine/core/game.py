"""The protocol: one play of one game system, from the set-up to its outcome.

A game is mutable. Its state is ints, strings, tuples and small lists in `__slots__`; what never changes
during a game (board, settings, seats) is one shared object that a clone shares too.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from engine.core.actions import ActionTable
from engine.core.errors import GameOver, IllegalAction
from engine.core.outcome import Outcome
from engine.core.saving import fingerprint, packed
from engine.core.states import state
from engine.core.telling import Event, Sentence, Teller, sentences


class Choice(NamedTuple):
    """One of the legal actions, as a number and as the text that `play` takes as well."""

    action: int
    text: str


@state
class Game(ABC):
    """What every game offers. `rng` is its chance, `over` its end, `actor` the seat that decides now; `events` is where
    the rules note what happens, None while nobody listens. `open_prompts`: decisions of which everybody can see how
    many choices they leave."""

    system: ClassVar[str]
    version: ClassVar[int] = 1  # of its rules; see TableSystem
    actions: ClassVar[ActionTable]
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
        """How many seats there are."""

    @property
    @abstractmethod
    def setup(self) -> dict[str, Any]:
        """The options, JSON-able, that together with seats and seed make this very game again."""

    @abstractmethod
    def legal_actions(self) -> Sequence[int]:
        """What `actor` may do now: sorted, without doubles, never empty before the end and empty after it."""

    def host_actions(self) -> Sequence[int]:
        """What whoever runs the table may play besides, such as the end of the time. Never a bot's business."""
        return ()

    def apply_host(self, action: int) -> None:
        """Plays one of the host's actions; a system that has none needs none of this."""
        raise IllegalAction(f"'{self.describe(action)}' is no action of the host.")

    def asides(self) -> Mapping[int, Sequence[int]]:
        """Return what seats that do not decide now may play all the same, such as a call for a trade, by seat. Never a
        bot's business."""
        return {}

    def seat_of(self, action: int) -> int:
        """Return the seat that plays an action now: an aside's own, else the one that decides."""
        return self.actor

    @abstractmethod
    def apply(self, action: int) -> None:
        """Plays an action that is known to be legal. For simulation: nothing is checked."""

    def play(self, action: int | str) -> None:
        """Plays an action, given by number or text, after checking it.

        Raises UnknownAction, IllegalAction or GameOver; the game is then unchanged.
        """
        if isinstance(action, str):
            number = self.parse(action)
        else:
            number = action
            self.describe(number)
        if self.over:
            raise GameOver(f"The game is over; '{self.describe(number)}' cannot be played any more.")
        seat = self.seat_of(number)
        if number in (self.legal_actions() if seat == self.actor else self.asides().get(seat, ())):
            self.apply(number)
        elif number in self.host_actions():
            self.apply_host(number)
        else:
            raise IllegalAction(f"Seat {seat + 1} cannot play '{self.describe(number)}' now ({self.prompt}).")

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The name of the decision that `actor` faces, for a web prompt; `over` after the end."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything that the person at `seat` knows, JSON-able, and nothing else; None for a spectator."""

    @abstractmethod
    def determinize(self, seat: int | None, seed: int) -> Self:
        """A clone in which everything hidden from `seat` (None: a spectator) is dealt anew, and chance too.
        `view(seat)` stays."""

    def clone(self) -> Self:
        """An independent copy; written by `state`."""
        raise NotImplementedError

    @property
    def legal(self) -> tuple[Choice, ...]:
        """What `actor` may do now, with texts."""
        return tuple(Choice(action, self.describe(action)) for action in self.legal_actions())

    def openly_forced(self) -> bool:
        """Whether there is one choice, and everybody at the table can see that there is no other."""
        return self.prompt in self.open_prompts and len(self.legal_actions()) == 1

    def about(self) -> dict[str, Any]:
        """What the decision is about, JSON-able: how much, for what, to whom; what `actor` knows and nothing else."""
        return {}

    def play_aloud(self, action: int | str) -> list[Event]:
        """Plays an action and says what happened, for `told`. Raises what `play` raises."""
        events: list[Event] = []
        self.events = events
        try:
            self.play(action)
        finally:
            self.events = None
        return events

    def apply_aloud(self, action: int) -> list[Event]:
        """Plays an action that is known to be legal, as `apply` does, and says what happened, for `told`."""
        self.events = events = list[Event]()
        try:
            self.apply(action)
        finally:
            self.events = None
        return events

    def told(self, events: Sequence[Event], reader: int | None) -> list[Sentence]:
        """What a seat is told of events, None a spectator: never what is hidden from it."""
        return sentences(self, events, reader, self.tellers)

    def telling(self, action: int | str, reader: int | None) -> list[Sentence]:
        """What a reader is told when `action` is played now; the game stays as it is. Raises what `play` raises."""
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
        """The text of an action. Raises UnknownAction."""
        return self.actions.text(action)

    def parse(self, text: str) -> int:
        """The action that a text names. Raises UnknownAction."""
        return self.actions.number(text)

    def below(self, n: int) -> int:
        """An int from 0 to n-1 out of the game's own chance."""
        x = self.rng
        self.rng = x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
        return (((x ^ (x >> 32)) & 0xFFFFFFFF) * n) >> 32

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a new order (Fisher and Yates)."""
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
        """The whole state as JSON-able data: the version of the rules, the set-up and every field."""
        return {
            "game": self.system,
            "rules": self.version,
            "seats": self.seats,
            "setup": self.setup,
            "state": packed(self, self.fields),
        }

    def digest(self) -> str:
        """A short fingerprint of the state, as records carry it at intervals."""
        return fingerprint(self.save()["state"])

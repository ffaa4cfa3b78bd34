"""Where the chance in a draw comes from, and what a search for one may spend."""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Protocol, TypeVar

from engine.core.rng import Stream

Item = TypeVar("Item")


class Chance(Protocol):
    def below(self, n: int, /) -> int:
        """An int from 0 to n-1."""

    def choice(self, items: Sequence[Item], /) -> Item:
        """One item of a sequence that is not empty."""

    def shuffle(self, items: MutableSequence[Item], /) -> None:
        """In place."""

    def lot(self) -> int:
        """A large number, to put things of equal worth in an order."""

    def seed(self) -> int:
        """A seed of 32 bits for another source of chance."""


class EngineChance(Stream):
    """Chance since version 2: the engine's own generator, the same figures with every Python."""

    __slots__ = ()

    def lot(self) -> int:
        return self.below(1 << 32)

    def seed(self) -> int:
        return self.below(1 << 32)


class FirstChance:
    """Chance of version 1: what `random.Random` of Python 3.11 does, written down here because Python promises only to
    keep the generator beneath it."""

    def __init__(self, seed: int) -> None:
        self._bits = Random(seed).getrandbits

    def below(self, n: int) -> int:
        bits = n.bit_length()
        found = self._bits(bits)
        while found >= n:
            found = self._bits(bits)
        return found

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def lot(self) -> int:
        """`random()` times 2 to the power of 53."""
        return self._bits(32) >> 5 << 26 | self._bits(32) >> 6

    def seed(self) -> int:
        return self._bits(32)


@dataclass(frozen=True, slots=True)
class Search:
    """How hard a version looks for a draw. Those of old versions never change: their draws are proved by looking again.

    `steps` exchanges finish a plan that has begun and `more_steps` plan from nothing, for fields up to 24; larger ones
    get fewer. `tenure`: for how many steps an exchange is not taken back, at least. `shuffles` of a known design are
    tried where people are kept apart. `tries` shakes out of a dead end, fewer the larger the field (`effort`), until
    `patience` of them in a row have not helped. `shakes` part people who must not meet; `mending` exchanges a table.
    Exchanges are tried with tables `near` by, `wider` in small fields, with `level` people on the same points, and for
    those who should not meet in `rings` around their table. `asks_solver` where exchanges find no plan without repeats;
    with `bans_first` a cheaper plan never brings people together who are kept apart.
    """

    chance: Callable[[int], Chance]
    steps: int
    more_steps: int
    tenure: int
    shuffles: int
    tries: int
    effort: int
    patience: int
    shakes: int
    mending: int
    near: int
    wider: int
    level: int
    rings: tuple[int, ...]
    asks_solver: bool = True
    bans_first: bool = False

    def stream(self, seed: str, purpose: str = "draw") -> Chance:
        """Chance for one purpose, from the seed of the draw."""
        return self.chance(int.from_bytes(sha256(f"{purpose}:{seed}".encode()).digest(), "big"))


SEARCH = Search(
    chance=EngineChance,
    steps=5_000,
    more_steps=10_000,
    tenure=8,
    shuffles=200,
    tries=150,
    effort=200_000,
    patience=50,
    shakes=60,
    mending=40,
    near=2,
    wider=250,
    level=48,
    rings=(3, 12, 60),
)

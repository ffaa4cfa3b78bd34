"""The source of chance in a draw, and the budget of a search for one."""

from dataclasses import dataclass
from hashlib import sha256

from engine.core.rng import Stream


class Chance(Stream):
    """The engine's own generator, the same figures with every Python."""

    __slots__ = ()

    def lot(self) -> int:
        """Return a large number, to put things of equal worth in an order."""
        return self.below(1 << 32)

    def seed(self) -> int:
        """Return a seed of 32 bits for another source of chance."""
        return self.below(1 << 32)


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """The effort that a version puts into the search for a draw. It never changes: draws are proved by searching again.

    `steps` exchanges finish a plan that has begun and `more_steps` plan from nothing, for fields up to 24; larger ones
    get fewer. `tenure`: for how many steps an exchange is not taken back, at least. `shuffles` of a known design are
    tried if people are kept apart. `tries` shakes out of a dead end, fewer the larger the field (`effort`), until
    `patience` of them in a row have not helped. `shakes` part people who must not meet; `mending` exchanges a table.
    Exchanges are tried with tables `near` by, `wider` in small fields, with `level` people on the same points, and for
    people who should not meet in `rings` around their table.
    """

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

    def stream(self, seed: str, purpose: str = "draw") -> Chance:
        """Return a source of chance for one purpose, from the seed of the draw."""
        return Chance(int.from_bytes(sha256(f"{purpose}:{seed}".encode()).digest(), "big"))


SEARCH = SearchEffort(
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

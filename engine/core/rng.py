"""Generate chance: one int of state, one step, one output function. No global source is ever touched. The generator is
a 64-bit multiply-with-carry (multiplier 698769069), seeded through the splitmix64 finaliser, so that neighbouring seeds
give unrelated streams. The figures are the same on every machine."""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

_MASK64 = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_MULTIPLIER = 698769069
_STUCK = (0, (_MULTIPLIER << 32) - 1)

Item = TypeVar("Item")


def mix(value: int) -> int:
    """Apply the splitmix64 finaliser: any int in, a well-stirred 64-bit int out."""
    z = (value + _GOLDEN) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return z ^ (z >> 31)


def derive(seed: int, *path: int) -> int:
    """Return the seed of a separate stream. The same `seed` and `path` give the same stream, others unrelated ones."""
    for step in path:
        seed = mix(seed ^ mix(step))
    return mix(seed)


def seeded(seed: int) -> int:
    """Return the generator state for a seed, never one of the two states in which the generator is stuck."""
    state = mix(seed)
    return state if state not in _STUCK else _GOLDEN


def step(state: int) -> int:
    """Return the next generator state."""
    return _MULTIPLIER * (state & 0xFFFFFFFF) + (state >> 32)


def scaled(state: int, n: int) -> int:
    """Return the output of a state, scaled to 0..n-1."""
    return (((state ^ (state >> 32)) & 0xFFFFFFFF) * n) >> 32


class Stream:
    """A stream of chance outside any game, such as the one each bot draws from."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, n: int) -> int:
        """Draw an int from 0 to n-1."""
        x = self.state
        self.state = x = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
        return (((x ^ (x >> 32)) & 0xFFFFFFFF) * n) >> 32

    def choice(self, items: Sequence[Item]) -> Item:
        """Draw one item of a sequence that is not empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle the items in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

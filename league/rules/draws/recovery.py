"""Finding a known design again in what has been played, so that its other rounds can follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from league.rules.draws.designs import Round

EFFORT = 1_000_000  # people looked at, over all attempts
MOST_CHOICES = 130


@dataclass
class Budget:
    left: int

    def spend(self, amount: int) -> bool:
        self.left -= amount
        return self.left >= 0


def recovered(rounds: Sequence[Round], met: Sequence[set[int]], played: int) -> tuple[list[int], list[Round]] | None:
    """The point of each person, and the rounds not yet played; None where what was played is no part of the design.

    `met` holds, for each person, the people they have met, all once; there may be fewer people than points.
    """
    points = sum(map(len, rounds[0]))
    budget = Budget(EFFORT)
    for chosen in islice(combinations(range(len(rounds)), played), MOST_CHOICES):
        beside = _beside(points, [rounds[number] for number in chosen])
        found = _matched(beside, met, points, budget)
        if found is not None:
            return found, [tables for number, tables in enumerate(rounds) if number not in chosen]
    return None


def _beside(points: int, rounds: Sequence[Round]) -> list[int]:
    """For each point the set (as bits) of points that it meets."""
    beside = [0] * points
    for tables in rounds:
        for table in tables:
            for one, other in combinations(table, 2):
                beside[one] |= 1 << other
                beside[other] |= 1 << one
    return beside


def _matched(beside: Sequence[int], met: Sequence[set[int]], points: int, budget: Budget) -> list[int] | None:
    """Points for everybody such that exactly those meet who have met."""
    everything = (1 << points) - 1
    place = [-1] * len(met)

    def go_on(options: dict[int, int]) -> bool:
        if not options:
            return True
        who = min(options, key=lambda one: (options[one].bit_count(), one))
        for point in _bits(options[who]):
            if not budget.spend(len(options)):
                return False
            place[who] = point
            left = {
                other: mask & (beside[point] if other in met[who] else everything & ~beside[point]) & ~(1 << point)
                for other, mask in options.items()
                if other != who
            }
            if all(left.values()) and go_on(left):
                return True
        return False

    return place if go_on(dict.fromkeys(range(len(met)), everything)) else None


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest

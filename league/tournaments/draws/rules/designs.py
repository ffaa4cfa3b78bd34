"""Schedules known to mathematics: rounds of tables of points (from 0), in which no two points meet twice. And how
one is found again in what has been played, so that its other rounds can follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from math import isqrt

Table = tuple[int, ...]
Round = tuple[Table, ...]

# Rounds to be turned: adding 1 to every point, modulo `turn` and within its own run of `turn` points, gives the next
# round; points after the last whole run stay. All turns of one of the loose tables at the end make a round as well.
# Found by exact cover of the differences within tables, so that no pair comes up twice.
Turned = tuple[int, tuple[Round, ...], Round]
TURNED: Mapping[tuple[int, int], Turned] = {
    (5, 3): (7, (((0, 8, 10), (1, 3, 4), (2, 7, 11), (5, 9, 14), (6, 12, 13)),), ()),
    (6, 3): (
        4,
        (
            ((0, 12, 16), (1, 5, 14), (2, 4, 7), (3, 8, 9), (6, 11, 13), (10, 15, 17)),
            ((0, 1, 8), (2, 5, 17), (3, 13, 14), (4, 10, 16), (6, 9, 12), (7, 11, 15)),
        ),
        (),
    ),
    (7, 3): (
        7,
        (((0, 13, 18), (1, 12, 20), (2, 9, 16), (3, 5, 6), (4, 7, 17), (8, 10, 11), (14, 15, 19)),),
        ((0, 8, 17), (0, 9, 15), (0, 12, 16)),
    ),
    (8, 3): (
        11,
        (((0, 8, 14), (1, 19, 22), (2, 4, 9), (3, 12, 16), (5, 17, 23), (6, 7, 11), (10, 20, 21), (13, 15, 18)),),
        (),
    ),
    (6, 4): (
        7,
        (((0, 2, 3, 12), (1, 8, 20, 22), (4, 10, 18, 23), (5, 9, 16, 21), (6, 14, 15, 19), (7, 11, 13, 17)),),
        (),
    ),
    (7, 4): (
        9,
        (
            (
                (0, 5, 18, 26), (1, 4, 20, 24), (2, 3, 9, 15), (6, 8, 16, 17), (7, 12, 22, 27), (10, 14, 21, 23),
                (11, 13, 19, 25),
            ),
        ),
        (),
    ),
}  # fmt: skip
# x to the power of the degree, in lower powers, for the fields that are not the integers modulo a prime.
REDUCED: Mapping[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (3, 0)),
    27: (3, (2, 1, 0)),
}


@lru_cache(maxsize=64)
def design(tables: int, seats: int) -> tuple[Round, ...]:
    """Return the rounds known for this many tables and seats; a single one if nothing is known."""
    if seats == 2:
        return tuple(_circle(2 * tables))
    if (tables, seats) in TURNED:
        return tuple(_turned(tables * seats, *TURNED[tables, seats]))
    if tables >= seats and (tables in REDUCED or _is_prime(tables)):
        return tuple(_lines(tables, seats))
    return (tuple(tuple(range(seats * table, seats * table + seats)) for table in range(tables)),)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _circle(points: int) -> Iterator[Round]:
    """Yield rounds of everybody against everybody: one point stays, the others rotate."""
    last, others = points - 1, points - 1
    for turn in range(others):
        pairs = (((turn + step) % others, (turn - step) % others) for step in range(1, points // 2))
        yield ((last, turn), *pairs)


def _turned(points: int, turn: int, bases: Sequence[Round], loose: Round) -> Iterator[Round]:
    for base in bases:
        for step in range(turn):
            yield tuple(_moved(table, step, turn, points) for table in base)
    for table in loose:
        yield tuple(_moved(table, step, turn, points) for step in range(turn))


def _moved(table: Table, step: int, turn: int, points: int) -> Table:
    whole = points - points % turn
    return tuple(point - point % turn + (point % turn + step) % turn if point < whole else point for point in table)


def _lines(order: int, seats: int) -> Iterator[Round]:
    """Yield rounds from columns of `order` points: the lines of each slope through the first `seats` columns, and the
    columns themselves if they divide into tables. With as many columns as points in them it is an affine plane."""
    for slope in range(order):
        yield tuple(
            tuple(column * order + _plus(start, _times(column, slope, order), order) for column in range(seats))
            for start in range(order)
        )
    if order % seats == 0:
        points = range(order * seats)
        yield tuple(tuple(points[start : start + seats]) for start in range(0, order * seats, seats))


def _digits(number: int, base: int, count: int) -> list[int]:
    return [number // base**place % base for place in range(count)]


def _number(digits: Sequence[int], base: int) -> int:
    return sum(digit % base * base**place for place, digit in enumerate(digits))


def _plus(left: int, other: int, order: int) -> int:
    if order not in REDUCED:
        return (left + other) % order
    prime, lower = REDUCED[order]
    pairs = zip(_digits(left, prime, len(lower)), _digits(other, prime, len(lower)), strict=True)
    return _number([mine + theirs for mine, theirs in pairs], prime)


def _times(left: int, other: int, order: int) -> int:
    if order not in REDUCED:
        return left * other % order
    prime, lower = REDUCED[order]
    degree = len(lower)
    product = [0] * (2 * degree - 1)
    for place, mine in enumerate(_digits(left, prime, degree)):
        for step, theirs in enumerate(_digits(other, prime, degree)):
            product[place + step] += mine * theirs
    for place in range(2 * degree - 2, degree - 1, -1):
        carried, product[place] = product[place], 0
        for step, digit in enumerate(lower):
            product[place - degree + step] += carried * digit
    return _number(product[:degree], prime)


EFFORT = 1_000_000  # people looked at, over all attempts
MOST_CHOICES = 130


@dataclass
class Budget:
    left: int

    def spend(self, amount: int) -> bool:
        self.left -= amount
        return self.left >= 0


def recovered(rounds: Sequence[Round], met: Sequence[set[int]], played: int) -> tuple[list[int], list[Round]] | None:
    """Return the point of each person, and the rounds not yet played; None if what was played is not part of the
    design.

    `met` holds, for each person, the people they have met, all once; there may be fewer people than points.
    """
    points = sum(map(len, rounds[0]))
    budget = Budget(EFFORT)
    for chosen in islice(combinations(range(len(rounds)), played), MOST_CHOICES):
        beside = _beside(points, [rounds[number] for number in chosen])
        placed = _matched(beside, met, points, budget)
        if placed is not None:
            return placed, [tables for number, tables in enumerate(rounds) if number not in chosen]
    return None


def _beside(points: int, rounds: Sequence[Round]) -> list[int]:
    """Return for each point the set (as bits) of points that it meets."""
    beside = [0] * points
    for tables in rounds:
        for table in tables:
            for point, other in combinations(table, 2):
                beside[point] |= 1 << other
                beside[other] |= 1 << point
    return beside


def _matched(beside: Sequence[int], met: Sequence[set[int]], points: int, budget: Budget) -> list[int] | None:
    """Return points for everybody such that exactly those meet who have met."""
    everything = (1 << points) - 1
    place = [-1] * len(met)

    def go_on(options: dict[int, int]) -> bool:
        if not options:
            return True
        who = min(options, key=lambda person: (options[person].bit_count(), person))
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

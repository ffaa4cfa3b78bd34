"""Tie-breaks of the standings, in order.

(1) Table points, (2) first places, (3) average share of the table's score, (4) average of the opponents'
table points, (5) head-to-head when all the tied met equally often, (6) published draw. Every figure is an
integer or a Fraction.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal, NamedTuple

TIEBREAKS = POINTS, WINS, SHARE, OPPONENTS, HEAD_TO_HEAD, DRAW = (
    "Table points",
    "First places",
    "Average share",
    "Opponents' average",
    "Head-to-head",
    "Draw",
)


@dataclass(frozen=True, slots=True)
class Counting:
    """Which games count: all of them, the `best_of` best, or the average of all."""

    mode: Literal["all", "best", "average"] = "all"
    best_of: int = 10


class Tally(NamedTuple):
    """One character's season: games, first places, the sum of table points of the games that count (units of
    1/840) and the sum of shares of all games (millionths)."""

    character: int
    games: int
    wins: int
    points: int
    share: int

    @property
    def divisor(self) -> int:
        """Games to divide by: who is in the standings without one has averages of nothing."""
        return max(self.games, 1)


class Line(NamedTuple):
    """One seat's table points (units of 1/840) in one game."""

    game: int
    character: int
    points: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Who sat where: units by character for every game, and every character's games."""

    seats: Mapping[int, Mapping[int, int]]
    games: Mapping[int, Sequence[int]]

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "Tables":
        seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
        games: defaultdict[int, list[int]] = defaultdict(list)
        for game, character, points in lines:
            seats[game][character] = points
            games[character].append(game)
        return cls(seats, games)


@dataclass(frozen=True, slots=True)
class Opponents:
    """Whom a character met, counted once per meeting. `points`: the sum of their season totals (units)."""

    meetings: int
    people: int
    points: Fraction

    @property
    def average(self) -> Fraction:
        return self.points / self.meetings if self.meetings else Fraction(0)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often the pairs among `tied` characters met, and each one's table points (units) in those games."""

    tied: int
    fewest: int
    most: int
    points: Mapping[int, tuple[int, ...]]

    @property
    def applies(self) -> bool:
        return self.fewest == self.most >= 1

    def total(self, character: int) -> int:
        return sum(self.points[character]) if self.applies else 0


def total(tally: Tally, counting: Counting) -> Fraction:
    """The season's table points in the counting mode, in units of 1/840."""
    return Fraction(tally.points, tally.divisor if counting.mode == "average" else 1)


def draw(seed: str, character: int) -> str:
    """The lot: SHA-256 in hexadecimal of the published seed followed by the character's id. Lower wins."""
    return hashlib.sha256(f"{seed}{character}".encode()).hexdigest()


def opponents(tables: Tables, of: Collection[int], totals: Mapping[int, Fraction]) -> dict[int, Opponents]:
    """Whom each character in `of` met. `tables`: at least all of theirs; `totals`: everybody's units."""
    met = {}
    for character in of:
        others = Counter(other for game in tables.games.get(character, ()) for other in tables.seats[game])
        del others[character]
        points = sum((totals[other] * times for other, times in others.items()), Fraction(0))
        met[character] = Opponents(others.total(), len(others), points)
    return met


def head_to_head(tables: Tables, tied: Collection[int]) -> HeadToHead:
    """The games in which two or more of `tied` sat at one table. `tables`: at least all of theirs."""
    met: Counter[tuple[int, int]] = Counter()
    points: dict[int, list[int]] = {character: [] for character in tied}
    for game in sorted({game for character in tied for game in tables.games.get(character, ())}):
        seats = tables.seats[game]
        present = sorted(seats.keys() & points.keys())
        met.update(combinations(present, 2))
        for character in present if len(present) > 1 else ():
            points[character].append(seats[character])
    pairs = len(tied) * (len(tied) - 1) // 2
    return HeadToHead(
        tied=len(tied),
        fewest=min(met.values(), default=0) if len(met) == pairs else 0,
        most=max(met.values(), default=0),
        points={character: tuple(each) for character, each in points.items()},
    )

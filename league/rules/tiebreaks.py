"""Tie-breaks of the standings, in order.

(1) Table points, (2) first places, (3) average share of the table's score, (4) average of the opponents'
table points, (5) head-to-head when all the tied met equally often, (6) published draw. Every figure is an
integer or a Fraction.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
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


class Line(NamedTuple):
    """One seat's table points (units of 1/840) in one game."""

    game: int
    character: int
    points: int


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
    return Fraction(tally.points, tally.games if counting.mode == "average" else 1)


def draw(seed: str, character: int) -> str:
    """The lot: SHA-256 in hexadecimal of the published seed followed by the character's id. Lower wins."""
    return hashlib.sha256(f"{seed}{character}".encode()).hexdigest()


def opponents(lines: Iterable[Line], of: Collection[int], totals: Mapping[int, Fraction]) -> dict[int, Opponents]:
    """Whom each character in `of` met. `lines`: every line of all their games; `totals`: each one's units."""
    tables = by_game(lines)
    met: dict[int, Counter[int]] = {character: Counter() for character in of}
    for table in tables.values():
        for character in table.keys() & met.keys():
            met[character].update(table.keys() - {character})
    return {
        character: Opponents(
            meetings.total(),
            len(meetings),
            sum((totals[other] * times for other, times in meetings.items()), Fraction(0)),
        )
        for character, meetings in met.items()
    }


def head_to_head(lines: Iterable[Line], tied: Collection[int]) -> HeadToHead:
    """The games in which two or more of `tied` sat at one table. `lines` may hold other games as well."""
    met: Counter[tuple[int, int]] = Counter()
    points: dict[int, list[int]] = {character: [] for character in tied}
    for table in by_game(lines).values():
        present = sorted(table.keys() & points.keys())
        met.update(combinations(present, 2))
        for character in present if len(present) > 1 else ():
            points[character].append(table[character])
    pairs = len(tied) * (len(tied) - 1) // 2
    return HeadToHead(
        tied=len(tied),
        fewest=min(met.values(), default=0) if len(met) == pairs else 0,
        most=max(met.values(), default=0),
        points={character: tuple(each) for character, each in points.items()},
    )


def by_game(lines: Iterable[Line]) -> Mapping[int, Mapping[int, int]]:
    tables: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for game, character, points in lines:
        tables[game][character] = points
    return tables

"""The pairs of people who met in games that count, in figures: for an organiser to read, no verdict."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

Mark = tuple[str, str]  # hashes of a browser and of a network address, "" where unknown


class Met(NamedTuple):
    """A person at a game. `by_bots`: in the end bots had played it, or most of this person's choices."""

    play: int
    person: int
    over: bool
    won: bool
    by_bots: bool


class PlayedPair(NamedTuple):
    """`games` together, of which `unfinished`, and `by_bots` for one of the two at least; `of`: all games of each;
    `won`: of those together; `one_browser`, `one_address`: games in which both moved from the same one."""

    people: tuple[int, int]
    games: int
    unfinished: int
    by_bots: int
    of: tuple[int, int]
    won: tuple[int, int]
    one_browser: int
    one_address: int

    @property
    def from_one_place(self) -> int:
        return max(self.one_browser, self.one_address)

    @property
    def shares(self) -> tuple[int, int]:
        """Return for each of the two how much of their games was with the other, in whole percent."""
        first, second = ((200 * self.games + of) // (2 * of) for of in self.of)
        return first, second


def pairs_of(met: Iterable[Met], marks: Mapping[tuple[int, int], Iterable[Mark]]) -> list[PlayedPair]:
    """Return every pair that met: the ones that moved from one place most often first, then the ones that mostly meet
    each other.

    `marks`: by game and person.
    """
    at_table: defaultdict[int, dict[int, Met]] = defaultdict(dict)
    for row in met:
        before = at_table[row.play].get(row.person)
        if before is not None:
            row = row._replace(won=row.won or before.won, by_bots=row.by_bots and before.by_bots)
        at_table[row.play][row.person] = row
    of = Counter(person for people in at_table.values() for person in people)
    together: defaultdict[tuple[int, int], list[tuple[Met, Met]]] = defaultdict(list)
    for people in at_table.values():
        for first, second in combinations(sorted(people), 2):
            together[first, second].append((people[first], people[second]))
    pairs = [_pair(people, games, of, marks) for people, games in together.items()]
    return sorted(pairs, key=lambda pair: (-pair.from_one_place, -sum(pair.shares), -pair.games, pair.people))


def _pair(
    people: tuple[int, int],
    games: list[tuple[Met, Met]],
    of: Mapping[int, int],
    marks: Mapping[tuple[int, int], Iterable[Mark]],
) -> PlayedPair:
    browsers, addresses = (
        sum(_same(place, *(marks.get((row.play, row.person), ()) for row in both)) for both in games)
        for place in (0, 1)
    )
    return PlayedPair(
        people=people,
        games=len(games),
        unfinished=sum(not row.over for row, _other in games),
        by_bots=sum(row.by_bots or other.by_bots for row, other in games),
        of=(of[people[0]], of[people[1]]),
        won=(sum(row.won for row, _other in games), sum(other.won for _one, other in games)),
        one_browser=browsers,
        one_address=addresses,
    )


def _same(place: int, mine: Iterable[Mark], theirs: Iterable[Mark]) -> bool:
    return bool(({mark[place] for mark in mine} & {mark[place] for mark in theirs}) - {""})

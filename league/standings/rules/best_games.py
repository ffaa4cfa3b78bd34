"""Tallies in which only a character's best games count, added up from groups of games that were worth the same.

So many games are worth so few different points that groups are a tenth of the results, and a day's games can be taken
off them again without another look at the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from league.standings.rules.tiebreaks import Tally

# Character, table points of each (units of 1/840), games, first places, sum of shares (millionths).
Group = tuple[int, int, int, int, int]
# Character, place, table points, share.
Played = tuple[int, int, int, int]


def best_tallies(groups: Iterable[Group], best_of: int) -> Iterator[Tally]:
    """Yield one tally per character. A character's groups stand together, those worth most first."""
    for character, mine in groupby(groups, key=itemgetter(0)):
        games = wins = points = shares = 0
        for _, each, number, firsts, share in mine:
            points += each * max(min(number, best_of - games), 0)
            games += number
            wins += firsts
            shares += share
        yield Tally(character, games, wins, points, shares)


def without(groups: Iterable[Group], played: Sequence[Played]) -> Iterator[Group]:
    """Yield the groups of those who played these games as they are without them, in the same order."""
    players = {character for character, *_ in played}
    taken: dict[tuple[int, int], tuple[int, int, int]] = {}
    for character, place, each, share in played:
        number, firsts, shares = taken.get((character, each), (0, 0, 0))
        taken[character, each] = number + 1, firsts + (place == 1), shares + share
    for character, each, number, firsts, share in groups:
        if character in players:
            less, less_firsts, less_share = taken.get((character, each), (0, 0, 0))
            if number > less:
                yield character, each, number - less, firsts - less_firsts, share - less_share

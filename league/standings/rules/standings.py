"""Standings: characters in order, and why each stands where it does.

The first three tie-breaks come from each character's tally and order everybody at once. The others need the games of
single tables; they are worked out only for the characters asked for and those level with them up to there.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby, pairwise
from math import lcm
from operator import itemgetter

from league.standings.rules.tiebreaks import (
    TIEBREAKS,
    Counting,
    HeadToHead,
    Opponents,
    TableSeatLine,
    TablesPlayed,
    Tally,
    Tiebreak,
    draw,
    draw_tiebreak,
    head_to_head,
    head_to_head_tiebreak,
    opponents,
    opponents_tiebreak,
    points_tiebreak,
    share_tiebreak,
    total,
    totals_of,
    wins_tiebreak,
)

LinesOf = Callable[[Collection[int]], Sequence[TableSeatLine]]

# Character, table points of each (units of 1/840), games, first places, sum of shares (millionths).
Group = tuple[int, int, int, int, int]
# Character, place, table points, share.
Played = tuple[int, int, int, int]

# What the first three tie-breaks compare, the best first, and the character.
Key = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. `position` is unique; `position_before_draw` is shared by characters that only the draw separates.
    `decided_by` names the tie-break that keeps the row below the one above it ("" for the first)."""

    position: int
    position_before_draw: int
    tally: Tally
    decided_by: str
    tiebreaks: tuple[Tiebreak, ...]

    @property
    def character(self) -> int:
        return self.tally.character


@dataclass(frozen=True, slots=True)
class Late:
    """The tie-breaks that need the games of single tables, for one character."""

    opponents: Opponents
    head_to_head: HeadToHead
    draw: str

    def key(self, character: int) -> tuple[Fraction, int, str]:
        return -self.opponents.average, -self.head_to_head.total(character), self.draw


class Standings:
    """Everybody with a tally, in order.

    `lines_of(characters)` gives every line of all games in which any of them sat. It is called once per
    question, however many characters that is about, and not at all if nobody is level.
    """

    def __init__(
        self,
        tallies: Iterable[Tally],
        counting: Counting,
        draw_seed: str,
        lines_of: LinesOf,
        lots: Mapping[int, int] | None = None,
    ) -> None:
        self.tallies = {tally.character: tally for tally in tallies}
        self.counting = counting
        self.draw_seed = draw_seed
        self._lines_of = lines_of
        self._lots = lots or {}
        self._late: dict[int, Late] = {}
        self._shared: dict[int, int] = {}  # the first place of characters that only the draw separates
        self._put_in_order(self._sorted_keys())

    def _put_in_order(self, keys: list[Key]) -> None:
        self._keys = keys
        self._order = [key[-1] for key in keys]
        self._index = {character: place for place, character in enumerate(self._order)}
        self._level: dict[int, range] = {}  # the places of those level after the first three tie-breaks
        for places in runs(keys):
            self._level.update((self._order[place], places) for place in places)

    def _sorted_keys(self) -> list[Key]:
        # A common denominator keeps averages whole numbers: exact, and far quicker to compare than fractions.
        divisors = {tally.games: tally.divisor for tally in self.tallies.values()}
        self._whole = lcm(*divisors.values())
        self._per_game = {games: self._whole // divisor for games, divisor in divisors.items()}
        return sorted(self._keys_of(self.tallies.values()))

    def _keys_of(self, tallies: Iterable[Tally]) -> Iterator[Key]:
        per_game = self._per_game
        per_point = per_game if self.counting.mode == "average" else dict.fromkeys(per_game, 1)
        return (
            (-points * per_point[games], -wins, -share * per_game[games], character)
            for character, games, wins, points, share in tallies
        )

    def changed(self, tallies: Collection[Tally], gone: Collection[int] = ()) -> "Standings":
        """Return standings with these tallies in place of the same characters' old ones, and without characters who are
        gone. The order of all others is kept."""
        other, new = self.unsettled(), {tally.character: tally for tally in tallies}
        other.tallies = {who: tally for who, tally in (self.tallies | new).items() if who not in gone}
        if all(self._whole % tally.divisor == 0 for tally in tallies):
            other._per_game = self._per_game | {tally.games: self._whole // tally.divisor for tally in tallies}
            unchanged = [key for key in self._keys if key[-1] not in new and key[-1] not in gone]
            other._put_in_order(sorted([*unchanged, *other._keys_of(tallies)]))
        else:
            other._put_in_order(other._sorted_keys())
        return other

    def lot_of(self, character: int) -> int:
        """Return the number that the draw of lots takes: that of the character unless another one is given."""
        return self._lots.get(character, character)

    def unsettled(self) -> "Standings":
        """Return the same with no late tie-break worked out, without sorting again. Not for standings that are
        settled."""
        other = copy(self)
        other._order, other._index = self._order.copy(), self._index.copy()
        other._late, other._shared = {}, {}
        return other

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, character: int) -> bool:
        return character in self.tallies

    def __iter__(self) -> Iterator[int]:
        """Return an iterator over the characters from first to last."""
        self.settle(self._order)
        return iter(self._order)

    @property
    def version(self) -> str:
        """Return a text that changes as soon as any row or the order does."""
        rows = [tuple(self.tallies[character]) for character in self]
        content = (self.counting.mode, self.counting.best_of, self.draw_seed, rows)
        return sha256(repr(content).encode()).hexdigest()[:16]

    @property
    def order(self) -> Sequence[int]:
        """Return the characters from first to last, of which only settled ones are in their final position."""
        return self._order

    def index(self, character: int) -> int:
        """Return the place in the order, from 0. It is final once the character is settled; before, late ties may
        change it."""
        return self._index[character]

    def positions(self, characters: Collection[int]) -> dict[int, int]:
        """Return the positions of those among `characters` who have a game."""
        ranked = [character for character in characters if character in self.tallies]
        self.settle(ranked)
        return {character: self._index[character] + 1 for character in ranked}

    def rows(self, characters: Collection[int]) -> list[Standing]:
        """Return the rows of these characters in the order of the standings, with the tie-breaks that were needed."""
        self.settle(characters)
        return [self._row(character) for character in sorted(characters, key=self.index)]

    def explained(self, characters: Collection[int]) -> list[Standing]:
        """Return the same with every tie-break, needed or not."""
        places = ((character, self._index[character]) for character in characters)
        self._work_out({self._level.get(character, range(place, place + 1)) for character, place in places})
        return self.rows(characters)

    def around(self, character: int) -> list[Standing]:
        """Return the character's row with those above and below, if there are such, and every tie-break."""
        self.settle([character])
        place = self._index[character]
        edges = self._order[max(place - 1, 0)], self._order[min(place + 1, len(self) - 1)]
        self.explained({*edges, character})  # settling may bring forward another of those level next door
        return self.explained(self._order[max(place - 1, 0) : place + 2])

    def settle(self, characters: Iterable[int]) -> None:
        """Work out the late tie-breaks for these characters and all who are level with them."""
        self._work_out({self._level[character] for character in characters if character in self._level})

    def _work_out(self, groups: set[range]) -> None:
        open_groups = [places for places in groups if self._order[places.start] not in self._late]
        tied = [self._order[place] for places in open_groups for place in places]
        if not tied:
            return
        tables = TablesPlayed.of(self._lines_of(tied))
        # Whose first game came between two questions has no tally yet; the next read has it.
        met = opponents(tables, tied, totals_of(self.tallies, tables.games, self.counting))
        for places in open_groups:
            self._order_group(places, met, tables)

    def _order_group(self, places: range, met: dict[int, Opponents], tables: TablesPlayed) -> None:
        group = sorted(self._order[places.start : places.stop], key=lambda character: -met[character].average)
        for _, level in groupby(group, key=lambda character: met[character].average):
            tied = list(level)
            games = head_to_head(tables, tied)
            for character in tied:
                self._late[character] = Late(met[character], games, draw(self.draw_seed, self.lot_of(character)))
        keys = {character: self._late[character].key(character) for character in group}
        group.sort(key=keys.__getitem__)
        self._order[places.start : places.stop] = group
        self._index.update(zip(group, places, strict=True))
        for _, level in groupby(group, key=lambda character: keys[character][:2]):
            tied = list(level)
            self._shared.update(dict.fromkeys(tied, self._index[tied[0]]))

    def _row(self, character: int) -> Standing:
        place = self._index[character]
        return Standing(
            position=place + 1,
            position_before_draw=self._shared.get(character, place) + 1,
            tally=self.tallies[character],
            decided_by=self.decided_by(place) if place else "",
            tiebreaks=tuple(self._tiebreaks(character)),
        )

    def _tiebreaks(self, character: int) -> Iterator[Tiebreak]:
        tally = self.tallies[character]
        yield points_tiebreak(tally, self.counting)
        yield wins_tiebreak(tally)
        yield share_tiebreak(tally)
        late = self._late.get(character)
        if late is not None:
            yield opponents_tiebreak(late.opponents)
            yield head_to_head_tiebreak(character, late.head_to_head)
            yield draw_tiebreak(self.draw_seed, self.lot_of(character))

    def decided_by(self, place: int) -> str:
        """Return the tie-break between the row at `place` (from 1) and the one above. Both must be settled."""
        above, below = self._key(self._order[place - 1]), self._key(self._order[place])
        figures = zip(TIEBREAKS, above, below, strict=False)  # an unneeded tie-break may be missing from one
        return next(name for name, first, second in figures if first != second)

    def _key(self, character: int) -> tuple[object, ...]:
        tally = self.tallies[character]
        late = self._late.get(character)
        early = total(tally, self.counting), tally.wins, Fraction(tally.share, tally.divisor)
        return early + late.key(character) if late is not None else early


def runs(keys: Sequence[Key]) -> Iterator[range]:
    """Yield the stretches of two or more sorted keys that differ in nothing but their last figure."""
    start = 0
    for place, (first, second) in enumerate(pairwise(keys), 1):
        if first[0] != second[0] or first[:-1] != second[:-1]:
            if place - start > 1:
                yield range(start, place)
            start = place
    if len(keys) - start > 1:
        yield range(start, len(keys))


def best_tallies(groups: Iterable[Group], best_of: int) -> Iterator[Tally]:
    """Yield one tally per character, in which only the best games count, from groups of games that were worth the same.

    A character's groups are together, those worth most first. Most games are worth one of few different points, so
    groups are a tenth of the results, and a day's games can be taken off them without another look at the rest.
    """
    for character, mine in groupby(groups, key=itemgetter(0)):
        games = wins = points = shares = 0
        for _, each, number, firsts, share in mine:
            points += each * max(min(number, best_of - games), 0)
            games += number
            wins += firsts
            shares += share
        yield Tally(character, games, wins, points, shares)


def without(groups: Iterable[Group], played: Sequence[Played]) -> Iterator[Group]:
    """Yield the groups of the players of these games as they are without them, in the same order."""
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

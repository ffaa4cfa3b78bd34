"""Tables in the making: exchanging two people at a time while the cost falls.

The whole cost of a table is one number in which an earlier part always outweighs all later ones, so comparing numbers
compares costs part by part. Only what an exchange changes is worked out again.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import add

from league.tournaments.draws.rules.chance import Chance, SearchEffort
from league.tournaments.draws.rules.field import Field, FieldPlayer
from league.tournaments.draws.rules.seating import SeatCosts, seat_prices

# What one unit of each part of the cost weighs. No part adds up to one unit of the part after it.
SEATS = 1  # seat prices: the fourth power of how many more times somebody sat there than in their least-used seat
GROUPS = 1 << 40  # clubs and households shared by a pair
SPREAD = 1 << 60  # 1/840 table points between first and last
CONSECUTIVE = 1 << 100  # pairs that met in the round before
REPEAT = 1 << 130  # pairs that have met, each times the square of its meetings with this one
BAN = 1 << 160  # pairs that must not meet
HELPS = CONSECUTIVE // 2  # a saving beyond any spread: somebody has been parted


@dataclass(frozen=True, slots=True)
class Left:
    """The people left at a table without somebody: their least and most points, and what they cost among themselves."""

    table: Sequence[int]
    rest: list[int]
    low: int
    high: int
    conflict: int


class Swapping:
    """People by their place in `people` (best first) at `tables`; `short` tells which tables are short.

    Those who sit out are the last table where `byes` says so. It costs nothing, and nobody comes or goes but to part
    people who should not meet. A short seat and a bye only pass between people who have been short as often, unless it
    takes that to keep a ban.
    """

    def __init__(
        self,
        field: Field,
        people: Sequence[FieldPlayer],
        tables: list[list[int]],
        short: Sequence[bool],
        search: SearchEffort,
        *,
        byes: bool,
    ) -> None:
        self.field = field
        self.search = search
        self.people = people
        self.tables = tables
        self.short = short
        self.out = len(tables) - 1 if byes else -1
        self.mending = False
        self.near = search.near + search.wider // len(tables)
        self.table_of = {who: number for number, table in enumerate(tables) for who in table}
        self.points = [player.points for player in people]
        self.shorts = [player.shorts for player in people]
        self.clubs = [player.groups for player in people]
        self.has_clubs = any(self.clubs)
        self.seat_costs = SeatCosts([seat_prices(player, field.table_size) for player in people])
        self.apart = self._apart()
        self.level = self._level()
        self._left: dict[int, Left] = {}
        self.values = [self.value(number, table) for number, table in enumerate(tables)]

    def _apart(self) -> list[dict[int, int]]:
        """Return for each person what it costs to meet others; most meet at no cost."""
        number = {player.id: place for place, player in enumerate(self.people)}
        apart: list[dict[int, int]] = [{} for _ in self.people]
        field = self.field
        pairs = chain(
            ((two, REPEAT * (times + 1) ** 2) for two, times in field.meetings.items() if times),
            ((two, CONSECUTIVE) for two in field.last_met),
            ((two, BAN) for two in field.bans),
        )
        for (person, other), price in pairs:
            if person in number and other in number:
                first, second = number[person], number[other]
                apart[first][second] = apart[first].get(second, 0) + price
                apart[second][first] = apart[first][second]
        return apart

    def _level(self) -> dict[int, list[int]]:
        level: dict[int, list[int]] = {}
        for who, points in enumerate(self.points):
            level.setdefault(points, []).append(who)
        return level

    def conflict(self, table: Sequence[int]) -> int:
        """Return the part of the cost that comes from people who should not meet."""
        total = 0
        for place, who in enumerate(table):
            apart = self.apart[who]
            for other in table[:place]:
                if other in apart:
                    total += apart[other]
        return total

    def value(self, number: int, table: Sequence[int]) -> int:
        return self._of_company(number, table) + self._of_seats(number, table)

    def _of_company(self, number: int, table: Sequence[int]) -> int:
        if number == self.out:
            return 0
        points = [self.points[who] for who in table]
        total = SPREAD * (max(points) - min(points))
        if self.has_clubs:
            total += GROUPS * self._shared(table)
        return total + self.conflict(table)

    def _of_seats(self, number: int, table: Sequence[int]) -> int:
        if number == self.out or not self.field.seats_matter:
            return 0
        return SEATS * self.seat_costs(table)

    def _shared(self, table: Sequence[int]) -> int:
        clubs = [self.clubs[who] for who in table]
        return sum(len(mine & other) for place, mine in enumerate(clubs) if mine for other in clubs[place + 1 :])

    def may_change(self, person: int, other: int) -> bool:
        mine, theirs = self.table_of[person], self.table_of[other]
        if mine == theirs or (self.out in (mine, theirs) and not self.mending):
            return False
        if self.short[mine] == self.short[theirs] or self.shorts[person] == self.shorts[other]:
            return True
        return self.mending and self._clash(person, self.tables[mine]) >= BAN

    def swap(self, person: int, other: int) -> None:
        mine, theirs = self.table_of[person], self.table_of[other]
        self.tables[mine] = [other if who == person else who for who in self.tables[mine]]
        self.tables[theirs] = [person if who == other else who for who in self.tables[theirs]]
        self.table_of[person], self.table_of[other] = theirs, mine
        for number in (mine, theirs):
            self.values[number] = self.value(number, self.tables[number])

    def best_swap(self, person: int, others: Iterable[int]) -> tuple[int, int]:
        """Return the most that an exchange of `person` saves, and the other to exchange with (0 and `person` if no
        exchange saves anything)."""
        mine, out, values = self.table_of[person], self.out, self.values
        here, most, best = self._without(person), 0, person
        for other in others:
            theirs = self.table_of[other]
            changes_short = self.short[theirs] != self.short[mine] or out in (mine, theirs)
            if theirs == mine or (changes_short and not self.may_change(person, other)):
                continue
            limit = values[mine] + values[theirs] - most
            there = self._without(other) if theirs != out else None
            price = self._spread(here, other) + (self._spread(there, person) if there else 0)
            if price >= limit:
                continue
            price += self._price_of_joining(here, other) + (self._price_of_joining(there, person) if there else 0)
            if price < limit and self.field.seats_matter:
                price += self._price_of_seats(here, other) + (self._price_of_seats(there, person) if there else 0)
            if price < limit:
                most, best = values[mine] + values[theirs] - price, other
        return most, best

    def _without(self, who: int) -> Left:
        table = self.tables[self.table_of[who]]  # another list after every exchange
        left = self._left.get(who)
        if left is None or left.table is not table:
            rest = [other for other in table if other != who]
            points = [self.points[other] for other in rest]
            left = self._left[who] = Left(table, rest, min(points), max(points), self.conflict(rest))
        return left

    def _spread(self, left: Left, who: int) -> int:
        """Return the part of a table's value, once somebody joins, that is cheap to compute; the three parts add up to
        the value."""
        points, low, high = self.points[who], left.low, left.high
        return left.conflict + SPREAD * ((points if points > high else high) - (points if points < low else low))

    def _price_of_joining(self, left: Left, who: int) -> int:
        shared = GROUPS * self._shared([*left.rest, who]) if self.has_clubs else 0
        return shared + self._clash(who, left.rest)

    def _price_of_seats(self, left: Left, who: int) -> int:
        least: int = min(map(add, self.seat_costs.beside(left.rest), self.seat_costs.prices[who]))
        return SEATS * least

    def _clash(self, who: int, table: Sequence[int]) -> int:
        total, apart = 0, self.apart[who]
        for other in table:
            if other in apart:
                total += apart[other]
        return total

    def mend(self, rng: Chance) -> None:
        """Part those who should not meet, with the nearest exchange that helps; shake what is banned and stuck."""
        self.mending = True
        self._mend_all(self._in_conflict())
        for _ in range(self.search.shakes):
            stuck = [number for number in self._in_conflict() if self.values[number] >= BAN]
            if not stuck:
                break
            for number in stuck:
                person, other = rng.choice(self.tables[number]), rng.below(len(self.people))
                if self.may_change(person, other):
                    self.swap(person, other)
            self._mend_all(self._in_conflict())
        self.mending = False

    def _in_conflict(self) -> list[int]:
        return [number for number, value in enumerate(self.values) if value >= CONSECUTIVE]

    def _mend_all(self, waiting: list[int]) -> None:
        tries = self.search.mending * (len(waiting) + 1)
        while waiting and tries:
            tries -= 1
            number = waiting.pop(0)
            changed = self._mend(number)
            waiting += [table for table in changed if self.values[table] >= CONSECUTIVE and table not in waiting]

    def _mend(self, number: int) -> tuple[int, ...]:
        """Return the tables that changed; empty if no exchange helps."""
        table = self.tables[number]
        guilty = [who for who in table if self._clash(who, table)]
        for ring in (*self.search.rings, len(self.tables)):
            near = range(max(0, number - ring), min(len(self.tables), number + ring + 1))
            tried = near if self.out < 0 else (*near, self.out)
            others = [who for other in tried if other != number for who in self.tables[other]]
            most, other, person = max(
                ((*self.best_swap(person, others), person) for person in guilty), default=(0, 0, 0)
            )
            if most > HELPS:
                theirs = self.table_of[other]
                self.swap(person, other)
                return number, theirs
        return ()

    def polish(self, waiting: Iterable[int] | None = None, sweeps: int = 6) -> None:
        """Improve the rest, table by table, with people nearby or level on points, until nothing changes."""
        waiting = [number for number in waiting or range(len(self.tables)) if self.values[number]]
        for _ in range(sweeps):
            touched: set[int] = set()
            for number in waiting:
                if self.values[number]:
                    touched |= self._polish(number)
            waiting = sorted(number for number in touched if self.values[number])
            if not waiting:
                return

    def anneal(self, rng: Chance, times: int) -> None:
        """Leave a dead end: exchange some people near a table that could be better, settle, keep what is cheaper."""
        patience = self.search.patience
        for _ in range(times):
            worst = [number for number, value in enumerate(self.values) if value]
            if not worst or not patience:
                return
            before, cost = (self.tables[:], self.table_of.copy(), self.values[:]), sum(self.values)
            number = rng.choice(worst)
            touched = {number}
            for _ in range(1 + rng.below(3)):
                person = rng.choice(self.tables[number])
                low, high = max(0, number - 3), min(len(self.tables) - 1, number + 3)
                other = rng.choice(self.tables[low + rng.below(high - low + 1)])
                if self.may_change(person, other):
                    touched |= {self.table_of[person], self.table_of[other]}
                    self.swap(person, other)
            self.polish(sorted(touched), sweeps=3)
            patience = self.search.patience if sum(self.values) < cost else patience - 1
            if sum(self.values) > cost:
                self.tables, self.table_of, self.values = before

    def _polish(self, number: int) -> set[int]:
        touched: set[int] = set()
        for person in list(self.tables[number]):
            if not self.values[number] or self.table_of[person] != number:
                continue
            saved, other = self.best_swap(person, self._candidates(person))
            if saved:
                touched |= {number, self.table_of[other]}
                self.swap(person, other)
        return touched

    def _candidates(self, person: int) -> Iterator[int]:
        number = self.table_of[person]
        level, most = self.level[self.points[person]], self.search.level
        middle = level.index(person) if len(level) > most else 0
        start = max(0, min(middle - most // 2, len(level) - most))
        yield from level[start : start + most]
        for other in range(max(0, number - self.near), min(len(self.tables), number + self.near + 1)):
            for who in self.tables[other]:
                if self.points[who] != self.points[person]:
                    yield who

"""Tables in the making: exchanging two people at a time while the cost falls.

The whole cost of a table is one number in which an earlier part always outweighs all later ones, so comparing numbers
compares costs part by part. Only what an exchange changes is worked out again.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from league.rules.draws.field import Field, Player
from league.rules.draws.seating import SeatCosts, seat_prices

SEATS, GROUPS, SPREAD = 1, 1 << 40, 1 << 60
CONSECUTIVE = 1 << 100
REPEAT = CONSECUTIVE << 30
BAN = REPEAT << 30
RINGS = (3, 12, 60)
NEAR, LEVEL = 2, 48


class Swapping:
    """People by their place in `people` (best first) at `tables`; `rooms` tells which tables are short.

    Table -1 stands for sitting out: it costs nothing, but changes hands only to part people who should not meet.
    """

    def __init__(self, field: Field, people: Sequence[Player], tables: list[list[int]], short: Sequence[bool]) -> None:
        self.field = field
        self.people = people
        self.tables = tables
        self.short = short
        self.table_of = {who: number for number, table in enumerate(tables) for who in table}
        self.points = [player.points for player in people]
        self.shorts = [player.shorts for player in people]
        self.prices = [seat_prices(player, field.table_size) for player in people]
        self.clubs = [player.groups for player in people]
        self.has_clubs = any(self.clubs)
        self.seat_costs = SeatCosts()
        self.apart = self._apart()
        self.level = self._level()
        self.values = [self.value(number, table) for number, table in enumerate(tables)]

    def _apart(self) -> list[dict[int, int]]:
        """For each person what it costs to meet others; most meet at no cost."""
        number = {player.id: place for place, player in enumerate(self.people)}
        apart: list[dict[int, int]] = [{} for _ in self.people]
        field = self.field
        pairs = chain(
            ((two, REPEAT * (times + 1) ** 2) for two, times in field.meetings.items() if times),
            ((two, CONSECUTIVE) for two in field.last_met),
            ((two, BAN) for two in field.bans),
        )
        for (one, other), price in pairs:
            if one in number and other in number:
                first, second = number[one], number[other]
                apart[first][second] = apart[first].get(second, 0) + price
                apart[second][first] = apart[first][second]
        return apart

    def _level(self) -> dict[int, list[int]]:
        level: dict[int, list[int]] = {}
        for who, points in enumerate(self.points):
            level.setdefault(points, []).append(who)
        return level

    def conflict(self, table: Sequence[int]) -> int:
        """The part of the cost that comes from who should not meet."""
        total = 0
        for place, who in enumerate(table):
            apart = self.apart[who]
            if apart:
                for other in table[place + 1 :]:
                    total += apart.get(other, 0)
        return total

    def value(self, number: int, table: Sequence[int]) -> int:
        points = [self.points[who] for who in table]
        total = SPREAD * (max(points) - min(points)) if points else 0
        if self.has_clubs:
            total += GROUPS * self._shared(table)
        if self.field.seats_matter:
            total += self.seat_costs([self.prices[who] for who in table])
        return total + self.conflict(table)

    def _shared(self, table: Sequence[int]) -> int:
        clubs = [self.clubs[who] for who in table]
        return sum(len(mine & other) for place, mine in enumerate(clubs) if mine for other in clubs[place + 1 :])

    def may_change(self, one: int, other: int) -> bool:
        """A short seat only goes to somebody who has had as many of them."""
        mine, theirs = self.table_of[one], self.table_of[other]
        return mine != theirs and (
            self.shorts[one] == self.shorts[other] or self.short[mine] == self.short[theirs]
        )

    def tried(self, one: int, other: int) -> tuple[int, int]:
        """The values of their two tables if they changed places."""
        mine, theirs = self.table_of[one], self.table_of[other]
        first = [other if who == one else who for who in self.tables[mine]]
        second = [one if who == other else who for who in self.tables[theirs]]
        return self.value(mine, first), self.value(theirs, second)

    def swap(self, one: int, other: int) -> None:
        mine, theirs = self.table_of[one], self.table_of[other]
        self.tables[mine] = [other if who == one else who for who in self.tables[mine]]
        self.tables[theirs] = [one if who == other else who for who in self.tables[theirs]]
        self.table_of[one], self.table_of[other] = theirs, mine
        for number in (mine, theirs):
            self.values[number] = self.value(number, self.tables[number])

    def best_swap(self, one: int, others: Iterable[int]) -> tuple[int, int]:
        """The exchange of `one` that saves most, and how much that is (0: none does)."""
        mine = self.table_of[one]
        before, rest = self.values[mine], [who for who in self.tables[mine] if who != one]
        most, found = 0, one
        for other in others:
            if not self.may_change(one, other):
                continue
            theirs = self.table_of[other]
            gain = before + self.values[theirs] - most
            if self._clash(other, rest) > gain:
                continue
            first = self.value(mine, [*rest, other])
            if first >= gain:
                continue
            second = self.value(theirs, [one if who == other else who for who in self.tables[theirs]])
            if first + second < gain:
                most, found = before + self.values[theirs] - first - second, other
        return most, found

    def _clash(self, who: int, table: Sequence[int]) -> int:
        apart = self.apart[who]
        return sum(apart.get(other, 0) for other in table) if apart else 0

    def mend(self) -> None:
        """Part those who should not meet, with the nearest exchange that helps."""
        waiting = [number for number, table in enumerate(self.tables) if self.conflict(table)]
        tries = 40 * len(waiting) + 40
        while waiting and tries:
            tries -= 1
            number = waiting.pop(0)
            changed = self._mend(number)
            waiting += [table for table in changed if self.conflict(self.tables[table]) and table not in waiting]

    def _mend(self, number: int) -> tuple[int, ...]:
        table = self.tables[number]
        guilty = [who for who in table if self._clash(who, table)]
        for ring in (*RINGS, len(self.tables)):
            near = range(max(0, number - ring), min(len(self.tables), number + ring + 1))
            others = [who for other in near if other != number for who in self.tables[other]]
            found = max((self.best_swap(one, others) + (one,) for one in guilty), default=(0, 0, 0))
            most, other, one = found
            if most >= CONSECUTIVE // 2 and self._parts(one, other):
                theirs = self.table_of[other]
                self.swap(one, other)
                return number, theirs
        return ()

    def _parts(self, one: int, other: int) -> bool:
        mine, theirs = self.table_of[one], self.table_of[other]
        before = self.conflict(self.tables[mine]) + self.conflict(self.tables[theirs])
        first = [other if who == one else who for who in self.tables[mine]]
        second = [one if who == other else who for who in self.tables[theirs]]
        return self.conflict(first) + self.conflict(second) < before

    def polish(self, sweeps: int = 6) -> None:
        """Better what is left, table by table, with people near by or level on points, until nothing changes."""
        waiting = [number for number, value in enumerate(self.values) if value]
        for _ in range(sweeps):
            touched: set[int] = set()
            for number in waiting:
                if self.values[number]:
                    touched |= self._polish(number)
            waiting = sorted(number for number in touched if self.values[number])
            if not waiting:
                return

    def _polish(self, number: int) -> set[int]:
        touched: set[int] = set()
        for one in list(self.tables[number]):
            if not self.values[number] or self.table_of[one] != number:
                continue
            saved, other = self.best_swap(one, self._candidates(one))
            if saved:
                touched |= {number, self.table_of[other]}
                self.swap(one, other)
        return touched

    def _candidates(self, one: int) -> Iterator[int]:
        number = self.table_of[one]
        level = self.level[self.points[one]]
        middle = level.index(one) if len(level) > LEVEL else 0
        start = max(0, min(middle - LEVEL // 2, len(level) - LEVEL))
        yield from level[start : start + LEVEL]
        for other in range(max(0, number - NEAR), min(len(self.tables), number + NEAR + 1)):
            for who in self.tables[other]:
                if self.points[who] != self.points[one]:
                    yield who

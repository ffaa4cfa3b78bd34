"""Drawing one round. By standings: seat the short tables, cut the standings, swap while the cost falls. In a knock-out:
the best seeds wait or spread over the tables, and the winner of each goes through."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from operator import add
from typing import Any

from engine.translatable import said, said_of
from league.tournaments.draws.rules.chance import SEARCH, Chance, SearchEffort
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, FieldPlayer, Pair, pair
from league.tournaments.draws.rules.seating import SeatCosts, seat_prices, seat_table
from league.tournaments.draws.rules.sources import field_in, locked_in
from league.tournaments.formats.format import Sizes, knockout, sizes


class BannedPairs(ValueError):
    """No draw was found that keeps these `pairs` of ids apart."""

    def __init__(self, pairs: Collection[Pair]) -> None:
        self.pairs = tuple(sorted(pairs))
        named = ", ".join(f"{who} and {other}" for who, other in self.pairs)
        super().__init__(f"These characters must not meet, and no draw was found that keeps them apart: {named}.")


# Tables in the making: two people are exchanged at a time while the cost falls. The whole cost of a table is one number
# in which an earlier part always outweighs all later ones, so comparing numbers compares costs part by part. Only what
# an exchange changes is worked out again. What one unit of each part weighs; no part adds up to one unit of the next:
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

    People who sit out are the last table if `byes` says so. It costs nothing, and nobody comes or goes but to part
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
        """Part people who should not meet, with the nearest exchange that helps; shake what is banned and stuck."""
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


def draw_round(field: Field, seed: str, locked: Sequence[DrawnTable] = (), search: SearchEffort = SEARCH) -> DrawnRound:
    """Return the round for this field. `locked` tables stay as they are, in front.

    Raise ValueError if the numbers do not work out, BannedPairs if the bans do not.
    """
    people, needed = to_draw(field, locked)
    if not people:
        return DrawnRound(tuple(locked))
    rank = ranks(field, search.stream(seed))
    order = sorted(people, key=lambda player: rank[player.id])
    tables, short = cut(field, order, needed)
    place = {player.id: number for number, player in enumerate(order)}
    numbered = [[place[player.id] for player in table] for table in tables]
    swapping = Swapping(field, order, numbered, short, search, byes=bool(needed.byes))
    swapping.mend(search.stream(seed, "mend"))
    swapping.polish()
    times = min(search.tries, search.effort // (len(order) * field.table_size**2))
    swapping.anneal(search.stream(seed, "anneal"), times)
    groups = [[order[who] for who in table] for table in swapping.tables]
    byes = sorted(groups.pop(), key=lambda player: rank[player.id]) if needed.byes else []
    drawn = [
        DrawnTable(seat_table(field, group, 1 if short[number] and needed.bots else 0, rank.__getitem__))
        for number, group in enumerate(groups)
    ]
    refuse_bans(field, drawn)
    return DrawnRound((*locked, *drawn), tuple(player.id for player in byes))


def rank_and_cut(field: Field, seed: str, search: SearchEffort = SEARCH) -> DrawnRound:
    """Return the draw that results from cutting the standings into tables and nothing else, small tables and byes
    last."""
    order_of = ranks(field, search.stream(seed))
    order = [player.id for player in sorted(field.players, key=lambda player: order_of[player.id])]
    needed = sizes(len(order), field.table_size, shortfall=field.shortfall, least=field.least)
    playing = order[: len(order) - needed.byes]
    lengths = [field.table_size] * needed.full + [field.table_size - 1] * (needed.small + needed.bots)
    tables, start = [], 0
    for length in lengths:
        bots = (None,) if needed.bots and length < field.table_size else ()
        tables.append(DrawnTable((*playing[start : start + length], *bots)))
        start += length
    return DrawnRound(tuple(tables), tuple(order[len(playing) :]))


def to_draw(field: Field, locked: Sequence[DrawnTable]) -> tuple[list[FieldPlayer], Sizes]:
    """Return who is not at a locked table, and the tables that they need."""
    ids = {player.id for player in field.players}
    held = [who for table in locked for who in table.players]
    if len(set(held)) < len(held) or not ids.issuperset(held):
        raise ValueError(said("A locked table has somebody who is not in the round, or is at two tables."))
    people = [player for player in field.players if player.id not in set(held)]
    whole = sizes(len(ids), field.table_size, shortfall=field.shortfall, least=field.least)
    full = sum(not table.is_short(field.table_size) for table in locked)
    bots = sum(None in table.seats for table in locked)
    left = Sizes(whole.full - full, whole.small - (len(locked) - full - bots), whole.bots - bots, whole.byes)
    size = field.table_size
    seats = left.full * size + (left.small + left.bots) * (size - 1) + left.byes
    if min(left.full, left.small, left.bots) < 0 or seats != len(people):
        if not people:
            return people, Sizes(0, 0, 0, 0)
        left = _sizes_around(field, len(people))
    return people, left


def _sizes_around(field: Field, people: int) -> Sizes:
    if people == field.table_size - 1 >= max(field.least, 2):
        return Sizes(0, 1, 0, 0) if field.shortfall == "mixed" else Sizes(0, 0, 1, 0)
    try:
        return sizes(people, field.table_size, shortfall=field.shortfall, least=field.least)
    except ValueError:
        text = said_of(
            people,
            "{count} character is left besides the locked tables, too few for a table of {size}. Unlock a table.",
            "{count} characters are left besides the locked tables, too few for a table of {size}. Unlock a table.",
            size=field.table_size,
        )
        raise ValueError(text) from None


def ranks(field: Field, chance: Chance) -> dict[int, int]:
    """Return the order of the standings; those on one position, and everybody while all are level, in an order by the
    seed."""
    shuffled = sorted(field.players, key=lambda player: player.id)
    chance.shuffle(shuffled)
    lots = {player.id: number for number, player in enumerate(shuffled)}
    level = len({player.points for player in field.players}) == 1
    order = sorted(field.players, key=lambda player: (0 if level else player.position, lots[player.id]))
    return {player.id: number for number, player in enumerate(order)}


def cut(field: Field, order: list[FieldPlayer], needed: Sizes) -> tuple[list[list[FieldPlayer]], list[bool]]:
    """Return tables from the top down, with people who sit out as one more at the end, and which of them are short.

    Byes and short tables go to the people who have been short least, from the bottom up; the others are cut in order.
    """
    place = {player.id: number for number, player in enumerate(order)}
    byes = sorted(order, key=lambda player: (player.shorts, -place[player.id]))[: needed.byes]
    rest = [player for player in order if player not in byes]
    tables: list[tuple[list[FieldPlayer], bool]] = []
    for _ in range(needed.small + needed.bots):
        company = _company(rest, field.table_size - 1)
        tables.append((company, True))
        taken = {player.id for player in company}
        rest = [player for player in rest if player.id not in taken]
    size = field.table_size
    tables += [(rest[start : start + size], False) for start in range(0, len(rest), size)]
    tables.sort(key=lambda entry: Fraction(sum(place[player.id] for player in entry[0]), len(entry[0])))
    tables += [(byes, True)] if byes else []
    return [table for table, _ in tables], [short for _, short in tables]


def _company(order: list[FieldPlayer], size: int) -> list[FieldPlayer]:
    """Return `size` people who have been short least: all who must be, then the closest on points, then the lowest."""
    counts = sorted(player.shorts for player in order)
    due = counts[size - 1]
    must = [player for player in order if player.shorts < due]
    pool = [player for player in order if player.shorts == due]
    free = size - len(must)

    def gap(start: int) -> tuple[int, int]:
        points = [player.points for player in (*must, *pool[start : start + free])]
        return max(points) - min(points), -start

    start = min(range(len(pool) - free + 1), key=gap)
    return must + pool[start : start + free]


def refuse_bans(field: Field, tables: Sequence[DrawnTable]) -> None:
    """Raise BannedPairs if two sit together who must not meet."""
    pairs = (pair(who, other) for table in tables for who, other in combinations(table.players, 2))
    banned = [two for two in pairs if two in field.bans]
    if banned:
        raise BannedPairs(banned)


def knock_out_draw(source: Mapping[str, Any], chance: Chance) -> DrawnRound:
    """Draw a knock-out by seeding; seats are dealt as evenly as they have been so far."""
    field, locked = field_in(source), locked_in(source)
    held = {who for table in locked for who in table.players} | set(source["byes"])
    seeds = [player.id for player in field.players if player.id not in held]
    rooms = source.get("rooms")
    dealt = _dealt(seeds, rooms) if rooms else knockout_round(seeds, field.table_size, field.least)
    player_of = {player.id: player for player in field.players}
    order = sorted(player_of)
    chance.shuffle(order)
    tables = (
        DrawnTable(seat_table(field, [player_of[who] for who in table.players], 0, order.index))
        for table in dealt.tables
    )
    return DrawnRound((*locked, *tables), (*source["byes"], *dealt.byes))


def knockout_round(seeds: Sequence[int], table_size: int, least: int = 2) -> DrawnRound:
    """Return the tables of a knock-out from ids with the best first: byes to the top, the others dealt back and forth
    (1 to the first table, the last of the first row and the first of the second to the last one). Raise ValueError as
    `sizes` does."""
    needed = knockout(len(seeds), table_size, least)
    # Those who meet the best seed have the smaller table: it is the first to be full.
    room = [table_size - 1] * needed.small + [table_size] * needed.full
    return DrawnRound(_back_and_forth(seeds[needed.byes :], room), tuple(seeds[: needed.byes]))


def _dealt(seeds: Sequence[int], rooms: Sequence[int]) -> DrawnRound:
    """Deal the best seeds first, one to each table back and forth, until the tables are full."""
    if sum(rooms) != len(seeds):
        text = said(
            "{number} characters do not fill the {seats} seats of these tables.", number=len(seeds), seats=sum(rooms)
        )
        raise ValueError(text)
    return DrawnRound(_back_and_forth(seeds, rooms))


def _back_and_forth(seeds: Sequence[int], rooms: Sequence[int]) -> tuple[DrawnTable, ...]:
    tables: list[list[int]] = [[] for _ in rooms]
    waiting = iter(seeds)
    for row in range(max(rooms)):
        for number in range(len(rooms)) if row % 2 == 0 else reversed(range(len(rooms))):
            if len(tables[number]) < rooms[number]:
                tables[number].append(next(waiting))
    return tuple(DrawnTable(tuple(table)) for table in tables)

"""The condition on every published plan, however it was found: no exchange of two people improves it.

People are numbered by rank, the order of the draw that the seed decides. An exchange puts two people in each other's
place in every round of a plan. It is better if the plan costs less; if that stays as it is, if the round to be
played costs less; if that stays too, if better ranks sit together. So ties fall by the seed: if everybody is
level and nobody has met, ranks alone decide who meets, and neither a search nor its user has a choice.

The cost of a round is one number in which an earlier part outweighs all later ones: people kept apart, turns at a short
table or a bye, repeats, repeats of the last round, byes that were not due, points between first and last, clubs, seats,
and seats at short tables that were not due. In a plan, turns come after points, because the plan has counted them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import lcm
from operator import add

from league.tournaments.draws.rules.field import Field, FieldPlayer
from league.tournaments.draws.rules.planning import BANNED, SHORT, SHORT_NOW
from league.tournaments.draws.rules.seating import SeatCosts, seat_prices

Rounds = list[list[list[int]]]
# What one unit of each part of the cost weighs. No part adds up to one unit of the part after it.
NOT_DUE = 1  # people at a short table whose turn it was not
SEATS = 1 << 20  # seat prices, as in `pairing`; so are the other names that are used there
GROUPS = 1 << 60
TURN_OF_A_PLAN = 1 << 80  # `TURN` where there is a plan
SPREAD = 1 << 100
BYE_NOT_DUE = 1 << 140  # people without a table whose turn it was not
CONSECUTIVE = 1 << 160
REPEAT = 1 << 190
TURN = 1 << 230  # short tables, bots and byes that people at a short table, or without one, have had before
BAN = 1 << 270
REACH = 6  # tables


@dataclass(frozen=True, slots=True)
class Due:
    """Ranks that are due to sit out, or to sit at a short table, before anybody is exchanged."""

    byes: frozenset[int]
    short: frozenset[int]


@dataclass(frozen=True, slots=True)
class Prices:
    """The basis for the price of a plan of several rounds. By rank: short seats so far, and how many more of them than
    others with a similar score."""

    shorts: Sequence[int]
    undue: Sequence[int]


@dataclass(slots=True)
class Leaver:
    """Somebody who may leave a table for another: who stays, by rank, their least and most points, what `who` costs by
    having met them before, and what their `seats` cost with each of them free (worked out when asked for)."""

    who: int
    rest: list[int]
    low: int
    high: int
    clash: int
    seats: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class RankedCompany:
    """A table of a single round: its first and last rank, its least and most points, and who may leave it."""

    first: int
    last: int
    low: int
    high: int
    leavers: list[Leaver]


class Arrangement:
    """`rounds` of companies of ranks; the last company of each sits out if `byes` says so. With `prices` they are a
    plan. Only the first round will be played, or with `whole` all of them, of which then only clubs count. A short
    table and a full one exchange people also if that brings a repeat, and a plan never costs less by bringing people
    together who are kept apart."""

    def __init__(
        self,
        field: Field,
        people: Sequence[FieldPlayer],
        rounds: Rounds,
        due: Due,
        *,
        byes: bool,
        prices: Prices | None = None,
        whole: bool = False,
    ) -> None:
        self.field, self.people, self.rounds, self.due = field, people, rounds, due
        self.prices, self.whole = prices, whole
        self.out = len(rounds[0]) - 1 if byes else -1
        self.counted = range(len(rounds)) if whole else range(1)
        self.at = [{who: number for number, company in enumerate(tables) for who in company} for tables in rounds]
        self.met, self.apart = self._met(), self._apart()
        self.together = self._together()
        self.points = [player.points for player in people]
        self.shorts = [player.shorts for player in people]
        self.seat_costs = SeatCosts([seat_prices(player, field.table_size) for player in people])
        self.has_clubs = any(player.groups for player in people)
        self.turn = TURN_OF_A_PLAN if prices else TURN
        self._seen: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self._companies: dict[int, RankedCompany] = {}
        self.values = [
            [self._value(number, company) for number, company in enumerate(rounds[at])] for at in self.counted
        ]

    def settle(self) -> None:
        """Exchange two people at a time until no exchange is an improvement."""
        changed = True
        while changed:
            changed = False
            for two in self._neighbours():
                while (better := self._better_at(*two)) is not None:
                    self.exchange(*better)
                    changed = True

    def improvement(self) -> tuple[int, int] | None:
        """Return two people whose exchange would be an improvement."""
        return next((better for two in self._neighbours() if (better := self._better_at(*two)) is not None), None)

    def _neighbours(self) -> list[tuple[int, int]]:
        """Return pairs of tables of the first round that may exchange people: in a plan all of them, also within a
        table; in a single round those near each other by rank, and with every table the ones that are short, out or in
        conflict."""
        tables = self.rounds[0]
        if self.prices:
            return [(table, other) for table in range(len(tables)) for other in range(table, len(tables))]
        unit = lcm(*map(len, tables))
        place = sorted(range(len(tables)), key=lambda table: sum(tables[table]) * (unit // len(tables[table])))
        anywhere = [
            table == self.out or len(tables[table]) < self.field.table_size or self.values[0][table] >= CONSECUTIVE
            for table in place
        ]
        distant = [at for at, free in enumerate(anywhere) if free]
        pairs = []
        for at, first in enumerate(place):
            near = range(at + 1, len(place) if anywhere[at] else min(at + 1 + REACH, len(place)))
            pairs += [(first, place[other]) for other in chain(near, (far for far in distant if far >= near.stop))]
        return pairs

    def _better_at(self, table: int, other: int) -> tuple[int, int] | None:
        """Return an exchange between two tables of the first round that is an improvement."""
        tables = self.rounds[0][table], self.rounds[0][other]
        stamp = self._seen.get((table, other))
        if stamp is not None and stamp[0] is tables[0] and stamp[1] is tables[1]:
            return None
        for who, its in product(*tables) if self.prices else self._worth_trying(table, other):
            if who != its and self.is_better(who, its):
                return who, its
        if not self.prices:
            self._seen[table, other] = tables
        return None

    def _worth_trying(self, table: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield exchanges between two tables of a single round, without ones that are clearly no better."""
        mine, theirs = self.rounds[0][table], self.rounds[0][other]
        costs = self.values[0][table], self.values[0][other]
        if self.out in (table, other):
            yield from product(mine, theirs)
            return
        level, first, second = len(mine) == len(theirs), self._company(table), self._company(other)
        if not any(costs) and level and (first.last < second.first or second.last < first.first):
            return
        parts = any(cost % TURN >= CONSECUTIVE or cost >= BAN for cost in costs)
        if not parts and level and (first.high < second.low or second.high < first.low):
            return  # of tables that no score joins, any exchange adds up to more points between first and last
        widest = first.high - first.low + second.high - second.low
        limit = SPREAD * widest + sum(cost % SPREAD for cost in costs)
        turn = (len(mine) < self.field.table_size) - (len(theirs) < self.field.table_size)
        yield from self._promising(first, second, turn * self.turn, widest, limit, parts)

    def _promising(
        self, first: RankedCompany, second: RankedCompany, turn: int, widest: int, limit: int, parts: bool
    ) -> Iterator[tuple[int, int]]:
        """Yield exchanges that part people, give a short seat to somebody who has had fewer, or keep spread and seats
        within `limit`, what they cost now. `turn`: what a short seat costs more at the first table."""
        for here, there in product(first.leavers, second.leavers):
            who, its = here.who, there.who
            points, its_points = self.points[who], self.points[its]
            more = turn * (self.shorts[its] - self.shorts[who])
            changes_company = more or here.clash or there.clash
            if changes_company:
                clash = self._clash(its, here.rest) + self._clash(who, there.rest)
                change = more + clash - here.clash - there.clash
                if change < 0:
                    yield who, its
                if change:
                    continue
            spread = (
                (its_points if its_points > here.high else here.high)
                - (its_points if its_points < here.low else here.low)
                + (points if points > there.high else there.high)
                - (points if points < there.low else there.low)
            )
            if spread > widest or (not changes_company and self._would_clash(here, there)):
                continue
            price = SPREAD * spread + self._price_of_seats(here, there)
            if price < limit or (price == limit and _by_rank(first, second, here, there)):
                yield who, its

    def _company(self, table: int) -> RankedCompany:
        company = self._companies.get(table)
        if company is None:
            ranks = sorted(self.rounds[0][table])
            company = RankedCompany(ranks[0], ranks[-1], *self._range(ranks), [])
            self._companies[table] = company
            for leaver in self.rounds[0][table]:
                rest = [who for who in ranks if who != leaver]
                company.leavers.append(Leaver(leaver, rest, *self._range(rest), self._clash(leaver, rest)))
        return company

    def _range(self, company: Sequence[int]) -> tuple[int, int]:
        points = [self.points[who] for who in company]
        return min(points), max(points)

    def _clash(self, who: int, company: Sequence[int]) -> int:
        apart = self.apart[who]
        return 0 if apart.keys().isdisjoint(company) else sum(apart.get(other, 0) for other in company)

    def _would_clash(self, here: Leaver, there: Leaver) -> bool:
        """Return whether somebody would sit with a person that they should not meet."""
        return not (
            self.apart[here.who].keys().isdisjoint(there.rest) and self.apart[there.who].keys().isdisjoint(here.rest)
        )

    def _price_of_seats(self, here: Leaver, there: Leaver) -> int:
        """Return the price of seats at both tables once the two have changed places."""
        if not self.field.seats_matter:
            return 0
        costs, prices = self.seat_costs, self.seat_costs.prices
        here.seats = here.seats or costs.beside(here.rest)
        there.seats = there.seats or costs.beside(there.rest)
        least: int = min(map(add, here.seats, prices[there.who])) + min(map(add, there.seats, prices[here.who]))
        return SEATS * least

    def is_better(self, person: int, other: int) -> bool:
        """Return whether their exchange is an improvement."""
        if self.prices and self.field.bans and (change := self._change_of_bans(person, other)):
            return change < 0
        if self.prices and (change := self._change_of_price(self.prices, person, other)):
            return change < 0
        before: list[tuple[int, ...]] = []
        after: list[tuple[int, ...]] = []
        change = 0
        for number in self.counted:
            mine, theirs = self.at[number][person], self.at[number][other]
            if mine != theirs:
                old = self.rounds[number][mine], self.rounds[number][theirs]
                new = (
                    [other if who == person else who for who in old[0]],
                    [person if who == other else who for who in old[1]],
                )
                change += self._value(mine, new[0]) + self._value(theirs, new[1])
                change -= self.values[number][mine] + self.values[number][theirs]
                before += [self._order(mine, old[0]), self._order(theirs, old[1])]
                after += [self._order(mine, new[0]), self._order(theirs, new[1])]
        return change < 0 if change else sorted(after) < sorted(before)

    def exchange(self, person: int, other: int) -> None:
        swap = {person: other, other: person}
        for number, tables in enumerate(self.rounds):
            mine, theirs = self.at[number][person], self.at[number][other]
            for table in {mine, theirs}:
                tables[table] = [swap.get(who, who) for who in tables[table]]
                self._companies.pop(table, None)
            self.at[number][person], self.at[number][other] = theirs, mine
            if number in self.counted:
                for table in (mine, theirs):
                    self.values[number][table] = self._value(table, tables[table])
        if self.prices:
            self.together = self._together()

    def _order(self, table: int, company: Sequence[int]) -> tuple[int, ...]:
        """Return the key for sorting tables; people who sit out come last."""
        return (len(self.people) if table == self.out else 0, *sorted(company))

    def _value(self, table: int, company: Sequence[int]) -> int:
        shared = GROUPS * self._shared(company) if self.has_clubs and table != self.out else 0
        if self.whole:
            return shared
        people = self.people
        if table == self.out:
            not_due = sum(who not in self.due.byes for who in company)
            return BYE_NOT_DUE * not_due + self.turn * sum(people[who].shorts for who in company)
        points = [people[who].points for who in company]
        total = shared + SPREAD * (max(points) - min(points))
        if len(company) < self.field.table_size:
            total += self.turn * sum(people[who].shorts for who in company)
            total += NOT_DUE * sum(who not in self.due.short for who in company)
        for person, other in combinations(company, 2):
            if other in self.apart[person]:
                total += self.apart[person][other]
        return total + (SEATS * self.seat_costs(company) if self.field.seats_matter else 0)

    def _shared(self, company: Sequence[int]) -> int:
        return sum(
            len(self.people[person].groups & self.people[other].groups) for person, other in combinations(company, 2)
        )

    def _change_of_bans(self, person: int, other: int) -> int:
        """Return the change of banned meetings in the counted rounds."""
        change = 0
        for number in self.counted:
            for who, its in ((person, other), (other, person)):
                table = self.at[number][who]
                if table not in (self.out, self.at[number][its]):
                    rest = [each for each in self.rounds[number][table] if each != who]
                    change += self._clash(its, rest) // BAN - self._clash(who, rest) // BAN
        return change

    def _change_of_price(self, prices: Prices, person: int, other: int) -> int:
        """Return the change of price as `planning.Planning` computes it: meetings by those before, short seats by those
        before, and short seats of the first round that are another person's turn."""
        mine, theirs = self.together[person], self.together[other]
        first, second = self.met[person], self.met[other]
        change = sum(
            (theirs.get(who, 0) - mine.get(who, 0)) * (first.get(who, 0) - second.get(who, 0))
            for who in (mine.keys() | theirs.keys()) - {person, other}
        )
        often = [sum(self._is_short(number, who) for number in range(len(self.rounds))) for who in (person, other)]
        change += SHORT * (often[1] - often[0]) * (prices.shorts[person] - prices.shorts[other])
        now = self._is_short(0, other) - self._is_short(0, person)
        return change + SHORT_NOW * now * (prices.undue[person] - prices.undue[other])

    def _is_short(self, number: int, who: int) -> bool:
        table = self.at[number][who]
        return table == self.out or len(self.rounds[number][table]) < self.field.table_size

    def _met(self) -> list[dict[int, int]]:
        """Return how often they have met before, and `BANNED` more if they must not; by rank, since most pairs have
        never met."""
        rank = {player.id: at for at, player in enumerate(self.people)} if self.prices else {}
        met: list[dict[int, int]] = [{} for _ in self.people]
        for (person, other), times in chain(self.field.meetings.items(), ((two, BANNED) for two in self.field.bans)):
            if times and person in rank and other in rank:
                for mine, theirs in ((rank[person], rank[other]), (rank[other], rank[person])):
                    met[mine][theirs] = met[mine].get(theirs, 0) + times
        return met

    def _apart(self) -> list[dict[int, int]]:
        """Return what it costs that two of them meet in the round to be played."""
        rank = {player.id: at for at, player in enumerate(self.people)}
        apart: list[dict[int, int]] = [{} for _ in self.people]
        pairs = chain(
            ((two, REPEAT * (times + 1) ** 2) for two, times in self.field.meetings.items() if times),
            ((two, CONSECUTIVE) for two in self.field.last_met),
            ((two, BAN) for two in self.field.bans),
        )
        for (person, other), price in pairs:
            if person in rank and other in rank:
                for mine, theirs in ((rank[person], rank[other]), (rank[other], rank[person])):
                    apart[mine][theirs] = apart[mine].get(theirs, 0) + price
        return apart

    def _together(self) -> list[dict[int, int]]:
        """Return how often they meet in the plan."""
        together: list[dict[int, int]] = [{} for _ in self.people]
        for tables in self.rounds if self.prices else ():
            for number, company in enumerate(tables):
                if number != self.out:
                    for person, other in combinations(company, 2):
                        together[person][other] = together[person].get(other, 0) + 1
                        together[other][person] = together[other].get(person, 0) + 1
        return together


def _by_rank(first: RankedCompany, second: RankedCompany, here: Leaver, there: Leaver) -> bool:
    """Return whether better ranks sit together once these two have changed places."""
    if first.first < second.first:
        return there.who < here.who or (here.who == first.first and there.rest < here.rest)
    return here.who < there.who or (there.who == second.first and here.rest < there.rest)

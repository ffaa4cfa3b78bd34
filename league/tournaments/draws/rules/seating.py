"""Seats at one table, or for several rounds at once: everybody in a seat they have had as seldom as can be. And what a
draw costs, and leaves for the next round.

A seat costs the fourth power of how much oftener the character sat in it than in their rarest seat, so one bad seat is
worse than several that are slightly off. No two characters' costs can be traded for less at the same table.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations
from operator import add
from typing import Any

from engine.career_poker.seeding import start_positions
from league.tournaments.draws.rules.chance import Chance
from league.tournaments.draws.rules.field import Cost, DrawnRound, DrawnTable, Field, FieldPlayer, pair

EXPONENT = 4
Prices = tuple[int, ...]
ALL_ORDERS_UP_TO = 5


def seat_prices(player: FieldPlayer, table_size: int) -> Prices:
    """Return what each of `table_size` seats costs for the character; at least one is free."""
    had = (player.seats + (0,) * table_size)[:table_size]
    rarest = min(had)
    return tuple((times - rarest) ** EXPONENT for times in had)


class SeatCosts:
    """The costs of the cheapest seats, for companies of the people with these `prices`. Cached, because few people
    differ in the seats that they have had."""

    def __init__(self, prices: Sequence[Prices]) -> None:
        kinds: dict[Prices, int] = {}
        self.prices = prices
        self._kind = [kinds.setdefault(price, len(kinds)) for price in prices]
        self._of_kind = [*kinds]
        self._known: dict[tuple[int, ...], list[int]] = {}
        self._begun: dict[tuple[int, ...], dict[int, int]] = {}

    def __call__(self, company: Sequence[int]) -> int:
        """Return the cost of everybody in their best seats, the first ones of the table."""
        *rest, last = company
        least: int = min(map(add, self.beside(rest), self.prices[last]))
        return least

    def beside(self, rest: Sequence[int]) -> list[int]:
        """Return, for each seat of a table with one seat more, the cost of the rest if that seat is left free."""
        key = tuple(sorted([self._kind[who] for who in rest]))
        costs = self._known.get(key)
        if costs is None:
            seats = len(key) + 1
            least, every = self._least(key, seats), (1 << seats) - 1
            costs = self._known[key] = [least[every ^ 1 << seat] for seat in range(seats)]
        return costs

    def _least(self, key: tuple[int, ...], seats: int) -> dict[int, int]:
        """Return the least cost of people of these kinds in every set (as bits) of as many of the first `seats`
        seats."""
        if not key:
            return {0: 0}
        costs = self._begun.get((seats, *key))
        if costs is None:
            costs = self._begun[seats, *key] = {}
            options = [(1 << seat, price) for seat, price in enumerate(self._of_kind[key[-1]][:seats])]
            for taken, cost in self._least(key[:-1], seats).items():
                for seat, price in options:
                    if not taken & seat:
                        now = taken | seat
                        if now not in costs or cost + price < costs[now]:
                            costs[now] = cost + price
        return costs


def cheapest(prices: Sequence[Prices], seats: int | None = None) -> tuple[int, tuple[int, ...]]:
    """Return the least that `seats` seats can cost (as many as people by default), and who (by index) sits in each.

    Exact: the best for every set of people in the first seats, seat by seat. Negative indices mark empty seats.
    """
    people = len(prices)
    seats = people if seats is None else seats
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(seats):
        empty_after = seats - seat - 1
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            options = [(taken | 1 << who, prices[who][seat], who) for who in range(people) if not taken >> who & 1]
            if people - taken.bit_count() <= empty_after:
                options.append((taken, 0, -1))
            for now, price, who in options:
                entry = (cost + price, (*order, who))
                if now not in following or entry < following[now]:
                    following[now] = entry
        best = following
    return best[(1 << people) - 1]


def seat_table(
    field: Field, players: Sequence[FieldPlayer], bots: int, rank: Callable[[int], int]
) -> tuple[int | None, ...]:
    """Return ids in order of seats, None for a bot: the cheapest seats, then the fewest old neighbours, then by
    `rank`."""
    people = sorted(players, key=lambda player: rank(player.id))
    seats = len(people) + bots
    ids: list[int | None] = [player.id for player in people] + [None] * bots
    prices = [seat_prices(player, field.table_size) if field.seats_matter else (0,) * seats for player in people]
    if not field.neighbours_matter or seats > ALL_ORDERS_UP_TO:
        _, order = cheapest(prices, seats)
        return tuple(ids[who] if who >= 0 else None for who in order)
    prices += [(0,) * seats] * bots

    def price(order: tuple[int, ...]) -> tuple[int, int]:
        cost = sum(prices[who][seat] for seat, who in enumerate(order))
        return cost, old_neighbours(field, [ids[who] for who in order])

    return tuple(ids[who] for who in min(permutations(range(seats)), key=price))


def seated_by_position(source: Mapping[str, Any], draw: DrawnRound, chance: Chance) -> DrawnRound:
    """Return the tables that were drawn with seats from the boss down, by the last positions (Career Poker, facts
    B16)."""
    count = len(source["locked"])
    former = {who: (position, seats) for who, position, seats in source["former"]}

    def seated(table: DrawnTable) -> DrawnTable:
        held = [former.get(who) if who is not None else None for who in table.seats]
        order = start_positions(held, rng_seed=chance.seed())
        return DrawnTable(tuple(table.seats[seat] for seat in order), table.locked)

    return DrawnRound((*draw.tables[:count], *map(seated, draw.tables[count:])), draw.byes)


def old_neighbours(field: Field, seats: Sequence[int | None]) -> int:
    """Return how often people who sit side by side, the last beside the first, have done so before."""
    return sum(field.neighbours.get(pair(who, other), 0) for who, other in side_by_side(seats))


def side_by_side(seats: Sequence[int | None]) -> list[tuple[int, int]]:
    """Return pairs of characters in neighbouring seats around the table, each once."""
    around = [*seats, seats[0]] if len(seats) > 2 else list(seats)
    return [(who, other) for who, other in pairwise(around) if who is not None and other is not None]


def after(field: Field, draw: DrawnRound) -> Field:
    """Return the field once `draw` has been played, points and positions as they were."""
    met = [pair(who, other) for table in draw.tables for who, other in combinations(table.players, 2)]
    beside = [pair(who, other) for table in draw.tables for who, other in side_by_side(table.seats)]
    seat_of = {who: seat for table in draw.tables for seat, who in enumerate(table.seats) if who is not None}
    short = {who for table in draw.tables if table.is_short(field.table_size) for who in table.players} | {*draw.byes}
    return replace(
        field,
        players=tuple(_moved_on(player, seat_of.get(player.id), player.id in short) for player in field.players),
        meetings=Counter(field.meetings) + Counter(met),
        neighbours=Counter(field.neighbours) + Counter(beside),
        last_met=frozenset(met),
        rounds_left=max(field.rounds_left - 1, 1),
    )


def _moved_on(player: FieldPlayer, seat: int | None, short: bool) -> FieldPlayer:
    seats = list(player.seats)
    if seat is not None:
        seats += [0] * (seat + 1 - len(seats))
        seats[seat] += 1
    return replace(player, seats=tuple(seats), shorts=player.shorts + short)


SWEEPS = 12
EMPTY = -1
Seated = list[list[int]]


def seat_plan(had: Sequence[Sequence[int]], rounds: Sequence[Seated]) -> list[Seated]:
    """Return each table's people (EMPTY for a bot) in an order in which, over all rounds, everybody sits everywhere
    about as often. `had` counts each person's seats before."""
    count = [list(seats) for seats in had]
    seated = [[_best(count, table) for table in tables] for tables in rounds]
    for _ in range(SWEEPS):
        changed = False
        for tables in seated:
            for number, table in enumerate(tables):
                _leave(count, table)
                tables[number] = _best(count, table)
                changed |= tables[number] != table
        if not changed:
            break
    return seated


def _leave(count: list[list[int]], table: Sequence[int]) -> None:
    for seat, who in enumerate(table):
        if who != EMPTY:
            count[who][seat] -= 1


def _best(count: list[list[int]], table: Sequence[int]) -> list[int]:
    """Seat the table as evenly as possible, and count those seats."""
    people = sorted(who for who in table if who != EMPTY)
    prices = [tuple(2 * times + 1 for times in count[who]) for who in people]
    _, order = cheapest(prices, len(table))
    seats = [people[who] if who >= 0 else EMPTY for who in order]
    for seat, who in enumerate(seats):
        if who != EMPTY:
            count[who][seat] += 1
    return seats


def cost_of(field: Field, draw: DrawnRound) -> Cost:
    """Return the cost of the whole draw. Raise KeyError for a character who is not in the field."""
    player_of = {player.id: player for player in field.players}
    total = Cost(second_shorts=sum(seconds(field, player_of[who]) for who in draw.byes))
    for table in draw.tables:
        total = total.plus(table_cost(field, table, player_of))
    return total


def table_cost(field: Field, table: DrawnTable, player_of: Mapping[int, FieldPlayer] | None = None) -> Cost:
    """Return the cost of one table. `player_of` saves a new lookup of the players."""
    player_of = player_of or {player.id: player for player in field.players}
    people = [player_of[who] for who in table.players]
    pairs = [pair(who, other) for who, other in combinations(table.players, 2)]
    points = [player.points for player in people]
    met = [field.meetings.get(two, 0) for two in pairs]
    return Cost(
        bans=sum(two in field.bans for two in pairs),
        repeats=sum((times + 1) ** 2 for times in met if times),
        consecutive=sum(two in field.last_met for two in pairs),
        spread=max(points) - min(points) if points else 0,
        second_shorts=sum(seconds(field, player) for player in people) if table.is_short(field.table_size) else 0,
        groups=sum(len(player.groups & other.groups) for player, other in combinations(people, 2)),
        seats=_seats(field, table, player_of) if field.seats_matter else 0,
        neighbours=old_neighbours(field, table.seats) if field.neighbours_matter else 0,
    )


def seconds(field: Field, player: FieldPlayer) -> int:
    """Return how many small tables, bots and byes the character has had beyond the fewest of any character."""
    return player.shorts - min(other.shorts for other in field.players)


def _seats(field: Field, table: DrawnTable, player_of: Mapping[int, FieldPlayer]) -> int:
    taken = ((player_of[who], seat) for seat, who in enumerate(table.seats) if who is not None)
    return sum(seat_prices(player, max(field.table_size, len(table.seats)))[seat] for player, seat in taken)

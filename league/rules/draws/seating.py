"""Seats at one table: everybody in a seat they have had as seldom as can be.

A seat costs the fourth power of how much oftener the character sat in it than in their rarest seat, so one bad seat is
worse than several that are slightly off. No two characters' costs can be traded for less at the same table.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

from league.rules.draws.field import Field, Player, pair

EXPONENT = 4
Prices = tuple[int, ...]
ALL_ORDERS_UP_TO = 5


def seat_prices(player: Player, table_size: int) -> Prices:
    """What each of `table_size` seats costs for the character; at least one is free."""
    had = (player.seats + (0,) * table_size)[:table_size]
    rarest = min(had)
    return tuple((times - rarest) ** EXPONENT for times in had)


class SeatCosts:
    """The cheapest seats for any company, remembered: few tables differ in what their seats have been."""

    def __init__(self) -> None:
        self._known: dict[tuple[Prices, ...], int] = {}

    def __call__(self, prices: Sequence[Prices]) -> int:
        """Of everybody in their best seats, the first ones of the table."""
        key = tuple(sorted(prices))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = 0 if all_free(key) else least(key)
        return found


def all_free(prices: Sequence[Prices]) -> bool:
    """Whether everybody can have a seat that costs nothing."""
    sitter = [-1] * len(prices)

    def moves(who: int, tried: set[int]) -> bool:
        for seat, price in enumerate(prices[who][: len(sitter)]):
            if not price and seat not in tried:
                tried.add(seat)
                if sitter[seat] < 0 or moves(sitter[seat], tried):
                    sitter[seat] = who
                    return True
        return False

    return all(moves(who, set()) for who in range(len(prices)))


def least(prices: Sequence[Prices]) -> int:
    """What `cheapest` costs where nobody else sits: the same, without remembering who."""
    best = [0] * (1 << len(prices))
    for taken in range(1, len(best)):
        seat = taken.bit_count() - 1
        best[taken] = min(best[taken ^ 1 << who] + prices[who][seat] for who in range(len(prices)) if taken >> who & 1)
    return best[-1]


def cheapest(prices: Sequence[Prices], seats: int | None = None) -> tuple[int, tuple[int, ...]]:
    """The least that `seats` seats can cost (as many as people by default), and who (by index) sits in each.

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
    field: Field, players: Sequence[Player], bots: int, rank: Callable[[int], int]
) -> tuple[int | None, ...]:
    """Ids in order of seats, None for a bot: the cheapest seats, then the fewest old neighbours, then by `rank`."""
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


def old_neighbours(field: Field, seats: Sequence[int | None]) -> int:
    """How often those who sit side by side, the last beside the first, have done so before."""
    return sum(field.neighbours.get(pair(one, other), 0) for one, other in side_by_side(seats))


def side_by_side(seats: Sequence[int | None]) -> list[tuple[int, int]]:
    """Pairs of characters in neighbouring seats around the table, each once."""
    around = [*seats, seats[0]] if len(seats) > 2 else list(seats)
    return [(one, other) for one, other in pairwise(around) if one is not None and other is not None]

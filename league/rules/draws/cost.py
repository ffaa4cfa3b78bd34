"""What a draw costs, table by table."""

from collections.abc import Mapping
from itertools import combinations

from league.rules.draws.field import Cost, Draw, DrawnTable, Field, Player, pair
from league.rules.draws.reasons import reasons
from league.rules.draws.seating import old_neighbours, seat_prices

__all__ = ["cost_of", "reasons", "table_cost"]


def cost_of(field: Field, draw: Draw) -> Cost:
    """The whole draw's. KeyError for a character who is not in the field."""
    known = {player.id: player for player in field.players}
    total = Cost(second_shorts=sum(seconds(field, known[who]) for who in draw.byes))
    for table in draw.tables:
        total = total.plus(table_cost(field, table, known))
    return total


def table_cost(field: Field, table: DrawnTable, known: Mapping[int, Player] | None = None) -> Cost:
    """One table's part of it. `known` saves looking for the players again."""
    known = known or {player.id: player for player in field.players}
    people = [known[who] for who in table.players]
    pairs = [pair(one, other) for one, other in combinations(table.players, 2)]
    points = [player.points for player in people]
    met = [field.meetings.get(two, 0) for two in pairs]
    return Cost(
        bans=sum(two in field.bans for two in pairs),
        repeats=sum((times + 1) ** 2 for times in met if times),
        consecutive=sum(two in field.last_met for two in pairs),
        spread=max(points) - min(points) if points else 0,
        second_shorts=sum(seconds(field, one) for one in people) if table.is_short(field.table_size) else 0,
        groups=sum(len(one.groups & other.groups) for one, other in combinations(people, 2)),
        seats=_seats(field, table, known) if field.seats_matter else 0,
        neighbours=old_neighbours(field, table.seats) if field.neighbours_matter else 0,
    )


def seconds(field: Field, player: Player) -> int:
    """How many small tables, bots and byes the character has had beyond whoever had fewest."""
    return player.shorts - min(other.shorts for other in field.players)


def _seats(field: Field, table: DrawnTable, known: Mapping[int, Player]) -> int:
    taken = ((known[who], seat) for seat, who in enumerate(table.seats) if who is not None)
    return sum(seat_prices(player, max(field.table_size, len(table.seats)))[seat] for player, seat in taken)

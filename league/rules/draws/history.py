"""What a played round leaves for the next one."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

from league.rules.draws.field import Draw, Field, Player, pair
from league.rules.draws.seating import side_by_side


def after(field: Field, draw: Draw) -> Field:
    """The field once `draw` has been played, points and positions as they were."""
    met = [pair(one, other) for table in draw.tables for one, other in combinations(table.players, 2)]
    beside = [pair(one, other) for table in draw.tables for one, other in side_by_side(table.seats)]
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


def _moved_on(player: Player, seat: int | None, short: bool) -> Player:
    seats = list(player.seats)
    if seat is not None:
        seats += [0] * (seat + 1 - len(seats))
        seats[seat] += 1
    return replace(player, seats=tuple(seats), shorts=player.shorts + short)

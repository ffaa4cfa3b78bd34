"""Knock-out rounds: the best seeds wait or spread over the tables, the winner of each table goes through."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.tournaments.draws.rules.chance import Chance
from league.tournaments.draws.rules.field import Draw, DrawnTable
from league.tournaments.draws.rules.seating import seat_table
from league.tournaments.draws.rules.sources import field_in, locked_in
from league.tournaments.formats.table_sizes import knockout


def knock_out_draw(source: Mapping[str, Any], chance: Chance) -> Draw:
    """By seeding; seats are dealt as evenly as they have been so far."""
    field, locked = field_in(source), locked_in(source)
    held = {who for table in locked for who in table.players} | set(source["byes"])
    seeds = [player.id for player in field.players if player.id not in held]
    rooms = source.get("rooms")
    dealt = _dealt(seeds, rooms) if rooms else knockout_round(seeds, field.table_size, field.least)
    known = {player.id: player for player in field.players}
    order = sorted(known)
    chance.shuffle(order)
    tables = (
        DrawnTable(seat_table(field, [known[who] for who in table.players], 0, order.index)) for table in dealt.tables
    )
    return Draw((*locked, *tables), (*source["byes"], *dealt.byes))


def knockout_round(seeds: Sequence[int], table_size: int, least: int = 2) -> Draw:
    """Tables of a knock-out from ids with the best first: byes to the top, the others dealt back and forth (1 to the
    first table, the last of the first row and the first of the second to the last one). ValueError as for sizes."""
    found = knockout(len(seeds), table_size, least)
    # Whoever meets the best seed has the smaller table: it is the first to be full.
    room = [table_size - 1] * found.small + [table_size] * found.full
    return Draw(_back_and_forth(seeds[found.byes :], room), tuple(seeds[: found.byes]))


def _dealt(seeds: Sequence[int], rooms: Sequence[int]) -> Draw:
    """The best seeds first, one to each table forth and back, until the tables are full."""
    if sum(rooms) != len(seeds):
        raise ValueError(f"{len(seeds)} characters do not fill the {sum(rooms)} seats of these tables.")
    return Draw(_back_and_forth(seeds, rooms))


def _back_and_forth(seeds: Sequence[int], rooms: Sequence[int]) -> tuple[DrawnTable, ...]:
    tables: list[list[int]] = [[] for _ in rooms]
    waiting = iter(seeds)
    for row in range(max(rooms)):
        for number in range(len(rooms)) if row % 2 == 0 else reversed(range(len(rooms))):
            if len(tables[number]) < rooms[number]:
                tables[number].append(next(waiting))
    return tuple(DrawnTable(tuple(table)) for table in tables)

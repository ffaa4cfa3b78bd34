"""Knock-out rounds: the best seeds wait or spread over the tables, the winner of each table goes through."""

from collections.abc import Sequence

from league.rules.draws.field import Draw, DrawnTable
from league.rules.draws.table_sizes import knockout


def knockout_round(seeds: Sequence[int], table_size: int, least: int = 2) -> Draw:
    """Tables of a knock-out from ids with the best first: byes to the top, the others dealt back and forth (1 to the
    first table, the last of the first row and the first of the second to the last one). ValueError as for sizes."""
    found = knockout(len(seeds), table_size, least)
    playing = seeds[found.byes :]
    tables: list[list[int]] = [[] for _ in range(found.full + found.small)]
    forth = list(range(len(tables)))
    # Whoever meets the best seed has the smaller table: it is the first to be full.
    room = [table_size - 1] * found.small + [table_size] * found.full
    place = 0
    for row in range(table_size):
        for number in forth if row % 2 == 0 else reversed(forth):
            if len(tables[number]) < room[number] and place < len(playing):
                tables[number].append(playing[place])
                place += 1
    return Draw(tuple(DrawnTable(tuple(table)) for table in tables), tuple(seeds[: found.byes]))

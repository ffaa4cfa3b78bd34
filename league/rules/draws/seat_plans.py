"""Seats for several rounds at once: a seat that is scarce for a company in one round is taken in another."""

from collections.abc import Sequence

from league.rules.draws.seating import cheapest

SWEEPS = 12
EMPTY = -1
Seated = list[list[int]]


def seat_plan(had: Sequence[Sequence[int]], rounds: Sequence[Seated]) -> list[Seated]:
    """Each table's people (EMPTY for a bot) in an order in which, over all rounds, everybody sits everywhere about as
    often. `had` counts each person's seats before."""
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
    """Seats the table as evenly as can be, and counts that."""
    people = sorted(who for who in table if who != EMPTY)
    prices = [tuple(2 * times + 1 for times in count[who]) for who in people]
    _, order = cheapest(prices, len(table))
    seats = [people[who] if who >= 0 else EMPTY for who in order]
    for seat, who in enumerate(seats):
        if who != EMPTY:
            count[who][seat] += 1
    return seats

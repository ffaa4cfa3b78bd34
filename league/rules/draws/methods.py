"""How each format of a stage is drawn, from what is kept of a draw: its `source` (JSON) and its seed.

Drawing and proving call the same `drawn`, so a proof repeats what was done. Ids are numbers of entries, which stay the
same wherever the tournament is taken. In a source:

- `field`: the `Field`; in a knock-out in order of seeding;
- `locked`: tables that stay as they are, each `number` and `seats`; `byes`: who keeps a bye;
- `rooms` (knock-out, some tables only): the sizes of the tables that are drawn anew;
- `plan` (fixed schedule): the `field`, `seed` and number of `rounds` that were planned, which `round` (from 0) this is;
- `former` (Career Poker): id, last position and seats of its table, for whoever has one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any, Final

from engine.career_poker.seeding import start_positions
from league.rules.draws.canonical import canonical, from_canonical
from league.rules.draws.cost import cost_of
from league.rules.draws.field import Cost, Draw, DrawnTable, Field, stream
from league.rules.draws.knockout import knockout_round
from league.rules.draws.schedules import next_round, whole_schedule
from league.rules.draws.seating import seat_table

Source = Mapping[str, Any]
Seats = tuple[int | None, ...]
BYES: Final = 0  # the number under which a plan of a round keeps those without a table


def drawn(method: str, source: Source, seed: str) -> Draw:
    """The draw. ValueError where the numbers do not work out, BannedPairs where the bans do not, KeyError for a method
    that is not known or a source that lacks something."""
    return _METHODS[method](source, seed)


def cost_in(source: Source, draw: Draw) -> Cost:
    return cost_of(field_in(source), draw)


def field_in(source: Source) -> Field:
    return Field.from_json(source["field"])


def plan_of(source: Source, draw: Draw) -> dict[int, Seats]:
    """Who sits where, by table number; under `BYES` who does not, in order. Locked tables keep their numbers."""
    kept = [table["number"] for table in source["locked"]]
    free = (number for number in count(1) if number not in set(kept))
    numbers = [*kept, *(next(free) for _ in draw.tables[len(kept) :])]
    tables = {number: table.seats for number, table in zip(numbers, draw.tables, strict=True)}
    return {BYES: tuple(sorted(draw.byes)), **dict(sorted(tables.items()))}


def draw_of(plan: Mapping[int, Seats], locked: Sequence[int] = ()) -> Draw:
    """A plan as a draw, tables by number, for its cost and reasons."""
    tables = (DrawnTable(seats, number in locked) for number, seats in sorted(plan.items()) if number != BYES)
    return Draw(tuple(tables), tuple(who for who in plan.get(BYES, ()) if who is not None))


def swapped(plan: Mapping[int, Seats], one: Sequence[int], other: Sequence[int]) -> dict[int, Seats]:
    """The plan with two places exchanged: (table number, seat), or (`BYES`, which one in order). ValueError for a place
    that is not there."""
    changed = {number: list(seats) for number, seats in plan.items()}
    for number, seat in (one, other):
        if not 1 <= seat <= len(changed.get(number, ())):
            raise ValueError(f"There is no seat {seat} at table {number}.")
    (table, seat), (its_table, its_seat) = one, other
    first, second = changed[table][seat - 1], changed[its_table][its_seat - 1]
    changed[table][seat - 1], changed[its_table][its_seat - 1] = second, first
    if None in changed.get(BYES, ()):
        raise ValueError("A bot does not sit out.")
    changed[BYES] = sorted(changed.get(BYES, ()), key=lambda who: who or 0)
    return {number: tuple(seats) for number, seats in changed.items()}


def _swiss(source: Source, seed: str) -> Draw:
    field, kept = field_in(source), source["byes"]
    pool = replace(field, players=tuple(player for player in field.players if player.id not in kept))
    found = next_round(pool, seed, _locked(source))
    return Draw(found.tables, (*kept, *found.byes))


def _fixed(source: Source, seed: str) -> Draw:
    plan = source.get("plan")
    if plan is None:
        return _swiss(source, seed)
    number: int = plan["round"]
    return _schedule(canonical(plan["field"]), plan["rounds"], plan["seed"])[number]


@lru_cache(maxsize=4)
def _schedule(field: str, rounds: int, seed: str) -> list[Draw]:
    return whole_schedule(Field.from_json(from_canonical(field)), rounds, seed)


def _knock_out(source: Source, seed: str) -> Draw:
    """By seeding; seats are dealt as evenly as they have been so far."""
    field, locked = field_in(source), _locked(source)
    held = {who for table in locked for who in table.players} | set(source["byes"])
    seeds = [player.id for player in field.players if player.id not in held]
    rooms = source.get("rooms")
    dealt = _dealt(seeds, rooms) if rooms else knockout_round(seeds, field.table_size, field.least)
    known = {player.id: player for player in field.players}
    order = sorted(known)
    stream(seed).shuffle(order)
    tables = (
        DrawnTable(seat_table(field, [known[who] for who in table.players], 0, order.index)) for table in dealt.tables
    )
    return Draw((*locked, *tables), (*source["byes"], *dealt.byes))


def _dealt(seeds: Sequence[int], rooms: Sequence[int]) -> Draw:
    """The best seeds first, one to each table forth and back, until the tables are full."""
    if sum(rooms) != len(seeds):
        raise ValueError(f"{len(seeds)} characters do not fill the {sum(rooms)} seats of these tables.")
    tables: list[list[int]] = [[] for _ in rooms]
    waiting = list(seeds)
    for row in range(max(rooms)):
        for number in range(len(rooms)) if row % 2 == 0 else reversed(range(len(rooms))):
            if len(tables[number]) < rooms[number]:
                tables[number].append(waiting.pop(0))
    return Draw(tuple(DrawnTable(tuple(table)) for table in tables))


def _career_poker(source: Source, seed: str) -> Draw:
    """Tables as in a Swiss draw; seats from the boss down by the last positions (facts B16)."""
    found, kept = _swiss(source, seed), len(source["locked"])
    former = {who: (position, seats) for who, position, seats in source["former"]}
    chance = stream(seed, "positions")

    def seated(table: DrawnTable) -> DrawnTable:
        held = [former.get(who) if who is not None else None for who in table.seats]
        order = start_positions(held, rng_seed=chance.getrandbits(32))
        return DrawnTable(tuple(table.seats[seat] for seat in order), table.locked)

    return Draw((*found.tables[:kept], *map(seated, found.tables[kept:])), found.byes)


def _locked(source: Source) -> list[DrawnTable]:
    return [DrawnTable(tuple(table["seats"]), table["locked"]) for table in source["locked"]]


_METHODS: Final[Mapping[str, Callable[[Source, str], Draw]]] = {
    "swiss": _swiss,
    "fixed": _fixed,
    "knock_out": _knock_out,
    "career_poker": _career_poker,
}

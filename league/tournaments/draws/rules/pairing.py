"""Drawing one round.

By standings: seat the short tables, cut the standings, swap while the cost falls. In a knock-out: the best seeds wait
or spread over the tables, and the winner of each goes through.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.translatable import said, said_of
from league.tournaments.draws.rules.chance import SEARCH, Chance, SearchEffort
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, FieldPlayer, Pair, pair
from league.tournaments.draws.rules.seating import seat_table
from league.tournaments.draws.rules.sources import field_in, locked_in
from league.tournaments.draws.rules.swapping import Swapping
from league.tournaments.formats.format import Sizes, knockout, sizes


class BannedPairs(ValueError):
    """No draw was found that keeps these `pairs` of ids apart."""

    def __init__(self, pairs: Collection[Pair]) -> None:
        self.pairs = tuple(sorted(pairs))
        named = ", ".join(f"{who} and {other}" for who, other in self.pairs)
        super().__init__(f"These characters must not meet, and no draw was found that keeps them apart: {named}.")


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
    lots = {player.id: number for number, player in enumerate(_shuffled(field.players, chance))}
    level = len({player.points for player in field.players}) == 1
    order = sorted(field.players, key=lambda player: (0 if level else player.position, lots[player.id]))
    return {player.id: number for number, player in enumerate(order)}


def _shuffled(players: Sequence[FieldPlayer], chance: Chance) -> list[FieldPlayer]:
    shuffled = sorted(players, key=lambda player: player.id)
    chance.shuffle(shuffled)
    return shuffled


def cut(field: Field, order: list[FieldPlayer], needed: Sizes) -> tuple[list[list[FieldPlayer]], list[bool]]:
    """Return tables from the top down, with those who sit out as one more at the end, and which of them are short.

    Byes and short tables go to those who have been short least, from the bottom up; the others are cut in order.
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
    banned = [two for table in tables for two in _pairs(table) if two in field.bans]
    if banned:
        raise BannedPairs(banned)


def _pairs(table: DrawnTable) -> Iterator[Pair]:
    people = table.players
    return (pair(who, other) for place, who in enumerate(people) for other in people[place + 1 :])


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

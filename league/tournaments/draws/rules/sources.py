"""The stored form of a draw: its `source` (JSON), and the resulting plan of tables.

Ids are numbers of entries, which stay the same on every installation. In a source:

- `field`: the `Field`; in a knock-out in order of seeding;
- `locked`: tables that stay as they are, each `number` and `seats`; `byes`: who keeps a bye;
- `rooms` (knock-out, some tables only): the sizes of the tables that are drawn again;
- `plan` (fixed schedule): the `field`, `seed` and number of `rounds` that were planned, which `round` (from 0) this is,
  the `version` and if there is one, the `witness`;
- `former` (Career Poker): id, last position and seats of its table, for people who have one;
- `witness`: what a solver found;
- `line_up` and `line_ups` (rounds of teams): how many of a team play, and who, in order. The ids of the field are then
  numbers of teams (`matches`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Final

from engine.translatable import said
from league.tournaments.draws.rules.field import Cost, DrawnRound, DrawnTable, Field, Seats, Source
from league.tournaments.draws.rules.matches import is_of_teams, match_of, matches, seated
from league.tournaments.draws.rules.seating import cost_of

BYES: Final = 0  # the number under which a plan of a round keeps those without a table


def cost_in(source: Source, draw: DrawnRound) -> Cost:
    return cost_of(field_in(source), draw)


def field_in(source: Source) -> Field:
    return Field.from_json(source["field"])


def locked_in(source: Source) -> list[DrawnTable]:
    return [DrawnTable(tuple(table["seats"]), table["locked"]) for table in source["locked"]]


def plan_of(source: Source, draw: DrawnRound) -> dict[int, Seats]:
    """Return who sits where, by table number; under `BYES` who sits out, in order. Locked tables keep their numbers."""
    if is_of_teams(source):
        tables_of_teams, out = seated(source, draw)
        return {BYES: out, **tables_of_teams}
    locked = [table["number"] for table in source["locked"]]
    free = (number for number in count(1) if number not in set(locked))
    numbers = [*locked, *(next(free) for _ in draw.tables[len(locked) :])]
    tables = {number: table.seats for number, table in zip(numbers, draw.tables, strict=True)}
    return {BYES: tuple(sorted(draw.byes)), **dict(sorted(tables.items()))}


def draw_of(source: Source, plan: Mapping[int, Seats]) -> DrawnRound:
    """Return a plan as a draw, tables by number, for its cost and reasons."""
    tables = {number: seats for number, seats in sorted(plan.items()) if number != BYES}
    out = tuple(who for who in plan.get(BYES, ()) if who is not None)
    if is_of_teams(source):
        return matches(source, tables, out)
    return DrawnRound(tuple(map(DrawnTable, tables.values())), out)


def places_of(source: Source, plan: Mapping[int, Seats]) -> dict[int, int]:
    """Return the place among the tables of `draw_of` of each table of a plan, by its number."""
    numbers = sorted({*plan} - {BYES})
    if is_of_teams(source):
        return {number: match_of(source, number) for number in numbers}
    return {number: place for place, number in enumerate(numbers)}


def swapped(plan: Mapping[int, Seats], place: Sequence[int], other: Sequence[int]) -> dict[int, Seats]:
    """Return the plan with two places exchanged: (table number, seat), or (`BYES`, place in its order). Raise
    ValueError for a place that is not there."""
    changed = {number: list(seats) for number, seats in plan.items()}
    for number, seat in (place, other):
        if not 1 <= seat <= len(changed.get(number, ())):
            raise ValueError(said("There is no seat {seat} at table {table}.", seat=seat, table=number))
    (table, seat), (its_table, its_seat) = place, other
    first, second = changed[table][seat - 1], changed[its_table][its_seat - 1]
    changed[table][seat - 1], changed[its_table][its_seat - 1] = second, first
    if None in changed.get(BYES, ()):
        raise ValueError(said("A bot does not sit out."))
    changed[BYES] = sorted(changed.get(BYES, ()), key=lambda who: who or 0)
    return {number: tuple(seats) for number, seats in changed.items()}


def canonical(value: Any) -> str:
    """Return JSON of which equal values have one text only: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def from_canonical(text: str) -> Any:
    return json.loads(text)


def digest_of(source: Any, outcome: Any) -> str:
    """Return the published digest of a draw: SHA-256, in hexadecimal, of both as one canonical JSON object."""
    return sha256(canonical({"outcome": outcome, "source": source}).encode()).hexdigest()


# Households and owners stand in a public draw as commitments, salted by a secret of their tournament. With the salt and
# the texts anybody can prove that a draw is true; without the salt nobody can guess a text.
HIDDEN = "group "
_DIGITS = 32


def commitment(salt: str, kind: str, text: str) -> str:
    """Return the name in the draw of people who share `text`, an owner or a household."""
    return f"{HIDDEN}{sha256(f'{salt}:{kind}:{text}'.encode()).hexdigest()[:_DIGITS]}"


def opening_problems(records: Sequence[Mapping[str, Any]], opened: Mapping[str, Any]) -> Iterator[str]:
    """Yield what contradicts the draws once the organisers have opened their groups. `opened` has the `salt`, and in
    `groups` the `kind`, `text` and numbers of `entries` of each. Raise KeyError or TypeError for data of another
    form."""
    salt = opened["salt"]
    if not salt:
        yield "The groups of this tournament have no salt: they come from a version that made none."
        return
    entries_of = {commitment(salt, group["kind"], group["text"]): set(group["entries"]) for group in opened["groups"]}
    for record in records:
        for player in _players(record["source"]):
            for name in player["groups"]:
                if name.startswith(HIDDEN) and player["id"] not in entries_of.get(name, ()):
                    yield (
                        f"Draw {record['number']}: entry {player['id']} is in {name}, which is not what was opened. "
                        "It was changed after the draw, or the draw is another one."
                    )


def _players(source: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the players wherever they are in the source: in the field of a round, or of a whole schedule."""
    if isinstance(source, Mapping):
        if "groups" in source and "id" in source:
            yield source
        for part in source.values():
            yield from _players(part)
    elif isinstance(source, list):
        for part in source:
            yield from _players(part)

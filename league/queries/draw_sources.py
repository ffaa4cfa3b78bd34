"""What a draw of the next round, or a new draw of tables of an open one, is made from: method and source."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.models import Draw, Entry, Round, Stage, StageEntry, Table
from league.queries.carry_over import last_positions
from league.queries.draw_fields import field_of, newcomers, present_entries
from league.queries.knock_out import survivors
from league.rules.draws.field import Field


@dataclass(frozen=True, slots=True)
class ToDraw:
    """A draw but for its seed; `entries` by number."""

    method: str
    source: dict[str, Any]
    entries: dict[int, Entry]


def next_draw(stage: Stage, number: int, seed: str) -> ToDraw:
    """Round `number` with everybody who is here. `seed`: the one that it will be drawn with."""
    entries = participants(stage, number)
    found = _to_draw(stage, number, entries, kept=(), byes=())
    if stage.format == Stage.FIXED:
        found.source["plan"] = _plan(stage, number, found.source["field"], seed)
    return found


def participants(stage: Stage, number: int) -> list[Entry]:
    """Who plays round `number`: those still in, and where the stage is open to them, those who came since."""
    if stage.format == Stage.KNOCK_OUT:
        return survivors(stage, number)
    return [*present_entries(stage), *newcomers(stage)]


def redraw(played: Round, kept: Sequence[Table], *, whole: bool, seed: str) -> ToDraw:
    """The round again, `kept` tables (with seats and entries) as they are. Not `whole`: those at the other tables, and
    nobody else, are drawn again; byes stay."""
    stage, number = played.stage, played.number
    held = [seat.entry for table in kept for seat in table.seats.all() if seat.entry is not None]
    byes = (
        [] if whole else [bye.entry for bye in played.byes.select_related("entry__character").order_by("entry__number")]
    )
    here = participants(stage, number)
    if not whole and stage.format != Stage.KNOCK_OUT:
        seated = set(played.seats.exclude(entry=None).values_list("entry", flat=True))
        here = [entry for entry in here if entry.pk in seated]
    entries = list({entry.pk: entry for entry in (*held, *byes, *here)}.values())
    found = _to_draw(stage, number, _by_seeding(stage, entries), kept=kept, byes=byes)
    if stage.format == Stage.FIXED:
        found.source["plan"] = None if kept or byes else _plan(stage, number, found.source["field"], seed)
    if stage.format == Stage.KNOCK_OUT and (kept or not whole):
        drawn = played.tables.exclude(pk__in=[table.pk for table in kept])
        free = len(entries) - len({entry.pk for entry in (*held, *byes)})
        rooms = [table.seats.count() for table in drawn.order_by("number")]
        found.source["rooms"] = _filled(rooms, free, stage.tournament.table_size)
    return found


def _to_draw(
    stage: Stage, number: int, entries: Sequence[Entry], *, kept: Sequence[Table], byes: Iterable[Entry]
) -> ToDraw:
    field = _resized(stage, number, field_of(stage, number, entries))
    source: dict[str, Any] = {
        "field": field.to_json(),
        "locked": [kept_table(table) for table in sorted(kept, key=lambda table: table.number)],
        "byes": sorted(entry.number for entry in byes),
    }
    if stage.format == Stage.CAREER_POKER:
        source["former"] = _former(stage, number, entries)
    return ToDraw(stage.format, source, {entry.number: entry for entry in entries})


def _resized(stage: Stage, number: int, field: Field) -> Field:
    """In a knock-out that somebody left, those who remain may be a table of fewer."""
    left = len(field.players)
    if stage.format == Stage.KNOCK_OUT and number > 1 and field.least <= left < field.table_size:
        return replace(field, table_size=left)
    return field


def kept_table(table: Table) -> dict[str, Any]:
    seats = [seat.entry.number if seat.entry else None for seat in table.seats.all()]
    return {"number": table.number, "seats": seats, "locked": table.locked}


def _by_seeding(stage: Stage, entries: Iterable[Entry]) -> list[Entry]:
    seeding = dict(StageEntry.objects.filter(stage=stage).order_by().values_list("entry", "seeding"))
    return sorted(entries, key=lambda entry: (seeding.get(entry.pk, len(seeding) + entry.number), entry.number))


def _former(stage: Stage, number: int, entries: Collection[Entry]) -> list[list[int]]:
    held = last_positions(stage.tournament.season, stage=stage, before=number)
    rows = [(entry.number, held.get(entry.character_id)) for entry in entries]
    return sorted([who, last.position, last.seats] for who, last in rows if last is not None)


def _plan(stage: Stage, number: int, field: dict[str, Any], seed: str) -> dict[str, Any]:
    """The schedule that the round before came from while it holds: the same people, nothing changed by hand. Else a new
    one for the rounds that are left."""
    last = Draw.objects.filter(round__stage=stage, round__number=number - 1).order_by("number").last()
    plan = last.source.get("plan") if last else None
    if last and plan and plan["round"] + 1 < plan["rounds"] and not last.changes.filter(kind="swap").exists():
        same = sorted(one["id"] for one in plan["field"]["players"]) == sorted(one["id"] for one in field["players"])
        if same and plan["field"]["bans"] == field["bans"]:
            return {**plan, "round": plan["round"] + 1}
    return {"field": field, "seed": seed, "rounds": max((stage.rounds or number) - number + 1, 1), "round": 0}


def _filled(rooms: list[int], people: int, table_size: int) -> list[int]:
    """Sizes of these tables for as many people, changed as little as can be."""
    while sum(rooms) > people:
        rooms[rooms.index(max(rooms))] -= 1
    while sum(rooms) < people and min(rooms, default=table_size) < table_size:
        rooms[rooms.index(min(rooms))] += 1
    return rooms

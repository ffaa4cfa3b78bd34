"""Rounds as others read them: clock, tables with their state and seats, byes; draws; rulings; the standings of a
stage."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.db.models import Count, QuerySet

from characters.models import Character
from characters.rules.moments import stamp
from games.rules.points import UNIT
from league.models import Bye, Draw, Round, Ruling, Stage, Table, TableSeat, Tournament
from league.standings.queries.explanations import plain
from league.standings.rules.standings import Standing
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.stages.queries.explanations import explained_rows
from league.tournaments.stages.queries.stage_standings import StageTable, stage_table
from league.tournaments.tables.queries.round_tables import phase_in, with_progress
from league.tournaments.tables.rules import PHASES, WAITING, Facts, is_objected

ROW = ("stage__number", "number", "status", "minutes", "paused_seconds", "tables_drawn", "byes_given")
TIMES = ("published_at", "started_at", "paused_at", "ended_at")
DRAW = ("number", "round__stage__number", "round__number", "method", "seed", "digest", "cost", "reason", "made_at")
WORDS = {WAITING: "reported"}  # what programs have called it since there were tables
STATES = tuple(WORDS.get(phase, phase) for phase in PHASES)
_TABLE = ("pk", "number", "locked", "reasons", "game_id", "confirm_by", "frozen_at", "frozen_because")


def rounds_of(tournament: Tournament, *, drafts: bool) -> QuerySet[Round]:
    """The rounds with their sizes; drafts for organisers alone."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    rounds = rounds if drafts else rounds.exclude(status=Round.DRAFT)
    return rounds.annotate(tables_drawn=Count("tables", distinct=True), byes_given=Count("byes", distinct=True))


def round_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `rounds_of(...).values(*ROW, *TIMES)`."""
    return {
        "stage": row["stage__number"],
        "number": row["number"],
        "status": row["status"],
        "minutes": row["minutes"],
        "paused_seconds": row["paused_seconds"],
        "tables": row["tables_drawn"],
        "byes": row["byes_given"],
        **{name: row[name] and stamp(row[name]) for name in TIMES},
    }


def round_record(played: Round) -> dict[str, Any]:
    """One round with everybody's place. Five queries, however many tables."""
    tournament = played.stage.tournament
    row = rounds_of(tournament, drafts=True).values(*ROW, *TIMES).get(pk=played.pk)
    byes = Bye.objects.filter(round=played).order_by("entry__number")
    draws = Draw.objects.filter(round=played).order_by("number")
    return {
        **round_row(row),
        "tables": table_rows(played.tables.order_by("number")),
        "byes": [
            {"entry": number, "character": name, "slug": slug, "through": through}
            for number, name, slug, through in byes.values_list(
                "entry__number", "entry__character__name", "entry__character__slug", "through"
            )
        ],
        "draws": list(draws.values_list("number", flat=True)),
    }


def table_rows(tables: QuerySet[Table]) -> list[dict[str, Any]]:
    """Tables with state, seats and why they are composed so. Two queries."""
    rows = list(with_progress(tables).values(*_TABLE, "game__revision", "sheet_status", "reported", "people"))
    seats = _seats([row["pk"] for row in rows])
    return [
        {
            "number": row["number"],
            "state": WORDS.get(phase_in(row), phase_in(row)),
            "objected": is_objected(Facts(row["sheet_status"], row["frozen_at"] is not None, row["people"])),
            "locked": row["locked"],
            "reasons": row["reasons"],
            "game": row["game_id"],
            "revision": row["game__revision"] or 0,
            "reported": row["reported"],
            "confirm_by": row["confirm_by"] and stamp(row["confirm_by"]),
            "frozen_at": row["frozen_at"] and stamp(row["frozen_at"]),
            "frozen_because": row["frozen_because"],
            "seats": seats[row["pk"]],
        }
        for row in rows
    ]


def table_record(table: Table) -> dict[str, Any]:
    [row] = table_rows(Table.objects.filter(pk=table.pk))
    return row


def _seats(tables: list[int]) -> Mapping[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = TableSeat.objects.filter(table__in=tables).order_by("table", "seat")
    for table, seat, number, name, slug, absent in rows.values_list(
        "table_id", "seat", "entry__number", "entry__character__name", "entry__character__slug", "absent"
    ):
        found[table].append({"seat": seat, "entry": number, "character": name, "slug": slug, "absent": absent})
    return found


def draw_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `Draw.objects.values(*DRAW)`: what is published of it, without all that it was made from."""
    said = {name: row[name] for name in DRAW if "__" not in name}
    place = {"stage": row["round__stage__number"], "round": row["round__number"]}
    return {**said, **place, "made_at": stamp(row["made_at"])}


def draw_record(tournament: Tournament, number: int, *, drafts: bool) -> dict[str, Any] | None:
    """One draw with everything that it takes to make it again; None where there is none to see."""
    records = draw_records(tournament, published_only=not drafts)
    return next((record for record in records if record["number"] == number), None)


def stage_record(
    stage: Stage, *, offset: int = 0, limit: int | None = None, until: int | None = None
) -> dict[str, Any]:
    """The standings of a stage, or as they were after round `until`, with every tie-break."""
    table = stage_table(stage, until=until)
    part = slice(offset, None if limit is None else offset + limit)
    rows = explained_rows(stage, table, part=part, until=until)
    people = Character.objects.in_bulk([row.character for row in rows])
    numbers = dict(stage.tournament.entries.values_list("character_id", "number"))
    return {
        "tournament": stage.tournament.slug,
        "stage": stage.number,
        "name": stage.name,
        "status": stage.status,
        "count": len(table.standings),
        "results": [_standing(row, people[row.character], numbers.get(row.character), table) for row in rows],
    }


def _standing(row: Standing, who: Character, number: int | None, table: StageTable) -> dict[str, Any]:
    return {
        "position": row.position,
        "position_before_draw": row.position_before_draw,
        "entry": number,
        "character": who.name,
        "slug": who.slug,
        "games": row.tally.games,
        "wins": row.tally.wins,
        "points": _points(row.tally.points),
        "byes": _points(table.byes.get(row.character, 0)),
        "penalties": _points(table.penalties.get(row.character, 0)),
        "decided_by": row.decided_by,
        "tiebreaks": [{"name": one.name, "value": one.shown, "working": one.working} for one in row.tiebreaks],
    }


def _points(units: int) -> str:
    return plain(Fraction(units, UNIT))


RULING = (
    "pk",
    "round__stage__number",
    "round__number",
    "table__number",
    "entry__number",
    "entry__character__name",
    "kind",
    "units",
    "reason",
    "by__username",
    "at",
    "rescinded_at",
    "rescinded_by__username",
    "rescinded_because",
)


def ruling_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `Ruling.objects.values(*RULING)`."""
    return {
        "id": row["pk"],
        "stage": row["round__stage__number"],
        "round": row["round__number"],
        "table": row["table__number"],
        "entry": row["entry__number"],
        "character": row["entry__character__name"],
        "kind": row["kind"],
        "points": plain(Fraction(row["units"], UNIT)),
        "reason": row["reason"],
        "by": row["by__username"],
        "at": stamp(row["at"]),
        "rescinded_at": row["rescinded_at"] and stamp(row["rescinded_at"]),
        "rescinded_by": row["rescinded_by__username"],
        "rescinded_because": row["rescinded_because"],
    }


def ruling_record(ruling: Ruling) -> dict[str, Any]:
    return ruling_row(Ruling.objects.values(*RULING).get(pk=ruling.pk))

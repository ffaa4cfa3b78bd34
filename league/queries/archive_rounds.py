"""The rounds of a tournament for its archive: draws, tables, seats, reports, byes. Nine queries, however many."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from characters.models import Character
from league.models import Bye, Draw, DrawChange, Round, Table, TableReport, TableSeat, Tournament
from league.queries.archive_games import json_row

_ROUND = (
    "pk",
    "stage_id",
    "number",
    "status",
    "minutes",
    "created_at",
    "published_at",
    "started_at",
    "paused_at",
    "paused_seconds",
    "ended_at",
    "ended_by__username",
)
_TABLE = (
    "pk",
    "round_id",
    "number",
    "locked",
    "reasons",
    "game__season_game__reference",
    "confirm_by",
    "frozen_at",
    "frozen_because",
)
_DRAW = ("pk", "round_id", "number", "method", "seed", "source", "outcome", "cost", "digest", "reason")
_CHANGE = ("draw_id", "kind", "what", "cost_before", "cost_after", "reason", "by__username", "at")
_REPORT = ("table_id", "seat__seat", "key", "sheet", "by__username", "reported_at", "replaced_at")


def archived_rounds(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    """The rounds of every stage by its id."""
    draws, tables = _draws(tournament), _tables(tournament)
    byes = _grouped(
        "round_id",
        Bye.objects.filter(round__stage__tournament=tournament).order_by("entry__number"),
        ("round_id", "entry__number", "through"),
    )
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("stage", "number").values(*_ROUND)
    for row in rounds:
        pk, stage = row.pop("pk"), row.pop("stage_id")
        found[stage].append({**json_row(row), "draws": draws[pk], "tables": tables[pk], "byes": byes[pk]})
    return found


def _draws(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    changes = _grouped("draw_id", DrawChange.objects.filter(draw__tournament=tournament).order_by("id"), _CHANGE)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Draw.objects.filter(tournament=tournament).order_by("number")
    for row in rows.values(*_DRAW, "made_by__username", "made_at"):
        pk, round_id = row.pop("pk"), row.pop("round_id")
        found[round_id].append({**json_row(row), "changes": changes[pk]})
    return found


def _tables(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    mine = {"table__round__stage__tournament": tournament}
    seats = _grouped(
        "table_id",
        TableSeat.objects.filter(**mine).order_by("table", "seat"),
        ("table_id", "seat", "entry__number", "absent", "free"),
    )
    reports = _grouped("table_id", TableReport.objects.filter(**mine).order_by("id"), _REPORT)
    _name_characters(report["sheet"] for of_table in reports.values() for report in of_table)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Table.objects.filter(round__stage__tournament=tournament).order_by("round", "number").values(*_TABLE)
    for row in rows:
        pk, round_id = row.pop("pk"), row.pop("round_id")
        row["game"] = row.pop("game__season_game__reference")
        found[round_id].append({**json_row(row), "seats": seats[pk], "reports": reports[pk]})
    return found


def _grouped(key: str, rows: Any, fields: Iterable[str]) -> Mapping[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.values(*fields):
        found[row.pop(key)].append(json_row(row))
    return found


def _name_characters(sheets: Iterable[dict[str, Any]]) -> None:
    """What a seat reported, with names in place of ids."""
    seats = [seat for sheet in sheets for seat in sheet["seats"]]
    ids = {seat["character"] for seat in seats}
    names = dict(Character.objects.filter(pk__in=ids).values_list("pk", "name"))
    for seat in seats:
        seat["character"] = names.get(seat["character"])

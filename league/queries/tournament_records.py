"""Tournaments as others read them: one row in a list, and alone with its stages; entries, rulings, the log."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from league.models import Entry, Round, Ruling, Tournament, TournamentEvent
from league.queries.exports import stamp
from league.queries.standing_records import plain
from league.rules.table_points import UNIT

ROW = (
    "slug",
    "name",
    "status",
    "season__slug",
    "season__league__slug",
    "system",
    "edition",
    "mode",
    "target",
    "minutes",
    "table_size",
    "shortfall",
    "capacity",
    "starts_at",
    "place",
    "self_registration",
    "registration_open",
    "round_minutes",
    "confirm_seconds",
    "draw_commitment",
    "created_at",
    "finished_at",
)
ENTRY = (
    "number",
    "character__name",
    "character__slug",
    "status",
    "club",
    "household",
    "registered_at",
    "checked_in_at",
    "dropped_at",
)
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
EVENT = ("pk", "kind", "text", "by__username", "at")
_TIMES = ("starts_at", "created_at", "finished_at")


def tournament_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `Tournament.objects.values(*ROW)`."""
    said = {name: row[name] for name in ROW if "__" not in name}
    said |= {name: row[name] and stamp(row[name]) for name in _TIMES}
    return said | {"season": row["season__slug"], "league": row["season__league__slug"]}


def tournament_record(tournament: Tournament) -> dict[str, Any]:
    """One tournament with its stages and how many entries are in which state. Four queries."""
    states = Counter(tournament.entries.values_list("status", flat=True))
    last = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    newest = last.order_by("-stage__number", "-number").values_list("stage__number", "number", "status").first()
    return {
        **tournament_row(Tournament.objects.values(*ROW).get(pk=tournament.pk)),
        "division": tournament.division and tournament.division.name,
        "entries": {status: states[status] for status in Entry.STATUSES},
        "stages": list(
            tournament.stages.order_by("number").values("number", "name", "format", "rounds", "cut", "status")
        ),
        "round": newest and dict(zip(("stage", "number", "status"), newest, strict=True)),
    }


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament)


def entry_row(row: Mapping[str, Any], *, private: bool) -> dict[str, Any]:
    """One of `entries_of(...).values(*ENTRY)`; the household for those behind the desk."""
    return {
        "number": row["number"],
        "character": row["character__name"],
        "slug": row["character__slug"],
        "status": row["status"],
        "club": row["club"],
        "household": row["household"] if private else None,
        **{name: row[name] and stamp(row[name]) for name in ("registered_at", "checked_in_at", "dropped_at")},
    }


def entry_record(entry: Entry, *, private: bool) -> dict[str, Any]:
    return entry_row(Entry.objects.values(*ENTRY).get(pk=entry.pk), private=private)


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


def event_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `TournamentEvent.objects.values(*EVENT)`."""
    return {
        "id": row["pk"],
        "kind": row["kind"],
        "text": row["text"],
        "by": row["by__username"],
        "at": stamp(row["at"]),
    }


def events_of(tournament: Tournament) -> QuerySet[TournamentEvent]:
    return TournamentEvent.objects.filter(tournament=tournament)

"""Tournaments as others read them: one row in a list, and alone with its stages; entries, rulings, the log."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from characters.rules.moments import stamp
from league.models import Entry, Round, Tournament, TournamentEvent

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

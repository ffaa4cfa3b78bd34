"""How far the tables of a round are, and its clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.models import Sheet
from league.models import Round, Table

OPEN, REPORTED, CONFIRMED, FROZEN, VOID, EMPTY = STATES = ("open", "reported", "confirmed", "frozen", "void", "empty")
SETTLED = (CONFIRMED, VOID, EMPTY)  # nothing is awaited: voided, or fewer than two people showed up


@dataclass(frozen=True, slots=True)
class TableState:
    """Where a table stands. `reports` of `people` seats have spoken."""

    pk: int
    number: int
    state: str
    reports: int
    people: int

    @property
    def settled(self) -> bool:
        return self.state in SETTLED

    @property
    def in_words(self) -> str:
        match self.state:
            case "open":
                return "nothing reported"
            case "reported":
                return f"reported by {self.reports} of {self.people}" if self.reports else "reported, not confirmed"
            case "frozen":
                return "waits for the referee"
            case "empty":
                return "nobody to play"
        return self.state


def table_states(played: Round) -> list[TableState]:
    """Every table of the round, by number; one query."""
    rows = with_state(played.tables.order_by("number"))
    values = rows.values_list("pk", "number", "frozen_at", "sheet_status", "spoken", "people")
    return [TableState(pk, number, state_of(*rest), rest[2], rest[3]) for pk, number, *rest in values]


def with_state(tables: QuerySet[Table]) -> QuerySet[Any]:
    """Tables with `sheet_status`, seats that have `spoken`, and `people` who showed up."""
    newest = Sheet.objects.filter(game=OuterRef("game")).exclude(status=Sheet.SUPERSEDED).order_by("-version")
    return tables.annotate(
        sheet_status=Subquery(newest.values("status")[:1]),
        spoken=Count("reports__seat", filter=Q(reports__replaced_at=None), distinct=True),
        people=Count("seats", filter=Q(seats__absent=False, seats__entry__isnull=False), distinct=True),
    )


def state_of(frozen_at: datetime | None, sheet_status: str | None, spoken: int, people: int) -> str:
    if sheet_status == Sheet.CONFIRMED:
        return CONFIRMED
    if sheet_status == Sheet.VOID:
        return VOID
    if frozen_at is not None or sheet_status == Sheet.DISPUTED:
        return FROZEN
    if sheet_status == Sheet.SUBMITTED or spoken:
        return REPORTED
    return OPEN if people > 1 else EMPTY


def time_left(played: Round, now: datetime) -> timedelta | None:
    """What the clock shows, less than nothing once time is up; None while it has not been started."""
    if played.started_at is None:
        return None
    until = played.paused_at or played.ended_at or now
    gone = until - played.started_at - timedelta(seconds=played.paused_seconds)
    return timedelta(minutes=played.minutes) - gone

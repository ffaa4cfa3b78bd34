"""How far the tables of a round are, and its clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.models import Sheet
from league.models import Round, Table
from league.tournaments.tables.rules.phases import SETTLED, Facts, phase_of


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far a table is; `phase` is one of `rules.phases`. `reports` of `people` seats have said something."""

    pk: int
    number: int
    phase: str
    reports: int
    people: int

    @property
    def settled(self) -> bool:
        return self.phase in SETTLED

    @property
    def in_words(self) -> str:
        match self.phase:
            case "open":
                return "nothing reported"
            case "waiting":
                return f"reported by {self.reports} of {self.people}" if self.reports else "reported, not confirmed"
            case "frozen":
                return "waits for the referee"
            case "empty":
                return "nobody to play"
        return self.phase


def progress_of(played: Round) -> list[TableProgress]:
    """Every table of the round, by number; one query."""
    rows = with_progress(played.tables.order_by("number"))
    values = rows.values_list("pk", "number", "reported", "people", "sheet_status", "frozen_at")
    return [
        TableProgress(pk, number, phase_of(Facts(status, frozen_at is not None, people)), reported, people)
        for pk, number, reported, people, status, frozen_at in values
    ]


def with_progress(tables: QuerySet[Table]) -> QuerySet[Any]:
    """Tables with the `sheet_status` of the newest version, seats that `reported`, and `people` who showed up."""
    newest = Sheet.objects.filter(game=OuterRef("game")).order_by("-version")
    return tables.annotate(
        sheet_status=Subquery(newest.values("status")[:1]),
        reported=Count("reports__seat", filter=Q(reports__replaced_at=None), distinct=True),
        people=Count("seats", filter=Q(seats__absent=False, seats__entry__isnull=False), distinct=True),
    )


def phase_in(row: Mapping[str, Any]) -> str:
    """The phase of one of `with_progress(...).values(...)`."""
    return phase_of(Facts(row["sheet_status"], row["frozen_at"] is not None, row["people"]))

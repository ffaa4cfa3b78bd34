"""Rulings as programs read them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, TypedDict

from characters.rules.moments import stamp
from games.rules.points import UNIT
from league.core.rules.records import Moment, OneOf
from league.models import Ruling
from league.standings.queries.explanations import plain

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


class RulingRow(TypedDict):
    id: int
    stage: int
    round: int
    table: int | None
    entry: int | None
    character: str | None
    kind: Annotated[str, OneOf(Ruling.KINDS)]
    points: Annotated[str, "Table points taken, with two decimals."]
    reason: str
    by: str | None
    at: Moment
    rescinded_at: Moment | None
    rescinded_by: str | None
    rescinded_because: str


def ruling_row(row: Mapping[str, Any]) -> RulingRow:
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
        "rescinded_at": stamp(row["rescinded_at"]),
        "rescinded_by": row["rescinded_by__username"],
        "rescinded_because": row["rescinded_because"],
    }


def ruling_record(ruling: Ruling) -> RulingRow:
    return ruling_row(Ruling.objects.values(*RULING).get(pk=ruling.pk))

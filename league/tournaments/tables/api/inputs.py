"""The bodies that the API takes at a table and of a ruling."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.core.api.fields import NUMBER, REASON, SMALL, Input
from league.models import Ruling
from league.results.api.inputs_sheets import MOST_SEATS, SeatInput, SheetInput, WonField

SEAT = "Which seat speaks."
REVISION = "The `revision` of the table that you saw: 409 and what happened meanwhile when somebody decided since."


def revision_field() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=SMALL, required=False, help_text=REVISION)


class TableSeatInput(SeatInput):
    """Figures of those present, numbered in the order of their seats. Who sits there is the table's."""

    character = None  # type: ignore[assignment]
    won = WonField(required=False, allow_null=True, default=False)


class TableSheetInput(SheetInput):
    """A sheet of which the table decides game, edition, names and time."""

    system = None  # type: ignore[assignment]
    edition = None  # type: ignore[assignment]
    played_at = None  # type: ignore[assignment]
    seats = TableSeatInput(many=True, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]

    def __init__(self, *args: Any, system: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._system = system

    @property
    def system_id(self) -> str:
        return self._system


class TableReportInput(TableSheetInput):
    expected_revision = revision_field()
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)


class TableRulingInput(TableSheetInput):
    """Without figures the table's sheet as it stands."""

    expected_revision = revision_field()
    seats = TableSeatInput(many=True, required=False, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]
    reason = serializers.CharField(max_length=300, help_text=REASON)


class ConfirmTableInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    digest = serializers.CharField(max_length=64, help_text="The `digest` of the sheet that you saw.")
    expected_revision = revision_field()


class ContradictInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    reason = serializers.CharField(max_length=300, help_text=REASON)
    expected_revision = revision_field()


@extend_schema_field({"type": "string", "format": "decimal", "pattern": r"^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$"})
class PointsField(serializers.DecimalField):
    """With a digit at least, which the pattern that a schema has by default does not ask for."""


class RulingInput(Input):
    kind = serializers.ChoiceField(choices=(Ruling.WARNING, Ruling.PENALTY))
    entry = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    stage = serializers.IntegerField(min_value=1, max_value=SMALL)
    round = serializers.IntegerField(min_value=1, max_value=SMALL)
    points = PointsField(
        max_digits=8, decimal_places=2, min_value=0, required=False, help_text="Table points that a penalty takes."
    )
    reason = serializers.CharField(max_length=300, help_text=REASON)

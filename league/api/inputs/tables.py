"""What is said at a table of a tournament."""

from typing import Any

from rest_framework import serializers

from league.api.inputs.decisions import REASON
from league.api.inputs.sheets import MOST_SEATS, SeatInput, SheetInput, WonField

SEAT = "Which seat speaks."


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
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)


class TableRulingInput(TableSheetInput):
    """Without figures the table's sheet as it stands."""

    seats = TableSeatInput(many=True, required=False, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]
    reason = serializers.CharField(max_length=300, help_text=REASON)


class ConfirmTableInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    digest = serializers.CharField(max_length=64, help_text="The `digest` of the sheet that you saw.")


class ContradictInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text=SEAT)
    reason = serializers.CharField(max_length=300, help_text=REASON)

"""What is said at a table and of a ruling, and how rounds, tables and rulings are answered: the shapes of the API."""

from typing import Any

from rest_framework import serializers

from league.core.api.fields import NUMBER, REASON, SMALL, Input
from league.core.api.shapes import Row
from league.models import Round, Ruling
from league.results.api.inputs_sheets import MOST_SEATS, SeatInput, SheetInput, WonField
from league.tournaments.tables.queries.round_records import STATES

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


class RulingInput(Input):
    kind = serializers.ChoiceField(choices=(Ruling.WARNING, Ruling.PENALTY))
    entry = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    stage = serializers.IntegerField(min_value=1, max_value=SMALL)
    round = serializers.IntegerField(min_value=1, max_value=SMALL)
    points = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, required=False, help_text="Table points that a penalty takes."
    )
    reason = serializers.CharField(max_length=300, help_text=REASON)


class TableSeatRow(Row):
    seat = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True, help_text="Null for a bot.")
    character = serializers.CharField(allow_null=True)
    slug = serializers.CharField(allow_null=True)
    absent = serializers.BooleanField()


class TableRow(Row):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    objected = serializers.BooleanField(help_text="Confirmed, and a seat says that it is wrong.")
    revision = serializers.IntegerField(help_text="Of the newest decision about its game; send it back.")
    locked = serializers.BooleanField()
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why it is composed so.")
    game = serializers.IntegerField(allow_null=True, help_text="The id of its game.")
    reported = serializers.IntegerField(help_text="Seats that have spoken.")
    confirm_by = serializers.DateTimeField(allow_null=True, help_text="When silence confirms.")
    frozen_at = serializers.DateTimeField(allow_null=True)
    frozen_because = serializers.CharField()
    seats = TableSeatRow(many=True)


class TableDetail(TableRow):
    digest = serializers.CharField(help_text="Of the sheet as it stands, to confirm it; empty without one.")
    needed = serializers.IntegerField(help_text="Seats that must agree.")


class RulingRow(Row):
    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    character = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=Ruling.KINDS)
    points = serializers.CharField(help_text="Table points taken, with two decimals.")
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    rescinded_at = serializers.DateTimeField(allow_null=True)
    rescinded_by = serializers.CharField(allow_null=True)
    rescinded_because = serializers.CharField()


class RoundPlace(Row):
    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.STATUSES)


class RoundRow(RoundPlace):
    minutes = serializers.IntegerField()
    paused_seconds = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="How many.")
    byes = serializers.IntegerField(help_text="How many.")
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class ByeRow(Row):
    entry = serializers.IntegerField()
    character = serializers.CharField()
    slug = serializers.CharField()
    through = serializers.BooleanField(help_text="In a knock-out: through to the next round.")


class RoundDetail(RoundPlace):
    minutes = serializers.IntegerField()
    paused_seconds = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    tables = TableRow(many=True)
    byes = ByeRow(many=True)
    draws = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of its draws; the last holds.")


class DrawRow(Row):
    number = serializers.IntegerField(help_text="The link of the chain of seeds.")
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    method = serializers.CharField()
    seed = serializers.CharField(help_text="Hashes (SHA-256) to the seed of the draw before.")
    digest = serializers.CharField(help_text="SHA-256 of source and outcome.")
    cost = serializers.DictField()
    reason = serializers.CharField(help_text="Why the round was drawn again; empty for a first draw.")
    made_at = serializers.DateTimeField()


class DrawnTableRow(Row):
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class DrawDetail(DrawRow):
    """All that it takes to prove the draw."""

    previous = serializers.CharField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    source = serializers.DictField()  # type: ignore[assignment]
    outcome = serializers.DictField()
    changes = serializers.ListField(child=serializers.DictField(), help_text="What was changed by hand, with its cost.")
    tables = DrawnTableRow(many=True, allow_null=True, help_text="Null where a later draw replaced this one.")
    byes = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class SwapDetail(Row):
    sentence = serializers.CharField(help_text="Who moves, and what it costs.")
    worse = serializers.BooleanField()
    cost_before = serializers.DictField()
    cost_after = serializers.DictField()

"""What answers about games look like. The rows themselves come as dicts from the queries."""

from rest_framework import serializers

from games.models import Sheet
from games.rules.systems import SYSTEMS
from league.api.outputs.characters import HistoryRow, Row


class SeatRow(Row):
    seat = serializers.IntegerField()
    character = serializers.CharField(allow_null=True, help_text="The name at the time; null for a guest.")
    slug = serializers.CharField(allow_null=True, help_text="The character's address now; null for a guest.")
    won = serializers.BooleanField()
    place = serializers.IntegerField(help_text="Place at the table; equal seats share the better one.")
    points = serializers.IntegerField(help_text="The system's own total.")
    score = serializers.DictField(help_text="The columns of the system; tallies are objects.")


class GameRow(Row):
    id = serializers.IntegerField()
    reference = serializers.CharField()
    league = serializers.CharField()
    season = serializers.CharField()
    system = serializers.ChoiceField(choices=[(system.ID, system.NAME) for system in SYSTEMS.values()])
    edition = serializers.CharField()
    played_by_bots = serializers.BooleanField(help_text="The engine played it, with bots in every seat.")
    mode = serializers.CharField(allow_blank=True)
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    played_at = serializers.DateTimeField()
    status = serializers.ChoiceField(choices=Sheet.STATUSES, help_text="Of the newest sheet.")
    sheet_version = serializers.IntegerField(help_text="Of the newest sheet.")
    reviewed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the careers had followed; null while they have not, or need not."
    )
    doubts = serializers.ListField(
        child=serializers.CharField(), help_text="Office politics that the levels of the time do not allow."
    )
    seats = SeatRow(many=True)


class SheetVersion(Row):
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Sheet.STATUSES)
    source = serializers.ChoiceField(choices=Sheet.SOURCES)  # type: ignore[assignment]
    played_at = serializers.DateTimeField()
    mode = serializers.CharField(allow_blank=True)
    target = serializers.IntegerField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why this version followed the one before.")
    submitted_by = serializers.CharField(allow_null=True)
    submitted_at = serializers.DateTimeField()
    confirmed_by = serializers.CharField(allow_null=True)
    confirmed_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.CharField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_reason = serializers.CharField(allow_blank=True, help_text="Why it was disputed or voided.")
    reviewed_at = serializers.DateTimeField(allow_null=True)
    doubts = serializers.ListField(child=serializers.CharField())
    seats = SeatRow(many=True)


class GameEvent(HistoryRow):
    character = serializers.CharField()
    slug = serializers.CharField()
    why = serializers.CharField()


class GameDetail(GameRow):
    sheets = SheetVersion(many=True, help_text="Every version, oldest first.")
    events = GameEvent(many=True, help_text="What the game meant for its characters.")


class CareerChangeRow(Row):
    name = serializers.CharField()
    slug = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class MoveRow(Row):
    name = serializers.CharField()
    slug = serializers.CharField()
    before = serializers.IntegerField(allow_null=True, help_text="Position; null for nobody's before.")
    after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField()
    points_after = serializers.CharField()


class DoubtRow(Row):
    game = serializers.IntegerField(help_text="The id of a game whose politics become doubtful.")
    reference = serializers.CharField()
    sentence = serializers.CharField()


class ConsequencesDetail(Row):
    """What would change. Nothing has."""

    careers = CareerChangeRow(many=True)
    moves = MoveRow(many=True)
    doubts = DoubtRow(many=True)

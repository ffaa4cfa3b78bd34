from rest_framework import serializers

from league.core.api.shapes import Row
from league.models import Ruling
from league.tournaments.tables.queries.round_records import STATES


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

from rest_framework import serializers

from league.core.api.shapes import Row
from league.models import Round
from league.tournaments.tables.api.outputs_tables import TableRow


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

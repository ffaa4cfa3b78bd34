from rest_framework import serializers

from league.core.api.shapes import NUMBER, Row
from league.models import Entry


class EntryRow(Row):
    number = serializers.IntegerField()
    character = serializers.CharField()
    slug = serializers.CharField()
    status = serializers.ChoiceField(choices=Entry.STATUSES)
    club = serializers.CharField()
    household = serializers.CharField(allow_null=True, help_text="For referees and organisers; null for others.")
    registered_at = serializers.DateTimeField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    dropped_at = serializers.DateTimeField(allow_null=True)


class CheckedIn(Row):
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of those who were not before.")


class KeptApartRow(Row):
    one = serializers.IntegerField(help_text=NUMBER)
    other = serializers.IntegerField(help_text=NUMBER)
    reason = serializers.CharField()

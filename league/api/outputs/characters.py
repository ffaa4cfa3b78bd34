"""What answers about characters look like. The rows themselves come as dicts from the queries."""

from typing import Any

from rest_framework import serializers

from characters.models import LEVEL_CHOICES, CareerEvent
from characters.rules import career

LEVELS = LEVEL_CHOICES
STATUSES = (career.ACTIVE, career.RETIRED)
Row = serializers.Serializer[Any]


class CharacterRow(Row):
    name = serializers.CharField()
    slug = serializers.CharField()
    owner = serializers.CharField(help_text="User name.")
    league = serializers.CharField(allow_null=True, help_text="Slug of the league.")
    edition = serializers.CharField()
    specialty = serializers.CharField()
    side_interest = serializers.CharField()
    title = serializers.CharField()
    company = serializers.CharField(help_text="The primary company.")
    level = serializers.ChoiceField(choices=LEVELS)
    level_name = serializers.CharField(help_text="The level in the words of the edition and this character.")
    status = serializers.ChoiceField(choices=STATUSES)
    career = serializers.IntegerField(help_text="1 for the first career, 2 after a restart, ...")


class CharacterDetail(CharacterRow):
    secondary_company = serializers.CharField()
    c_level_title = serializers.CharField(help_text="The title chosen for C-level; empty for the usual one.")
    former_names = serializers.ListField(child=serializers.CharField())
    registered_at = serializers.DateTimeField()


class HistoryRow(Row):
    game = serializers.CharField(allow_null=True, help_text="The reporter's reference; null for a restart.")
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=CareerEvent.KINDS)
    to = serializers.ChoiceField(choices=LEVELS)
    performance = serializers.CharField(allow_null=True, help_text="Percent with two decimals.")
    points = serializers.IntegerField()
    rescinded = serializers.CharField(allow_null=True, help_text="Why the row does not hold any more; null if it does.")

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word that Python keeps for itself."""
        return super().get_fields() | {"from": serializers.ChoiceField(choices=LEVELS)}


class CareerDetail(Row):
    name = serializers.CharField()
    slug = serializers.CharField()
    owner = serializers.CharField()
    edition = serializers.CharField()
    specialty = serializers.CharField()
    side_interest = serializers.CharField()
    title = serializers.CharField()
    level = serializers.ChoiceField(choices=LEVELS)
    level_name = serializers.CharField()
    status = serializers.ChoiceField(choices=STATUSES)
    career = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Careers games of the current career; so are all totals.")
    wins = serializers.IntegerField()
    points_since_level_change = serializers.IntegerField()
    happiness = serializers.IntegerField()
    fame = serializers.IntegerField()
    cash = serializers.IntegerField(help_text="Whole pounds, the golden parachute's bonus included.")
    degrees = serializers.DictField(child=serializers.IntegerField())
    trips = serializers.DictField(child=serializers.IntegerField())
    history = HistoryRow(many=True)

from rest_framework import serializers

from games.rules.figures import LARGEST
from league.core.api.fields import NUMBER, SMALL, Input


class EntryInput(Input):
    character = serializers.CharField(max_length=220, help_text="Slug of the character.")
    club = serializers.CharField(max_length=80, allow_blank=True, required=False, default="")
    household = serializers.CharField(max_length=80, allow_blank=True, required=False, default="")


class CheckInInput(Input):
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST),
        required=False,
        max_length=10_000,
        help_text="Numbers of entries; everybody who is registered when left out.",
    )


class KeepApartInput(Input):
    one = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    other = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")

"""The body with which a program opens a table."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Play
from league.play.forms import LEAST_SEATS, MOST_SEATS
from league.play.rules.systems import PLAYED_HERE

OPEN = {"season": "spring-2026", "system": "career_compass", "seats": 2, "pace": "day", "visibility": "league"}


@extend_schema_field(OpenApiTypes.OBJECT)
class PlaySettingsField(serializers.Field[Any, Any, Any, Any]):
    """What this one game is played by instead of the season's settings, such as {"deals": 4}."""

    default_error_messages = {"not_an_object": 'The settings must be an object, such as {{"deals": 4}}.'}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("not_an_object")
        return dict(data)


class OpenInput(serializers.Serializer[Any]):
    season = serializers.CharField(help_text="Slug of the season.")
    system = serializers.ChoiceField(choices=PLAYED_HERE)
    seats = serializers.IntegerField(min_value=LEAST_SEATS, max_value=MOST_SEATS)
    counts = serializers.BooleanField(default=False)
    pace = serializers.ChoiceField(choices=Play.PACES, default=Play.NO_CLOCK)
    visibility = serializers.ChoiceField(choices=Play.VISIBILITIES, default=Play.LEAGUE)
    edition = serializers.CharField(required=False, max_length=40, help_text="Its board, for Careers.")
    settings = PlaySettingsField(required=False)
    mode = serializers.CharField(required=False, max_length=20, help_text="For Careers: `formula` or `timed`.")
    target = serializers.IntegerField(required=False, min_value=1, max_value=5000, help_text="For the mode `formula`.")
    minutes = serializers.IntegerField(required=False, min_value=1, max_value=300, help_text="For the mode `timed`.")

"""What organisers and referees say about a tournament. The services judge it; here is only what bounds it."""

from typing import Any

from rest_framework import serializers

from games.rules.figures import LARGEST
from games.rules.systems import SYSTEMS
from league.api.inputs.decisions import REASON
from league.api.inputs.fields import MomentField, SeasonField
from league.models import Ruling, Stage, Tournament
from league.rules.stage_plans import StagePlan

SMALL = 2**15 - 1
NUMBER = "The number of an entry."
_SYSTEMS = [(system.ID, system.NAME) for system in SYSTEMS.values()]
Input = serializers.Serializer[Any]


class StageInput(Input):
    format = serializers.ChoiceField(choices=Stage.FORMATS)
    name = serializers.CharField(max_length=80)
    rounds = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=SMALL)
    cut = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=2, max_value=LARGEST)


class SetupInput(Input):
    """Any of the settings; what is left out stays as it is."""

    name = serializers.CharField(max_length=120, required=False)
    system = serializers.ChoiceField(choices=_SYSTEMS, required=False)
    edition = serializers.CharField(max_length=40, required=False)
    mode = serializers.CharField(max_length=20, allow_blank=True, required=False)
    target = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    minutes = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    table_size = serializers.IntegerField(min_value=2, max_value=8, required=False)
    shortfall = serializers.ChoiceField(choices=Tournament.SHORTFALLS, required=False)
    capacity = serializers.IntegerField(allow_null=True, min_value=0, max_value=LARGEST, required=False)
    starts_at = MomentField(allow_null=True, required=False)
    place = serializers.CharField(max_length=200, allow_blank=True, required=False)
    self_registration = serializers.BooleanField(required=False)
    registration_open = serializers.BooleanField(required=False)
    round_minutes = serializers.IntegerField(min_value=1, max_value=SMALL, required=False)
    confirm_seconds = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False)


class TournamentInput(SetupInput):
    """A new tournament; one Swiss stage with a recommended number of rounds when no stages are given."""

    season = SeasonField()
    name = serializers.CharField(max_length=120)
    system = serializers.ChoiceField(choices=_SYSTEMS)
    edition = serializers.CharField(max_length=40)
    stages = StageInput(many=True, required=False, max_length=8)  # type: ignore[call-arg]

    def plans(self) -> list[StagePlan]:
        """Only after `is_valid`."""
        return [
            StagePlan(one["format"], one["name"], one["rounds"], one["cut"])
            for one in self.validated_data.get("stages", ())
        ]


class Nothing(Input):
    """No body is needed."""


class ReasonInput(Input):
    reason = serializers.CharField(max_length=300, help_text=REASON)


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


class RedrawInput(ReasonInput):
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=SMALL),
        required=False,
        allow_null=True,
        default=None,
        max_length=10_000,
        help_text="Numbers of the tables to draw again; all but locked ones when left out.",
    )


class PlaceInput(Input):
    table = serializers.IntegerField(min_value=0, max_value=SMALL, help_text="0 for those without a table.")
    seat = serializers.IntegerField(min_value=1, max_value=SMALL, help_text="Or which of those without a table.")
    character = serializers.CharField(
        max_length=200, allow_blank=True, required=False, help_text="Whom you saw there; 409 if it is somebody else."
    )


class SwapInput(Input):
    one = PlaceInput()
    other = PlaceInput()
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed once the round is published."
    )


class ExtendInput(Input):
    minutes = serializers.IntegerField(min_value=-1440, max_value=1440, help_text="More, or with a minus fewer.")


class EndRoundInput(Input):
    force = serializers.BooleanField(required=False, default=False, help_text="Also without results still awaited.")
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed with `force`."
    )


class RulingInput(Input):
    kind = serializers.ChoiceField(choices=(Ruling.WARNING, Ruling.PENALTY))
    entry = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    stage = serializers.IntegerField(min_value=1, max_value=SMALL)
    round = serializers.IntegerField(min_value=1, max_value=SMALL)
    points = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, required=False, help_text="Table points that a penalty takes."
    )
    reason = serializers.CharField(max_length=300, help_text=REASON)

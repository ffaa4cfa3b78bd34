"""Games and their sheets as they are sent to the API."""

from typing import Any

from rest_framework import serializers

from games.rules.figures import LARGEST
from games.rules.names import LONGEST_NAME
from league.core.api.fields import SeasonField, SystemField
from league.models import League, Season
from league.results.api.revision import RevisionInput
from league.sheets.api import SheetInput
from league.sheets.rules.result_rows import REFERENCE_LENGTH


class GameNameField(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, default="", max_length=LONGEST_NAME, **kwargs)


class NameInput(serializers.Serializer[Any]):
    """Name a game; what is left out or empty is removed."""

    name = GameNameField(help_text="What people call it; empty, it is called by what is known of it.")
    place = GameNameField(help_text="Where it was played.")


class ReportInput(SheetInput):
    """Report a game that was played, with its sheet."""

    season = SeasonField()
    reference = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=REFERENCE_LENGTH,
        help_text="Your own reference, unique in the season; without one the game gets the next free.",
    )
    name = GameNameField(help_text="What people call it, such as Thursday at Ann's.")
    place = GameNameField(help_text="Where it was played.")
    confirm = serializers.BooleanField(
        required=False, default=False, help_text="Confirm at once. Organisers only; else the sheet waits for one."
    )

    def league(self) -> League | None:
        try:
            season: Season = self.fields["season"].run_validation(self.initial_data.get("season"))
        except serializers.ValidationError:
            return None
        return season.league


class CorrectionInput(RevisionInput, SheetInput):
    """Give the whole sheet as it should have been. System and edition stay what they are."""

    system = SystemField(required=False, help_text="That of the game.")
    edition = serializers.CharField(max_length=40, required=False, help_text="That of the game.")
    expected_version = serializers.IntegerField(
        min_value=1, max_value=LARGEST, help_text="The `sheet_version` that you saw."
    )
    reason = serializers.CharField(max_length=300, help_text="Why, in a sentence that others will read.")

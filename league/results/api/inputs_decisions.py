"""Input of organisers and players about a game that is reported already."""

from rest_framework import serializers

from games.rules.figures import LARGEST
from league.core.api.fields import REASON
from league.results.api.revision import RevisionInput


class ConfirmInput(RevisionInput):
    expected_version = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=LARGEST,
        help_text="The `sheet_version` that you saw; 409 when there is a newer one.",
    )


class VoidInput(ConfirmInput):
    reason = serializers.CharField(max_length=300, help_text=REASON)


class DisputeInput(RevisionInput):
    reason = serializers.CharField(max_length=300, help_text=REASON)

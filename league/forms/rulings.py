"""What a referee fills in."""

import re
from fractions import Fraction
from typing import Any

from django import forms

from games.services.sheets import REASON_LENGTH
from league.forms.plain import PlainForm

WARNING, PENALTY, ABSENT, PRESENT, FREE = ("warning", "penalty", "absent", "present", "free")
_POINTS = re.compile(r"\d{1,5}([.,]\d{1,3})?", re.ASCII)


class PointsField(forms.CharField):
    """Points, whole or with decimals, as a fraction."""

    default_error_messages = {"unreadable": "Give points as 2, 1.5 or 0.25."}

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value)
        if not text:
            return None
        if not _POINTS.fullmatch(text):
            raise forms.ValidationError(self.error_messages["unreadable"])
        return Fraction(text.replace(",", "."))


class ReasonForm(PlainForm):
    reason = forms.CharField(
        max_length=REASON_LENGTH,
        help_text="Everybody sees it.",
        error_messages={"required": "Say why, so that the others understand it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RulingForm(ReasonForm):
    """Something that a referee does about one player. `free` asks for no reason."""

    ACTIONS = (
        (WARNING, "Warn"),
        (PENALTY, "Take points"),
        (ABSENT, "Mark as absent"),
        (PRESENT, "Mark as present again"),
        (FREE, "Free the seat for another phone"),
    )
    who = forms.ChoiceField(label="Who")
    action = forms.ChoiceField(choices=ACTIONS, label="What")
    points = PointsField(
        required=False,
        label="Points",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text="Only where points are taken, such as 2 or 1.5.",
    )
    drop = forms.BooleanField(required=False, label="A no-show drops out of the tournament, too")
    field_order = ("who", "action", "points", "drop", "reason")

    def __init__(self, *args: Any, who: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = who  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("action") == FREE:
            self.errors.pop("reason", None)
        if values.get("action") == PENALTY and not values.get("points") and "points" not in self.errors:
            self.add_error("points", "Say how many points.")
        return values

"""What a sheet says of the game as a whole: when, by which rules of play, under which reference."""

from typing import Any

from django import forms

from engine.careers.editions import edition, edition_ids
from games.rules.systems import System
from league.forms.plain import PlainForm
from league.services.games import REFERENCE_LENGTH

MOST_MINUTES = 24 * 60


class GameDetailsForm(PlainForm):
    """`reference` is fixed once a game has one. Mode, target and minutes belong to systems that have modes."""

    edition = forms.ChoiceField(help_text="The board that you played on. Characters belong to one edition.")
    played_at = forms.DateTimeField(
        label="Played at",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={
            "invalid": "Give day and time, such as 2026-03-12 19:30.",
            "required": "Say when it was played.",
        },
    )
    mode = forms.ChoiceField(
        widget=forms.RadioSelect, label="How was it played?", error_messages={"required": "Choose how it was played."}
    )
    target = forms.IntegerField(
        error_messages={"required": "A formula game needs the target that the table agreed on."},
        min_value=1,
        max_value=1_000_000,
        label="Target",
        help_text="Points that the table agreed on.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    minutes = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        label="Minutes played",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reference = forms.CharField(
        required=False,
        max_length=REFERENCE_LENGTH,
        label="Reference",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, system: System, next_reference: str = "", fixed: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._kind: dict[str, Any] = {"system": system, "next_reference": next_reference, "fixed": fixed}
        self.fields["edition"].choices = [(one, edition(one).name) for one in edition_ids()]  # type: ignore[attr-defined]
        if not system.MODES:
            for name in ("mode", "target", "minutes"):
                del self.fields[name]
        else:
            self.fields["mode"].choices = list(system.MODES.items())  # type: ignore[attr-defined]
        if fixed:
            del self.fields["reference"], self.fields["edition"]
        else:
            self.fields[
                "reference"
            ].help_text = f"Your own number for this game. Left empty, it becomes {next_reference}."

    def again(self) -> "GameDetailsForm":
        """The same form without its complaints."""
        return GameDetailsForm(initial=dict(self.data.items()), **self._kind)

    def clean(self) -> dict[str, Any]:
        """The mode says which of target and minutes was meant; the other one is not looked at."""
        values: dict[str, Any] = super().clean() or {}
        unused = {"formula": "minutes", "timed": "target"}.get(values.get("mode", ""))
        if unused:
            values[unused] = None
            self.errors.pop(unused, None)
        return values

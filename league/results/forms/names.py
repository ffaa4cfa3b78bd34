"""What people call a game and where it was played: two fields, while it is entered and afterwards."""

from django import forms
from django.core.exceptions import ValidationError

from characters.rules.names import tidy
from games.rules.names import LONGEST_NAME, refused_name
from league.core.forms import PlainForm


class NameField(forms.CharField):
    def __init__(self, label: str, help_text: str) -> None:
        super().__init__(
            required=False,
            max_length=LONGEST_NAME,
            label=label,
            help_text=help_text,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean(self, value: object) -> str:
        text = tidy(str(super().clean(value)))
        if why := refused_name(text):
            raise ValidationError(f"It {why}.")
        return text


class NameForm(PlainForm):
    name = NameField("Name of the game", "What you call it, such as Thursday at Ann's.")
    place = NameField("Place", "Where you played, such as The Red Lion.")

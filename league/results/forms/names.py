"""The name of a game and the place where it was played: two fields, while it is entered and afterwards."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from characters.rules.names import tidy
from engine.translatable import spoken
from games.rules.names import LONGEST_NAME, refused_name
from league.core.forms import PlainForm


class NameField(forms.CharField):
    def __init__(self, label: Any, help_text: Any) -> None:
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
            raise ValidationError(_("It {problem}.").format(problem=spoken(why)))
        return text


class NameForm(PlainForm):
    name = NameField(gettext_lazy("Name of the game"), gettext_lazy("What you call it, such as Thursday at Ann's."))
    place = NameField(pgettext_lazy("venue", "Place"), gettext_lazy("Where you played, such as The Red Lion."))

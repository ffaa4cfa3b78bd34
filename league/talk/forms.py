from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.forms import PlainForm
from league.core.queries.figures import figure
from league.talk.rules import UNDER_A_GAME


def _length() -> str:
    text = _("Plain text, {most} letters at most. Everybody who may see the game can read it.")
    return text.format(most=figure(UNDER_A_GAME.longest))


class RemarkForm(PlainForm):
    text = forms.CharField(
        label=gettext_lazy("Your comment"),
        max_length=UNDER_A_GAME.longest,
        help_text=lazy(_length, str)(),
        error_messages={"required": gettext_lazy("Write something first.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class HideForm(PlainForm):
    why = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        help_text=gettext_lazy("Its author reads it, such as “No insults, please”."),
        error_messages={"required": gettext_lazy("Say in a line why: its author reads it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReportForm(PlainForm):
    page = forms.CharField(
        label=gettext_lazy("Which page"),
        max_length=300,
        help_text=gettext_lazy("Its address on this site, such as /characters/ada/."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    why = forms.CharField(
        label=gettext_lazy("What is wrong with it"),
        max_length=300,
        help_text=gettext_lazy("One line for the staff only: a name, a text, somebody pretending to be somebody else."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

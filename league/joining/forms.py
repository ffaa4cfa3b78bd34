"""Forms for who may join, and how long a link is good."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm
from league.joining.services import DAYS, DEFAULT_DAYS, MOST_USES
from league.models.organisation import Joining


class JoinForm(PlainForm):
    """`name` is what the character will be called; asked only of who has none in the league."""

    name = forms.CharField(
        label=_("Your name at the table"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class LinkForm(PlainForm):
    how = forms.ChoiceField(
        label=_("Who gets in by this link"), choices=Joining.choices, initial=Joining.OPEN, widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(label=_("Good for"), choices=list(DAYS.items()), coerce=int, initial=DEFAULT_DAYS)
    most_uses = forms.IntegerField(
        label=_("For how many people"),
        required=False,
        min_value=1,
        max_value=MOST_USES,
        help_text=_("Empty: for as many as come."),
    )

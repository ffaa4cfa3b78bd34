from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm


class ReportForm(PlainForm):
    page = forms.CharField(
        label=_("Which page"),
        max_length=300,
        help_text=_("Its address on this site, such as /characters/ada/."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    why = forms.CharField(
        label=_("What is wrong with it"),
        max_length=300,
        help_text=_(
            "One line, which the staff alone reads: a name, a text, somebody who pretends to be somebody else."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

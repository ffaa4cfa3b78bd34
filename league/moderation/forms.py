from django import forms

from league.core.forms import PlainForm


class ReportForm(PlainForm):
    page = forms.CharField(
        label="Which page",
        max_length=300,
        help_text="Its address on this site, such as /characters/ada/.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    why = forms.CharField(
        label="What is wrong with it",
        max_length=300,
        help_text="One line, which the staff alone reads: a name, a text, somebody who pretends to be somebody else.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

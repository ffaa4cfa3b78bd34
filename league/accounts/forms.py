"""A token from the account page."""

from django import forms

from league.accounts.rules import LONGEST_DAYS, USUAL_DAYS
from league.core.forms import PlainForm
from league.core.rules.scopes import EXPLAINED, REPORT


class TokenForm(PlainForm):
    name = forms.CharField(
        max_length=60,
        help_text="What is it for? You will know it by that name in the list.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give it a name, to know it by in the list."},
    )
    scope = forms.ChoiceField(
        choices=list(EXPLAINED.items()), label="What may it do?", widget=forms.RadioSelect, initial=REPORT
    )
    days = forms.IntegerField(
        label="For how many days?", min_value=1, max_value=LONGEST_DAYS, initial=USUAL_DAYS, help_text="Up to a year."
    )

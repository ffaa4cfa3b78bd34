"""Leagues, seasons, members."""

from django import forms

from league.forms.plain import PlainForm
from league.models.organisation import Role


class LeagueForm(PlainForm):
    name = forms.CharField(
        label="Name of the league", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class SeasonForm(PlainForm):
    name = forms.CharField(
        label="Name of the season",
        max_length=120,
        help_text="Such as Spring 2027.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    starts_on = forms.DateField(label="Starts on", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(label="Ends on", required=False, widget=forms.DateInput(attrs={"type": "date"}))


class InvitationForm(PlainForm):
    role = forms.ChoiceField(label="Role of whoever opens the link", choices=Role.choices, initial=Role.PLAYER)

"""Leagues, seasons, members.

House rules as a form, built from the same data as the page that shows them."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms

from characters.models import within_bounds
from characters.rules.house_rules import SETTINGS, HouseRules, Setting
from league.core.forms import PlainForm
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
    starts_on = forms.DateField(
        label="Starts on", required=False, validators=[within_bounds], widget=forms.DateInput(attrs={"type": "date"})
    )
    ends_on = forms.DateField(
        label="Ends on", required=False, validators=[within_bounds], widget=forms.DateInput(attrs={"type": "date"})
    )


class InvitationForm(PlainForm):
    role = forms.ChoiceField(label="Role of the person who opens the link", choices=Role.choices, initial=Role.PLAYER)


class HouseRulesForm(PlainForm):
    """One field per house rule."""

    def __init__(self, *args: Any, rules: HouseRules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in SETTINGS:
            field = _field(setting)
            field.initial = str(getattr(rules, setting.name))
            self.fields[setting.name] = field

    def values(self) -> dict[str, Any]:
        """The choices in the types of `HouseRules`."""
        return {setting.name: _value(setting, self.cleaned_data[setting.name]) for setting in SETTINGS}

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Group names with their fields, in the order of the data."""
        for group, settings in groupby(SETTINGS, key=lambda setting: setting.group):
            yield group, [self[setting.name] for setting in settings]


def _field(setting: Setting) -> forms.Field:
    clause = f"Clause {setting.clause}." if setting.clause[:1] == "R" else ""
    if setting.options is not None:
        choices = [(str(value), words) for value, words in setting.options.items()]
        return forms.ChoiceField(choices=choices, label=setting.question, help_text=clause)
    return forms.IntegerField(
        min_value=setting.least,
        max_value=setting.most,
        label=setting.question,
        help_text=f"{clause} From {setting.least:,} to {setting.most:,}.".strip(),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _value(setting: Setting, chosen: Any) -> Any:
    if setting.options is None:
        return chosen
    return next(value for value in setting.options if str(value) == chosen)

"""Opening a table, and sitting down at one."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from characters.models import Character
from engine import SYSTEMS as ENGINE
from games.rules.systems import SYSTEMS
from league.core.forms import PlainForm
from league.models import Season
from league.play.rules import PLAYED_HERE

MOST_SEATS = max(ENGINE[system].seats[1] for system in PLAYED_HERE)
LEAST_SEATS = min(ENGINE[system].seats[0] for system in PLAYED_HERE)


class OpenPlayForm(PlainForm):
    system = forms.ChoiceField(label=gettext_lazy("Game"), choices=[(one, SYSTEMS[one].NAME) for one in PLAYED_HERE])
    seats = forms.IntegerField(
        label=gettext_lazy("Seats at the table"),
        help_text=gettext_lazy("Bots sit where nobody does."),
        min_value=LEAST_SEATS,
        max_value=MOST_SEATS,
        initial=4,
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"), queryset=Season.objects.none(), to_field_name="slug", empty_label=None
    )
    counts = forms.BooleanField(
        label=gettext_lazy("It counts for the season"),
        help_text=gettext_lazy("For games of two people or more. Without it, the game is practice."),
        required=False,
    )

    def __init__(self, *args: Any, seasons: QuerySet[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]


class SitForm(PlainForm):
    """`salt` is what the reader's browser adds to chance."""

    seat = forms.IntegerField(min_value=1, max_value=MOST_SEATS, widget=forms.HiddenInput)
    character = forms.ModelChoiceField(
        label=gettext_lazy("Character"), queryset=Character.objects.none(), to_field_name="slug", empty_label=None
    )
    salt = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)

    def __init__(self, *args: Any, characters: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]


class TurnForm(PlainForm):
    number = forms.IntegerField(min_value=0, max_value=100_000)
    action = forms.CharField(max_length=200)
    key = forms.CharField(required=False, max_length=64)

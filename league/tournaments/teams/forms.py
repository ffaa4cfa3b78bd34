"""How teams compete, and the entry of one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.translatable import spoken
from league.core.forms import PlainForm, TypedMomentField
from league.models import TeamContest
from league.sheets.forms.own_settings import number_box
from league.tournaments.teams.rules import BESTS, CHOICES, NAME_LENGTH, SIZES

SHOWN = 4  # places of a team to fill in; more are folded
NAME = forms.TextInput(attrs={"autocomplete": "off"})
SOMEBODY = {"autocomplete": "off", "list": "free-characters"}


class ContestForm(PlainForm):
    counting = forms.ChoiceField(label=_("What counts"), widget=forms.RadioSelect, initial=TeamContest.SUM)
    best_of = forms.IntegerField(
        label=_("Best results, where only those count"),
        min_value=BESTS[0],
        max_value=BESTS[-1],
        initial=3,
        widget=number_box(),
    )
    size = forms.IntegerField(
        label=_("Most members of a team"), min_value=2, max_value=SIZES[-1], initial=4, widget=number_box()
    )
    closes_at = TypedMomentField(
        label=_("Captains change their teams until"),
        required=False,
        error_messages={"invalid": _("Give day and time, such as 2026-03-12 19:30.")},
    )

    def __init__(self, *args: Any, of_tournament: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["counting"].choices = [(key, spoken(words)) for key, words in CHOICES.items()]  # type: ignore[attr-defined]
        self.fields["closes_at"].required = not of_tournament


class TeamForm(PlainForm):
    """Name and members. `size`: the places of a team; `organises`: guests may be registered, a captain named."""

    name = forms.CharField(label=_("Name of the team"), max_length=NAME_LENGTH, widget=NAME)

    def __init__(self, *args: Any, size: int, organises: bool, guests: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for at in range(1, size + 1):
            self.fields[f"member_{at}"] = forms.CharField(
                label=str(_("Member {number}")).format(number=at),
                required=False,
                max_length=200,
                widget=forms.TextInput(attrs=SOMEBODY),
            )
        if organises:
            self.fields["captain"] = captain_field()
        if organises and guests:
            self.fields["guests"] = forms.BooleanField(
                label=_("Register new names as guests, such as those of another club"), required=False
            )

    def members(self) -> list[str]:
        return [value for name, value in self.cleaned_data.items() if name.startswith("member_")]


def captain_field() -> forms.CharField:
    help_text = _("The user name of a member of the league. Empty: organisers look after the team.")
    return forms.CharField(label=_("Captain"), required=False, max_length=150, help_text=help_text, widget=NAME)


class TeamNameForm(PlainForm):
    name = TeamForm.base_fields["name"]

    def __init__(self, *args: Any, organises: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if organises:
            self.fields["captain"] = captain_field()


class MemberForm(PlainForm):
    member = forms.CharField(label=_("Name of the character"), max_length=200, widget=forms.TextInput(attrs=SOMEBODY))

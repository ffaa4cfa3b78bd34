"""Entering a tournament, and what organisers change about an entry."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm, UploadForm

_CLUB = _("Draws seat people of one club apart where they can. Everybody can read it.")
_HOUSEHOLD = _(
    "People who share it are seated apart if possible. Only organisers can read it. The published draw has a salted "
    "commitment in its place: anybody can see that two share something, but not what; organisers can prove it."
)
_WHY_APART = _("For organisers and referees. The published draw says who is kept apart, not why.")


class GroupsForm(PlainForm):
    club = forms.CharField(label=_("Club"), required=False, max_length=80, help_text=_CLUB)
    household = forms.CharField(label=_("Household"), required=False, max_length=80, help_text=_HOUSEHOLD)


class ClubForm(PlainForm):
    """The form for referees, who don't see households."""

    club = GroupsForm.base_fields["club"]


class DropForm(PlainForm):
    reason = forms.CharField(label=_("Why?"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class ApartForm(PlainForm):
    other = forms.CharField(
        label=_("Keep apart from"),
        help_text=_("Name or number."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300, help_text=_WHY_APART)


class EntriesUploadForm(PlainForm):
    file = UploadForm.base_fields["file"]


class FeeForm(PlainForm):
    amount = forms.DecimalField(
        label=_("Fee for each entry"),
        min_value=0,
        max_value=100_000,
        decimal_places=2,
        initial=0,
        help_text=_("0: there is no fee. Nothing is paid on this site: you note here who has paid you."),
    )
    currency = forms.RegexField(
        label=_("Currency"),
        regex="^[A-Z]{3}$",
        initial="EUR",
        error_messages={"invalid": _("Three capital letters, such as EUR or GBP.")},
    )
    how_to_pay = forms.CharField(
        label=_("How to pay"),
        required=False,
        max_length=300,
        help_text=_("People read it when they enter."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SelfCheckInForm(PlainForm):
    minutes = forms.TypedChoiceField(
        label=_("For how long"),
        coerce=int,
        choices=[(30, _("30 minutes")), (60, _("1 hour")), (120, _("2 hours")), (240, _("4 hours"))],
        initial=60,
    )


class RoomCodeForm(PlainForm):
    code = forms.CharField(
        label=_("Code in the room"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

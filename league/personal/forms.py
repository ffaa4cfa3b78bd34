"""Forms for what a person shows of themselves, and for leaving for good."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm


class PersonPageForm(PlainForm):
    shows_leagues = forms.BooleanField(label=_("The leagues that you belong to, and your role there"), required=False)
    shows_tournaments = forms.BooleanField(
        label=_("The tournaments of all your characters in one list"), required=False
    )


class FarewellForm(PlainForm):
    keep_name = forms.ChoiceField(
        label=_("What do your characters say of their player afterwards?"),
        choices=[
            ("no", _("“Former member” and a number")),
            ("yes", _("Your user name, as a label without an account")),
        ],
        widget=forms.RadioSelect,
        initial="no",
    )
    sure = forms.BooleanField(
        label=_("Yes, delete my account"), error_messages={"required": _("Tick the box to say that you are sure.")}
    )

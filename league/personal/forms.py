"""What somebody shows of themselves, and leaving for good."""

from django import forms

from league.core.forms import PlainForm


class PersonPageForm(PlainForm):
    shows_leagues = forms.BooleanField(label="The leagues that you belong to, and your role there", required=False)
    shows_tournaments = forms.BooleanField(label="The tournaments of all your characters in one list", required=False)


class FarewellForm(PlainForm):
    keep_name = forms.ChoiceField(
        label="What do your characters say of their player afterwards?",
        choices=[("no", "“Former member” and a number"), ("yes", "Your user name, as a label without an account")],
        widget=forms.RadioSelect,
        initial="no",
    )
    sure = forms.BooleanField(
        label="Yes, delete my account", error_messages={"required": "Tick the box to say that you are sure."}
    )

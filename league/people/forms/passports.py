"""Having a passport made, bringing one along, and trusting leagues of the installations that make them."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import NAME_LENGTH, Character
from league.core.forms import PlainForm
from league.people.rules.characters import OWNER_LENGTH
from league.people.services.passport_bringing import NAME_LENGTH as KEY_NAME_LENGTH
from league.people.services.passport_issuing import MADE_FOR_LENGTH

NEW = "new"
_PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class OwnersWishes(PlainForm):
    """The entries that only the owner may have written into the passport."""

    owner = forms.BooleanField(label=gettext_lazy("Write my name into it"), required=False)
    made_for = forms.CharField(
        label=gettext_lazy("Made for"),
        required=False,
        max_length=MADE_FOR_LENGTH,
        help_text=gettext_lazy("To take the career along: what the other league shows on its page Passports."),
        widget=forms.TextInput(attrs=_PLAIN),
    )


class PassportFile(PlainForm):
    file = forms.FileField(
        label=gettext_lazy("Passport"),
        help_text=gettext_lazy("The file that the other installation made for you, as it is."),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )


class TrustForm(PlainForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the installation"),
        max_length=KEY_NAME_LENGTH,
        help_text=gettext_lazy("Such as Thursday Club, as your league calls it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    league_there = forms.CharField(
        label=gettext_lazy("Its league"),
        max_length=2000,
        help_text=gettext_lazy(
            "The address of its page there, as the passport gives it, or its last word. Anybody can found another "
            "league there under any name; only this one is trusted."
        ),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    key = forms.CharField(
        label=gettext_lazy("Its key"),
        help_text=gettext_lazy(
            "64 hexadecimal digits. Its page /verify/ shows them; better, ask somebody you know there."
        ),
        widget=forms.TextInput(attrs=_PLAIN),
    )


class AcceptForm(PlainForm):
    """The character that takes the passport: a new one, or one that has no game yet. Only organisers choose the owner
    of a new one."""

    character = forms.ChoiceField(label=gettext_lazy("Who takes it?"), widget=forms.RadioSelect)
    name = forms.CharField(
        label=gettext_lazy("Name of a new character"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Nobody else may have it. If empty, it is the name in the passport."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    owner = forms.CharField(
        label=gettext_lazy("Owner of a new character"),
        required=False,
        max_length=OWNER_LENGTH,
        help_text=gettext_lazy("The user name of a member of the league, or a label. Empty: nobody yet."),
        widget=forms.TextInput(attrs=_PLAIN),
    )

    def __init__(self, *args: Any, fitting: QuerySet[Character], choose_owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        unplayed = _("{character}, without a game so far")
        offered = [(str(character.pk), unplayed.format(character=character.name)) for character in fitting]
        self.fields["character"].choices = [(NEW, _("A new character")), *offered]  # type: ignore[attr-defined]
        if not choose_owner:
            del self.fields["owner"]

    def chosen(self) -> int | None:
        """Return the id of an existing character; None for a new one."""
        value = self.cleaned_data["character"]
        return None if value == NEW else int(value)

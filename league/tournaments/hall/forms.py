"""The file of a hall, and its network."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm


class HallFileForm(PlainForm):
    file = forms.FileField(
        label=_("The file of the hall"),
        widget=forms.FileInput(attrs={"accept": ".hall"}),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty.")},
    )


class OpenForm(HallFileForm):
    words = forms.CharField(
        label=_("The eight words of its slip"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("The first four letters of each are enough."),
        error_messages={"required": _("Type the words.")},
    )


LONGEST_NAME: Final = 32  # bytes; IEEE 802.11
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
AS_TYPED: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class WifiForm(PlainForm):
    name = forms.CharField(
        label=_("Name of the network"),
        widget=forms.TextInput(attrs=AS_TYPED),
        error_messages={"required": _("Type the name of the network.")},
    )
    password = forms.CharField(
        label=_("Its password"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs=AS_TYPED),
        help_text=_("Leave it empty for a network that everybody may join."),
    )

    def clean_name(self) -> Any:
        name = self.cleaned_data["name"]
        if len(name.encode()) > LONGEST_NAME:
            text = _("No network has such a long name: at most {most} letters, and some letters count twice or more.")
            raise ValidationError(text.format(most=LONGEST_NAME))
        return name

    def clean_password(self) -> Any:
        password = self.cleaned_data["password"]
        if password and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise ValidationError(_("The password of a Wi-Fi has 8 to 63 characters."))
        return password

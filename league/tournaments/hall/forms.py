"""Bringing the file of a hall."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm


class HallFileForm(PlainForm):
    file = forms.FileField(
        label=_("The file of the hall"),
        widget=forms.FileInput(attrs={"accept": ".hall"}),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty.")},
    )

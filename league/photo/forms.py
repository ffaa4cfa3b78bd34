"""The form by which a league says how long it keeps photos."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.forms import PlainForm
from league.photo.models import LONGEST_DAYS


class PhotoSettingsForm(PlainForm):
    days = forms.IntegerField(
        label=_("Days after the result was confirmed"),
        min_value=0,
        max_value=LONGEST_DAYS,
        help_text=_("Then the photos of its sheet are deleted. With 0, no photo is kept once it is sent."),
    )

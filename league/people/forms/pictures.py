"""Uploading the picture of a character."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from characters.charts.pictures import MOST_BYTES
from characters.charts.unpacking import SMALLEST
from league.core.forms import PlainForm


class PictureForm(PlainForm):
    file = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,
        help_text=(
            format_lazy(
                _(
                    "JPEG, PNG or WebP, at most {size} MB and at least {pixels} pixels each way. Its middle is shown "
                    "as a square. Place, camera and comments in the file are not kept."
                ),
                size=MOST_BYTES // 1_000_000,
                pixels=SMALLEST,
            )
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": _("Choose a picture.")},
    )

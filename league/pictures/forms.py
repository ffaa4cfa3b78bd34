"""Uploading the picture of a character."""

from django import forms

from characters.charts.pictures import MOST_BYTES, SMALLEST
from league.core.forms import PlainForm


class PictureForm(PlainForm):
    file = forms.FileField(
        label="Picture",
        allow_empty_file=True,
        help_text=(
            f"JPEG, PNG or WebP, at most {MOST_BYTES // 1_000_000} MB and at least {SMALLEST} pixels each way. Its "
            "middle is shown as a square. Place, camera and comments in the file are not kept."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": "Choose a picture."},
    )

"""A photo of an evening, and the caption that an organiser gives it."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from characters.charts.pictures import MOST_BYTES_OF_PHOTO
from league.core.forms import PlainForm
from league.tournaments.desk.rules.memories import LONGEST_CAPTION


class CaptionForm(PlainForm):
    caption = forms.CharField(
        label=_("Caption"),
        required=False,
        max_length=LONGEST_CAPTION,
        help_text=_("What can be seen, such as “The final table, just before the last round”."),
    )


class PhotoForm(CaptionForm):
    field_order = ("file", "caption")
    file = forms.FileField(
        label=_("Photo"),
        allow_empty_file=True,
        help_text=format_lazy(
            _("JPEG, PNG or WebP, at most {size} MB. Place, camera and comments in the file are not kept."),
            size=MOST_BYTES_OF_PHOTO // 1_000_000,
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": _("Choose a photo.")},
    )

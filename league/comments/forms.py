from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.comments.rules import COMMENT_LENGTH
from league.core.forms import PlainForm
from league.core.queries.figures import figure


def _length() -> str:
    text = _("Plain text, {most} letters at most. Everybody who may see the game reads it.")
    return text.format(most=figure(COMMENT_LENGTH))


class CommentForm(PlainForm):
    text = forms.CharField(
        label=gettext_lazy("Your comment"),
        max_length=COMMENT_LENGTH,
        help_text=lazy(_length, str)(),
        error_messages={"required": gettext_lazy("Write something first.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class HideForm(PlainForm):
    why = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        help_text=gettext_lazy("Its author reads it, such as “No insults, please”."),
        error_messages={"required": gettext_lazy("Say in a line why: its author reads it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

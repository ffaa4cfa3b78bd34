from django import forms

from league.comments.rules import COMMENT_LENGTH
from league.core.forms import PlainForm


class CommentForm(PlainForm):
    text = forms.CharField(
        label="Your comment",
        max_length=COMMENT_LENGTH,
        help_text=f"Plain text, {COMMENT_LENGTH:,} letters at most. Everybody who may see the game reads it.",
        error_messages={"required": "Write something first."},
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class HideForm(PlainForm):
    why = forms.CharField(
        label="Why",
        max_length=300,
        help_text="Its author reads it, such as “No insults, please”.",
        error_messages={"required": "Say in a line why: its author reads it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

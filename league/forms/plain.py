"""What the forms of this site have in common: labels without a colon, and posted text read without a stumble."""

from typing import Any

from django import forms


class PlainForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


def whole_number(text: str) -> int | None:
    """A whole number that a database can hold, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def readable(text: object) -> str:
    """Posted text without the NUL characters that PostgreSQL can't keep."""
    return str(text).replace("\x00", "")

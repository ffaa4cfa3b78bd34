"""How the forms of this site look: labels without a colon."""

from typing import Any

from django import forms


class PlainForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

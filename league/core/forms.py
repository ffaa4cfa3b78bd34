"""What the forms of this site have in common: labels without a colon, and posted text read without a stumble.

Uploading a file."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django import forms
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from league.models import FileImport


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


def network_of(request: HttpRequest) -> str:
    """The network address that a request comes from; "" where it says none. The many addresses of one IPv6 connection
    are one."""
    try:
        found = ip_address((BaseThrottle().get_ident(request) or "").partition("%")[0])  # type: ignore[arg-type]
    except ValueError:
        return ""
    return str(ip_network(f"{found}/64", strict=False)) if isinstance(found, IPv6Address) else str(found)


class UploadForm(PlainForm):
    kind = forms.ChoiceField(
        label="What is in the file?",
        choices=[
            (FileImport.RESULTS, "Results: one row per seat"),
            (FileImport.CHARACTERS, "Characters: one row each"),
            (FileImport.TOURNAMENT, "A tournament: an archive (JSON)"),
        ],
        widget=forms.RadioSelect,
        initial=FileImport.RESULTS,
    )
    file = forms.FileField(
        label="File",
        help_text="From a spreadsheet: save as “CSV UTF-8”.",
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,.json,application/json"}),
        error_messages={"required": "Choose a file."},
    )

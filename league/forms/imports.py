"""Uploading a file."""

from typing import Any

from django import forms

from league.models import FileImport


class UploadForm(forms.Form):
    kind = forms.ChoiceField(
        label="What is in the file?",
        choices=[
            (FileImport.RESULTS, "Results: one row per seat"),
            (FileImport.CHARACTERS, "Characters: one row each"),
        ],
        widget=forms.RadioSelect,
        initial=FileImport.RESULTS,
    )
    file = forms.FileField(
        label="CSV file",
        help_text="In a spreadsheet: save as “CSV UTF-8”.",
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
        error_messages={"required": "Choose a file."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)

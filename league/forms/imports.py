"""Uploading a file."""

from django import forms

from league.forms.plain import PlainForm
from league.models import FileImport


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

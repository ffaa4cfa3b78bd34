"""The base of the forms of this site: labels without a colon, and posted text read without a stumble.

Uploading a file."""

from collections.abc import Mapping
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.throttling import BaseThrottle

from engine.translatable import spoken
from games.rules.definitions import ENDINGS
from league.core.rules.code_pages import CODE_PAGES
from league.core.rules.import_questions import BY_DAY, BY_GAP, GUEST, IN_ORDER, LEAVE, NEW
from league.core.rules.readings import DATE_ORDERS
from league.core.rules.tables import LEFT_OUT, SAME
from league.core.rules.zones import NoSuchMoment, label, moment_in, zones
from league.core.services.uploads import roles_of
from league.models import FileImport

MOST_FIGURE = 100_000


class PlainForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class TypedMomentField(forms.DateTimeField):
    """A day and time on the clocks of `zone`, or of the page's zone, which it names. What those clocks never show, or
    show twice, is refused in a sentence."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    zone = ""

    def to_python(self, value: Any) -> datetime | None:
        here = self.zone or timezone.get_current_timezone_name()
        with timezone.override(ZoneInfo(here)):
            try:
                return super().to_python(value)
            except ValidationError as error:
                if error.code != "ambiguous_timezone":
                    raise
                raise ValidationError(_no_moment(error, here), code="ambiguous") from error

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        if not self.help_text:
            here = self.zone or timezone.get_current_timezone_name()
            self.help_text = _("In {zone_time}.").format(zone_time=spoken(label(here)))
        return super().get_bound_field(form, field_name)


def _no_moment(error: ValidationError, zone: str) -> str:
    try:
        moment_in((error.params or {})["datetime"], zone)
    except NoSuchMoment as why:
        return _("{why}. Choose a time before or after that hour.").format(why=spoken(why.args[0]))
    return str(error.messages[0])


def figure_field(label: Any, help_text: Any = "") -> forms.IntegerField:
    """Return a field for points or minutes that may be left empty."""
    number = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label, help_text=help_text, required=False, min_value=1, max_value=MOST_FIGURE, widget=number
    )


def date_orders() -> list[tuple[str, str]]:
    return [(key, spoken(words)) for key, words in DATE_ORDERS.items()]


def zone_choices() -> list[tuple[str, str]]:
    return [(zone, zone.replace("_", " ")) for zone in zones()]


def whole_number(text: str) -> int | None:
    """Return a whole number that a database can hold, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def readable(text: object) -> str:
    """Return posted text without the NUL characters that PostgreSQL can't store."""
    return str(text).replace("\x00", "")


def network_of(request: HttpRequest) -> str:
    """Return the network address that a request comes from; "" if there is none. The many addresses of one IPv6
    connection count as one."""
    try:
        ip = ip_address((BaseThrottle().get_ident(request) or "").partition("%")[0])  # type: ignore[arg-type]
    except ValueError:
        return ""
    return str(ip_network(f"{ip}/64", strict=False)) if isinstance(ip, IPv6Address) else str(ip)


class UploadForm(PlainForm):
    kind = forms.ChoiceField(
        label=gettext_lazy("What is in the file?"),
        choices=[
            (FileImport.RESULTS, gettext_lazy("Results: one row per seat")),
            (FileImport.CHARACTERS, gettext_lazy("People: one row each, a name is enough")),
            (FileImport.TOURNAMENT, gettext_lazy("A tournament: an archive (JSON)")),
        ],
        widget=forms.RadioSelect,
        initial=FileImport.RESULTS,
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "A spreadsheet as it is (.xlsx, .ods or CSV), plays exported from BG Stats (JSON) or BoardGameGeek (XML, "
            "CSV), or the people of a tournament from a Swiss report (TRF), Tabbycat (CSV) or an Archon workbook."
        ),
        allow_empty_file=True,
        widget=forms.FileInput(
            attrs={"accept": ".xlsx,.ods,.csv,.tsv,.txt,text/csv,.json,application/json,.xml,.trf,.trfx"}
        ),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )


LEAVE_OUT = gettext_lazy("Leave this column out")
NOBODY_NEAR = {
    GUEST: gettext_lazy("Somebody else: plays as a guest"),
    NEW: gettext_lazy("Somebody else: register as a new character"),
    LEAVE: gettext_lazy("Leave it: the file is refused"),
}
STRANGERS = {
    GUEST: gettext_lazy("They play as guests: their names are on the sheets, but no career follows"),
    NEW: gettext_lazy("Register each as a character without an account, which its player can claim later"),
    LEAVE: gettext_lazy("Leave them: the file is refused, and tells you where they are"),
}
LEFT_OUT_BY_FILE = {
    "season": gettext_lazy("Which season?"),
    "system": gettext_lazy("Which game?"),
    "edition": gettext_lazy("Which edition?"),
    "won": gettext_lazy("Who won?"),
    "game": gettext_lazy("Which rows are one game?"),
    "seat": gettext_lazy("Which seat?"),
    "mode": gettext_lazy("Played by which rules?"),
}
IN_EVERY_ROW = {
    "": gettext_lazy("The figures decide"),
    BY_DAY: gettext_lazy("Adjacent rows of the same date"),
    BY_GAP: gettext_lazy("The rows up to the next empty line"),
    "formula": gettext_lazy("Success formula"),
    "timed": gettext_lazy("Timed game"),
    IN_ORDER: gettext_lazy("Seats are numbered in the order of the rows"),
}


class ImportAnswersForm(PlainForm):
    """The meaning of a spreadsheet: a choice for each of its headings, the order of its dates, its guests, and its
    games outside of their seasons."""

    date_order = forms.ChoiceField(label=gettext_lazy("Dates in figures"), choices=date_orders, required=False)
    strangers = forms.ChoiceField(label=gettext_lazy("Who are they?"), required=False, widget=forms.RadioSelect)
    headless = forms.BooleanField(
        label=gettext_lazy("The first line is a person too: there is no heading"), required=False
    )
    footers = forms.BooleanField(label=gettext_lazy("Leave them out: they are not rows"), required=False)
    outside_season = forms.BooleanField(
        label=gettext_lazy("Yes, they count for their seasons all the same"), required=False
    )
    whole_only = forms.BooleanField(
        label=gettext_lazy("Import the complete games, and give me the others back as a file"), required=False
    )

    def __init__(
        self, *args: Any, questions: Mapping[str, Any], kind: str, whole_only: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.headings = questions["headings"]
        choices = [("", LEAVE_OUT), *((column, column.replace("_", " ")) for column in questions["known"])]
        for number, heading in enumerate(self.headings):
            self.fields[f"column_{number}"] = forms.ChoiceField(
                label=heading["text"], choices=choices, required=False, initial=heading["column"]
            )
        self.fields["date_order"].initial = questions["date_order"]
        if not questions["times"] or not questions.get("order_matters", True):
            self.fields["date_order"].widget = forms.HiddenInput()
        roles = roles_of(kind)
        strangers = self.fields["strangers"]
        assert isinstance(strangers, forms.ChoiceField)
        strangers.choices, strangers.initial = [(role, STRANGERS[role]) for role in roles], roles[0]
        self.fields["whole_only"].initial = whole_only
        self.fields["footers"].initial = self.fields["headless"].initial = True
        spelt = questions.get("code_pages", ())
        pages = [(page, f"{words} ({spoken(CODE_PAGES[page])})") for page, words in spelt]
        for name, label_text, texts in (
            ("sheet", gettext_lazy("Which sheet?"), [(sheet, sheet) for sheet in questions.get("sheets", ())]),
            ("code_page", gettext_lazy("Which of these is spelt right?"), pages),
        ):
            if texts:
                now = questions[name]
                self.fields[name] = forms.ChoiceField(label=label_text, choices=texts, initial=now, required=False)
        self.near = questions.get("near", {})
        self.unknown_names = [name for name in questions.get("names", ()) if name not in self.near]
        nobody = [(role, NOBODY_NEAR[role]) for role in roles]
        for number, (name, people) in enumerate(self.near.items()):
            self.fields[f"meant_{number}"] = forms.ChoiceField(
                label=name, choices=[("", gettext_lazy("Choose")), *people, *nobody]
            )
        self.new_games = questions.get("games", ())
        for number, game in enumerate(self.new_games):
            self.fields[f"game_{number}"] = forms.BooleanField(label=game["name"], required=False, initial=game["add"])
            endings = [(ends, spoken(ENDINGS[ends])) for ends in game["endings"]]
            self.fields[f"ends_{number}"] = forms.ChoiceField(
                label=gettext_lazy("How it ends"), choices=endings, required=False, initial=game["ends"]
            )
        self.asked = questions.get("asked", {})
        for column, offered in self.asked.items():
            follows = len(offered) == 1
            self.fields[f"given_{column}"] = forms.ChoiceField(
                label=LEFT_OUT_BY_FILE[column],
                choices=[(value, IN_EVERY_ROW.get(value, words)) for value, words in offered],
                required=not follows,
                widget=forms.HiddenInput if follows else forms.Select,
                initial=offered[0][0] if follows else None,
            )

    def columns(self) -> dict[str, str]:
        return {heading["text"]: self.cleaned_data[f"column_{number}"] for number, heading in enumerate(self.headings)}

    def meant(self) -> dict[str, str]:
        return {name: self.cleaned_data[f"meant_{number}"] for number, name in enumerate(self.near)}

    def meant_fields(self) -> list[forms.BoundField]:
        return [self[f"meant_{number}"] for number in range(len(self.near))]

    def games(self) -> dict[str, str]:
        """Return the games to be added, with how each ends."""
        return {
            game["name"]: self.cleaned_data[f"ends_{number}"] or game["ends"]
            for number, game in enumerate(self.new_games)
            if self.cleaned_data[f"game_{number}"]
        }

    def game_lines(self) -> list[tuple[Mapping[str, Any], forms.BoundField, forms.BoundField]]:
        """Return each game that may be added, with its fields."""
        fields = ((self[f"game_{number}"], self[f"ends_{number}"]) for number in range(len(self.new_games)))
        return [(game, add, ends) for game, (add, ends) in zip(self.new_games, fields, strict=True)]

    def given(self) -> dict[str, str]:
        """Return what the file leaves out, by column; what follows from the file needs no answer."""
        return {column: self.cleaned_data[f"given_{column}"] or choices[0][0] for column, choices in self.asked.items()}

    def given_fields(self) -> list[forms.BoundField]:
        return [self[f"given_{column}"] for column in self.asked]

    def lines(self) -> list[tuple[Mapping[str, Any], forms.BoundField]]:
        """Return each heading with its field."""
        return [(heading, self[f"column_{number}"]) for number, heading in enumerate(self.headings)]

    def has_to_be_told(self) -> bool:
        """Return whether any heading is not the name of a column, as all are that this site wrote itself."""
        return any(heading["why"] not in (SAME, LEFT_OUT) for heading in self.headings)

"""Making a board: from a file, from a built-in one, and by plain forms for its words."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.careers.board import Board, Path
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from league.boards.charts.words import happens
from league.boards.rules import named_squares, program_name
from league.core.forms import PlainForm

_PLAIN = forms.TextInput(attrs={"autocomplete": "off"})
_DIGITS = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
MOST_MONEY = 100_000
MOST_DEGREES = 4


def _name(label: Any, most: int = 60, **more: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=most, widget=_PLAIN, **more)


def _money(label: Any, least: int = 0, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=MOST_MONEY, widget=_DIGITS, **more)


class StartForm(PlainForm):
    name = _name(gettext_lazy("Name of the board"))
    base = forms.ChoiceField(
        label=gettext_lazy("Begin with"), choices=[(key, edition(key).name) for key in edition_ids()]
    )


class BoardFile(PlainForm):
    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        help_text=gettext_lazy("TOML, at most 64 kB: the shape of the file that every board offers to download."),
        widget=forms.FileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )
    called = _name(
        gettext_lazy("Name of the board"),
        required=False,
        help_text=gettext_lazy("Left empty, it is the name in the file."),
    )


class SeenForm(PlainForm):
    """A form that was made from one version says so: a newer one is not overwritten."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class ChangedFile(SeenForm, BoardFile):
    pass


class NamesForm(SeenForm):
    """Name, currency, what everybody begins with, and the border squares that have their own name."""

    name = _name(gettext_lazy("Name of the board"))
    currency = _name(
        gettext_lazy("Currency"), most=3, help_text=gettext_lazy("A sign, such as £, or up to three letters.")
    )
    cash = _money(gettext_lazy("Cash to begin with"), help_text=gettext_lazy("A multiple of 100."))
    salary = _money(gettext_lazy("Salary to begin with"), least=1000, help_text=gettext_lazy("A multiple of 1,000."))

    def __init__(self, *args: Any, data_set: Mapping[str, Any], **kwargs: Any) -> None:
        figures = data_set["figures"]
        now = {"name": data_set["name"], "currency": data_set["currency"]}
        now |= {"cash": figures["starting_cash"], "salary": figures["starting_salary"]}
        kwargs["initial"] = now | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        for square in named_squares(data_set):
            label, caption = _("Square {number}").format(number=square["number"]), spoken(square["caption"])
            self.fields[f"square_{square['number']}"] = _name(label, initial=square["name"], help_text=caption)

    def squares(self) -> dict[int, str]:
        answers = self.cleaned_data
        return {int(key.removeprefix("square_")): answers[key] for key in answers if key.startswith("square_")}


class ModuleForm(SeenForm):
    """One path: its name, what opens it, and a caption for each of its squares."""

    name = _name(gettext_lazy("Name"))
    fee = _money(gettext_lazy("Entry fee"), help_text=gettext_lazy("A multiple of 100."))
    degrees = forms.IntegerField(
        label=gettext_lazy("Degrees that open it free of charge"),
        min_value=0,
        max_value=MOST_DEGREES,
        help_text=gettext_lazy("0: no degree opens it; the fee is due until a first trip is finished."),
        widget=_DIGITS,
    )
    program = _name(gettext_lazy("Name of its degree program"), required=False)

    def __init__(self, *args: Any, board: Board, path: Path, data_set: Mapping[str, Any], **kwargs: Any) -> None:
        now = {"name": path.name, "fee": path.fee, "degrees": path.degrees_required}
        kwargs["initial"] = now | {"program": program_name(data_set, path.id)} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        if path.university:
            self.fields["fee"].label = _("Tuition")
            del self.fields["degrees"], self.fields["program"]
        for at in range(path.size):
            square = board.raw[path.gate + 1 + at]
            words = happens(board, square).spoken()
            label, effect = _("Square {number}").format(number=at + 1), f"{words[:1].upper()}{words[1:]}."
            self.fields[f"caption_{at}"] = _name(label, most=80, initial=square["caption"], help_text=effect)

    def clean(self) -> dict[str, Any]:
        answers = self.cleaned_data
        if answers.get("degrees") and not answers.get("program"):
            self.add_error("program", _("Name the program whose degrees open it."))
        return answers

    def changes(self) -> dict[str, Any]:
        answers = {"degrees": 0, "program": ""} | self.cleaned_data
        captions = [answers[key] for key in self.fields if key.startswith("caption_")]
        return {key: answers[key] for key in ("name", "fee", "degrees", "program")} | {"captions": captions}

"""Add and change a game of a league's own: the forms, and the definition that is typed into them. The judge of
definitions says what is wrong with it, and each of its faults is put beside the field that it is about."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.names import name_key, tidy
from engine.translatable import said, spoken
from games.rules.definition_judge import BY_POINTS, LONGEST_NAME, RESERVED, YES_NO
from games.rules.definitions import (
    ENDINGS,
    MOST_BYTES,
    MOST_COLUMNS,
    BadDefinition,
    Fault,
    Shape,
    canonical,
    faults_of,
    ids_for,
    read_definition,
    shapes,
)
from league.clubs.forms import MOST_OFFERED
from league.clubs.services.own_games import said_of_fault
from league.core.forms import PlainForm, whole_number
from league.models import OwnGame

_PLAIN = {"autocomplete": "off"}
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_PLACE = re.compile(r"(?P<name>\w+)(?:\[(?P<at>\d+)\])?(?:\.(?P<part>\w+)(?:\[(?P<line>\d+)\])?)?")
KINDS = {"number": gettext_lazy("A number"), "choice": gettext_lazy("A choice"), YES_NO: gettext_lazy("Yes or no")}
FIRST_SHAPE = "sum"


def _text(label: Any, help_text: Any = "", **attrs: Any) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, widget=forms.TextInput(attrs=_PLAIN | attrs)
    )


def _digits(label: Any, help_text: Any = "") -> forms.CharField:
    return _text(label, help_text, inputmode="numeric")


def _lines(label: Any, help_text: Any, rows: int = 3) -> forms.CharField:
    area = forms.Textarea(attrs=_PLAIN | {"rows": rows})
    return forms.CharField(label=label, help_text=help_text, required=False, widget=area)


class NewGameForm(PlainForm):
    name = forms.CharField(
        label=gettext_lazy("What the game is called"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=_PLAIN),
        error_messages={"required": gettext_lazy("Say what the game is called.")},
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("What kind of game is it?"),
        choices=lambda: [(shape.id, shape.title) for shape in shapes()],
        widget=forms.RadioSelect,
        initial=FIRST_SHAPE,
    )
    columns = _text(
        gettext_lazy("Names of the columns, separated by commas"),
        gettext_lazy("Such as Buildings, Goods, Coins: a number each. Left empty, they are those of the kind below."),
    )

    def shapes(self) -> list[tuple[Shape, bool]]:
        """Return the examples, each with whether it is chosen."""
        return [(shape, shape.id == self["shape"].value()) for shape in shapes()]

    def definition(self) -> dict[str, Any]:
        """Return the example under its new name, with columns of these names if any are typed."""
        answers = self.cleaned_data
        content = next(shape.content for shape in shapes() if shape.id == answers["shape"])
        labels = [tidy(label) for label in answers["columns"].split(",") if label.strip()]
        if not labels:
            return content | {"name": answers["name"]}
        first: dict[str, Any] = next(iter(content.get("columns", ())), {})
        column = {"kind": "number"} | {key: first[key] for key in ("least", "most") if key in first}
        if content["ends"] not in BY_POINTS:
            column["weight"] = 0
        ids = ids_for(labels, (), RESERVED)
        columns = [column | {"id": key, "label": label} for key, label in zip(ids, labels, strict=True)]
        return {key: value for key, value in content.items() if key != "ties"} | {
            "name": answers["name"],
            "columns": columns,
        }


class GameFile(PlainForm):
    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        help_text=gettext_lazy("TOML or JSON, as the page of every such game offers it to download."),
        widget=forms.FileInput(attrs={"accept": ".toml,.json,application/toml,application/json,text/plain"}),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )
    called = _text(gettext_lazy("What the game is called"), gettext_lazy("Left empty, it is the name in the file."))

    def text(self) -> str:
        """Return what the file says. Raise UnicodeDecodeError."""
        content: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return content.decode()


class _GameChoice(forms.ModelChoiceField[OwnGame]):
    def label_from_instance(self, obj: OwnGame) -> str:
        return f"{obj.name} ({obj.league.name})"


class GameCopy(PlainForm):
    game = _GameChoice(
        OwnGame.objects.none(),
        label=gettext_lazy("Game"),
        to_field_name="system",
        empty_label=gettext_lazy("Choose …"),
        error_messages={"required": gettext_lazy("Choose a game.")},
    )
    called = _text(
        gettext_lazy("What the game is called"), gettext_lazy("Left empty, it is the name that it has there.")
    )

    def __init__(self, *args: Any, games: QuerySet[OwnGame], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, _GameChoice)
        field.queryset = games
        offered = [(game.system, field.label_from_instance(game)) for game in games[:MOST_OFFERED]]
        field.choices = [("", field.empty_label or ""), *offered]
        self.is_offered = bool(offered)


class GameText(PlainForm):
    text = _lines(
        gettext_lazy("The game as text"), gettext_lazy("TOML or JSON. It replaces everything above."), rows=16
    )

    def content(self) -> str | None:
        """Return the canonical text of what is pasted; None with everything that is wrong with it."""
        if not self.is_valid():
            return None
        try:
            return canonical(read_definition(self.cleaned_data["text"]))
        except BadDefinition as error:
            self.add_error("text", cast(Any, [said_of_fault(fault) for fault in error.faults]))
        return None


class ColumnForm(PlainForm):
    """A column of the sheet. `id` is made of the label once, and never asked for."""

    id = forms.CharField(required=False, widget=forms.HiddenInput)
    label = _text(gettext_lazy("Name"))
    kind = forms.ChoiceField(label=gettext_lazy("What is noted"), choices=list(KINDS.items()), initial="number")
    weight = _digits(gettext_lazy("Points for each"))
    least = _digits(gettext_lazy("Smallest number"))
    most = _digits(gettext_lazy("Largest number"))
    step = _digits(gettext_lazy("Step"))
    required = forms.BooleanField(label=gettext_lazy("Must be filled in"), required=False, initial=True)
    options = _lines(
        gettext_lazy("What can be chosen"),
        gettext_lazy("Only where the table makes a choice: one in each line, with its points, such as Red = 3."),
    )
    hint = _text(gettext_lazy("Hint at the table"))

    @property
    def more(self) -> list[forms.BoundField]:
        """Return the fields that most columns leave as they are."""
        return [self[name] for name in ("options", "least", "most", "step", "required", "hint")]

    @property
    def is_open(self) -> bool:
        return self["kind"].value() == "choice" or any(field.errors for field in self.more)


class GameForm(PlainForm):
    name = _text(gettext_lazy("What the game is called"))
    least = _digits(gettext_lazy("Fewest players"))
    most = _digits(gettext_lazy("Most players"))
    minutes = _digits(gettext_lazy("Minutes"))
    ends = forms.ChoiceField(label=gettext_lazy("How it ends"), choices=lambda: list(ENDINGS.items()))
    ties = _lines(
        gettext_lazy("What decides among equals"),
        gettext_lazy("Where points decide: a column in each line; with a minus before it, less is better."),
    )
    sides = _lines(gettext_lazy("Sides"), gettext_lazy("Where a side wins: one in each line, two to six."))
    variants = _lines(
        gettext_lazy("Variants"), gettext_lazy("Expansions and ways to play that are noted: one in each line.")
    )

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in ("ties", "sides", "variants")]

    @property
    def is_open(self) -> bool:
        return any(field.value() or field.errors for field in self.more)


class GameEditor:
    """The form of a game with a form for each of its columns. `base` is the definition that it began with: what stays
    keeps its ids. A row that has never had a label is not a column."""

    def __init__(self, base: Mapping[str, Any], data: QueryDict | None = None) -> None:
        self.base = base
        self.bound = data is not None
        if data is None:
            self.form, self.rows = GameForm(initial=_shown_game(base)), _row_forms(map(_shown_column, base["columns"]))
        else:
            count = min(whole_number(data.get("rows", "")) or 0, MOST_COLUMNS)
            self.form = GameForm(data)
            self.rows = [ColumnForm(data, prefix=f"column-{number}") for number in range(count)]

    def move(self, go: str) -> None:
        """Move a row up or down, or remove it."""
        word, _dash, number = go.partition("-")
        at = whole_number(number)
        if at is not None and at < len(self.rows):
            row = self.rows.pop(at)
            if word != "remove":
                self.rows.insert(max(at - 1, 0) if word == "up" else at + 1, row)

    def begin_again(self, *, with_a_row: bool) -> None:
        """Show what was typed without saying what is wrong with it."""
        shown = [_typed(row) for row in self.rows]
        if with_a_row and len(shown) < MOST_COLUMNS:
            shown.append({"kind": "number", "weight": "1", "required": True})
        self.form, self.rows = GameForm(initial=_typed(self.form)), _row_forms(shown)
        if with_a_row:
            self.rows[-1].fields["label"].widget.attrs["autofocus"] = True

    def content(self) -> str | None:
        """Return the canonical text of what is typed; None with what is wrong beside the fields."""
        wrong = [form for form in (self.form, *self.rows) if not form.is_valid()]
        if wrong:
            return None
        raw = self._definition()
        self.take(faults_of(raw))
        return None if any(form.errors for form in (self.form, *self.rows)) else canonical(raw)

    @property
    def columns(self) -> list[ColumnForm]:
        return [row for row in self.rows if row.cleaned_data["id"] or row.cleaned_data["label"]]

    def _definition(self) -> dict[str, Any]:
        game, columns = self.form.cleaned_data, self._columns()
        raw = {"name": game["name"], "seats": [_whole(game["least"]), _whole(game["most"])], "ends": game["ends"]}
        if game["minutes"]:
            raw["minutes"] = _whole(game["minutes"])
        if game["ends"] == "sides":
            raw["sides"] = _entries(game["sides"], self.base.get("sides", ()))
        if game["variants"]:
            raw["variants"] = _entries(game["variants"], self.base.get("variants", ()))
        if game["ends"] in BY_POINTS and game["ties"]:
            raw["ties"] = self._ties(columns)
        return raw | {"columns": columns}

    def _columns(self) -> list[dict[str, Any]]:
        rows = [row.cleaned_data for row in self.columns]
        kept = {row["id"] for row in rows} | RESERVED
        made = iter(ids_for([row["label"] for row in rows if not row["id"]], (), kept))
        before = {column["id"]: column for column in self.base["columns"]}
        return [_column(row, row["id"] or next(made), before) for row in rows]

    def _ties(self, columns: Sequence[Mapping[str, Any]]) -> list[str]:
        kept = {column["id"] for column in columns}
        renamed = [column for column in self.base["columns"] if column["id"] in kept]
        ids = {name_key(column["label"]): column["id"] for column in (*renamed, *columns)}
        ties = []
        for line in filter(None, map(str.strip, self.form.cleaned_data["ties"].splitlines())):
            less = name_key(line) not in ids and line.startswith(("-", "\u2212"))
            label = line[1:].strip() if less else line
            if name_key(label) in ids:
                ties.append(f"{'-' if less else ''}{ids[name_key(label)]}")
            else:
                self.form.add_error("ties", _("{label} is not a column of this game.").format(label=label[:60]))
        return ties

    def take(self, faults: Iterable[Fault]) -> None:
        """Put what is wrong beside the fields that it is about; the rest above the form."""
        for fault in faults:
            form, field, line = self._field_of(fault.place)
            text = said("Line {line}: {text}", line=line, text=fault.text) if line else fault.text
            form.add_error(field, spoken(text))

    def _field_of(self, place: str) -> tuple[forms.Form, str | None, int | None]:
        match = _PLACE.match(place)
        name, at, part, line = match.group("name", "at", "part", "line") if match else (None, None, None, None)
        if name == "columns" and at is not None:
            field = {"id": "label", "points": "weight"}.get(part or "", part)
            return self.columns[int(at)], field if field in ColumnForm.base_fields else None, _line(line)
        if name == "seats":
            return self.form, "least" if at == "0" else "most", None
        return self.form, name if name in GameForm.base_fields else None, _line(at)


def _line(at: str | None) -> int | None:
    return None if at is None else int(at) + 1


def _row_forms(shown: Iterable[Mapping[str, Any]]) -> list[ColumnForm]:
    return [ColumnForm(initial=row, prefix=f"column-{number}") for number, row in enumerate(shown)]


def _typed(form: forms.Form) -> dict[str, Any]:
    return {name: form[name].value() for name in form.fields}


def _whole(text: str) -> Any:
    """Return a number as it is typed, or the text if it is not a number: the judge says so."""
    plain = text.strip().replace("\u2212", "-")
    return int(plain) if _WHOLE.fullmatch(plain) else text


def _column(row: Mapping[str, Any], key: str, before: Mapping[str, Any]) -> dict[str, Any]:
    raw = {"id": key, "label": row["label"], "kind": row["kind"], "hint": row["hint"]}
    if row["kind"] == YES_NO:
        return raw | ({"points": _whole(row["weight"])} if row["weight"] else {})
    raw["required"] = row["required"]
    if row["kind"] == "choice":
        return raw | {"options": _entries(row["options"], before.get(key, {}).get("options", ()), points=True)}
    return raw | {name: _whole(row[name]) for name in ("least", "most", "step", "weight") if row[name]}


def _entries(text: str, before: Sequence[Mapping[str, Any]], *, points: bool = False) -> list[dict[str, Any]]:
    """Return an entry for each line: its id, its label and perhaps its points after an equals sign."""
    parts = [line.rpartition("=") if points else ("", "", line) for line in text.splitlines() if line.strip()]
    lines = [(tidy(label), tidy(number)) if equals else (tidy(number), "") for label, equals, number in parts]
    ids = ids_for([label for label, _number in lines], before)
    return [
        {"id": key, "label": label} | ({"points": _whole(number)} if number else {})
        for key, (label, number) in zip(ids, lines, strict=True)
    ]


def _shown_game(raw: Mapping[str, Any]) -> dict[str, Any]:
    labels = {column["id"]: column["label"] for column in raw["columns"]}
    ties = [f"{'-' if tie.startswith('-') else ''}{labels[tie.removeprefix('-')]}" for tie in raw.get("ties", ())]
    return {
        "name": raw["name"],
        "least": raw["seats"][0],
        "most": raw["seats"][1],
        "minutes": raw.get("minutes", ""),
        "ends": raw["ends"],
        "ties": "\n".join(ties),
        "sides": "\n".join(side["label"] for side in raw.get("sides", ())),
        "variants": "\n".join(variant["label"] for variant in raw.get("variants", ())),
    }


def _shown_column(column: Mapping[str, Any]) -> dict[str, Any]:
    kind = column["kind"]
    weight = column.get("points", 0) if kind == YES_NO else column.get("weight", 1)
    plain = {name: column.get(name, "") for name in ("id", "label", "kind", "least", "most", "step", "hint")}
    options = [_shown_option(option) for option in column.get("options", ())]
    return plain | {
        "weight": "" if kind == "choice" else weight,
        "required": column.get("required", True),
        "options": "\n".join(options),
    }


def _shown_option(option: Mapping[str, Any]) -> str:
    label, points = option["label"], option.get("points", 0)
    return f"{label} = {points}" if points or "=" in label else str(label)


def as_editable(content: str) -> dict[str, Any]:
    """Return the mapping of a canonical text, with its columns."""
    raw: dict[str, Any] = json.loads(content)
    return {"columns": []} | raw

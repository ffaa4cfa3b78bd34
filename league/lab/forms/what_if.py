"""Other house rules to try out."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import SETTINGS, HouseRules
from engine.core.questions import Question
from engine.translatable import spoken
from games.rules.careers import FORMULA, ID, MODES, SEATS
from league.clubs.forms import answer, question_field, setting_field, setting_value, typed
from league.clubs.rules import KINDS
from league.core.forms import PlainForm, figure_field
from league.lab.models import WhatIf
from league.lab.rules.what_if import JUDGED, SEASONS
from league.lab.rules.what_if_worlds import AS_THEY_SAT, PLAYED, TableFormat
from league.lab.rules.what_if_worlds import SETTINGS as PLAYED_SETTINGS
from league.lab.services.what_if import LEAST_GAMES, MOST_GAMES, SO_MANY

WORLDS = ("today", "other")
# What organisers ask about most, each with an effect on every career and without a second question behind it.
FIRST = ("promotion_points", "demotion", "cap_points_at_target")


class WhatIfForm(PlainForm):
    """Own results drawn again: the house rules that work on games which were played. They begin as `rules` has them;
    what differs from `today` is in sight."""

    source = WhatIf.RESULTS
    rule_names: Sequence[str] = JUDGED
    begins = forms.ChoiceField(
        label=gettext_lazy("Where everybody begins"),
        choices=((WhatIf.TODAY, gettext_lazy("As they are today")), (WhatIf.ENTRY, gettext_lazy("At Entry Level"))),
        initial=WhatIf.TODAY,
    )
    seasons = forms.TypedChoiceField(
        label=gettext_lazy("Seasons"), choices=[(number, number) for number in SO_MANY], coerce=int, initial=SEASONS
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games of Careers in a season"),
        min_value=LEAST_GAMES,
        initial=120,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, rules: HouseRules, today: HouseRules, boards: Sequence[tuple[str, str]] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        for setting in SETTINGS:
            if setting.name in self.rule_names:
                field = setting_field(setting, boards if setting.own else ())
                field.initial = str(getattr(rules, setting.name))
                self.fields[setting.name] = field

    def clean_games(self) -> int:
        games: int = self.cleaned_data["games"]
        if games > MOST_GAMES[self.source]:
            raise ValidationError(
                _("From {least:,} to {most:,} games.").format(least=LEAST_GAMES, most=MOST_GAMES[self.source])
            )
        return games

    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in FIRST]

    def rule_folds(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """Return the names of groups with their other house rules, and whether one of them is changed or refused."""
        groups: dict[str, list[forms.BoundField]] = {}
        for setting in SETTINGS:
            if setting.name in self.rule_names and setting.name not in FIRST:
                groups.setdefault(setting.group, []).append(self[setting.name])
        return [(title, fields, any(map(self._is_changed, fields))) for title, fields in groups.items()]

    def _is_changed(self, field: forms.BoundField) -> bool:
        return bool(field.errors) or str(field.value()) != str(getattr(self.today, field.name))

    def length_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("begins", "seasons", "games")]

    def length_is_open(self) -> bool:
        return any(field.errors for field in self.length_fields())

    def values(self) -> dict[str, Any]:
        """Return the house rules of a valid form."""
        return {
            setting.name: setting_value(setting, self.cleaned_data[setting.name])
            for setting in SETTINGS
            if setting.name in self.rule_names
        }

    def asked(self) -> dict[str, Any]:
        """Return what `order_what_if` takes from a valid form."""
        length = {name: self.cleaned_data[name] for name in ("begins", "games", "seasons")}
        return {**length, "source": self.source, "values": self.values()}


class PlayedWhatIfForm(WhatIfForm):
    """Games that the engine plays: also rules of the table, settings of Careers, and a format for each world."""

    source = WhatIf.ENGINE
    rule_names = PLAYED

    def __init__(self, *args: Any, rules: HouseRules, usual: tuple[TableFormat, TableFormat], **kwargs: Any) -> None:
        super().__init__(*args, rules=rules, **kwargs)
        self.formats_differ = usual[0] != usual[1]
        self.fields["seasons"].initial = SO_MANY[1]
        for world, format in zip(WORLDS, usual, strict=True):
            self.fields.update({f"{world}_{name}": field for name, field in _format_fields(format).items()})
        chosen = rules.choices(ID)
        for name, question in _careers_questions():
            field = question_field(question)
            field.initial = typed(chosen.get(name, question.default), question)
            self.fields[f"{ID}__{name}"] = field

    def formats_fields(self) -> list[list[forms.BoundField]]:
        """Return the fields of the format of each world."""
        return [[self[f"{world}_{name}"] for name in ("mode", "target", "minutes", "seats")] for world in WORLDS]

    def settings_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the names of kinds with their settings of Careers."""
        return [
            (title, [self[f"{ID}__{name}"] for name, question in _careers_questions() if question.of == kind])
            for kind, title in KINDS.items()
        ]

    @property
    def formats_are_open(self) -> bool:
        """Return whether the worlds begin with two formats, or something in one of them is refused."""
        return self.formats_differ or any(field.errors for fields in self.formats_fields() for field in fields)

    @property
    def settings_are_open(self) -> bool:
        return any(name.startswith(f"{ID}__") for name in self.errors)

    def asked(self) -> dict[str, Any]:
        formats = tuple(self._format(world) for world in WORLDS)
        return {**super().asked(), "choices": self._choices(), "formats": formats}

    def _choices(self) -> dict[str, Any]:
        answers = {
            name: answer(question, self.cleaned_data[f"{ID}__{name}"]) for name, question in _careers_questions()
        }
        return {name: value for name, value in answers.items() if value is not None}

    def _format(self, world: str) -> TableFormat:
        data = self.cleaned_data
        mode, seats = data[f"{world}_mode"], int(data[f"{world}_seats"])
        if mode == FORMULA:
            return TableFormat(mode, target=data[f"{world}_target"], seats=seats)
        return TableFormat(mode, minutes=data[f"{world}_minutes"], seats=seats)


def _careers_questions() -> list[tuple[str, Question]]:
    return [(name, QUESTIONS[ID][name]) for name in PLAYED_SETTINGS]


def _format_fields(usual: TableFormat) -> dict[str, forms.Field]:
    seats = [
        (str(AS_THEY_SAT), _("As many as sat together")),
        *((str(n), str(n)) for n in range(SEATS[0], SEATS[1] + 1)),
    ]
    fields: dict[str, forms.Field] = {
        "mode": forms.ChoiceField(
            label=_("Kind of game"), choices=[(key, spoken(words)) for key, words in MODES.items()]
        ),
        "target": figure_field(_("Target"), _("In a game by success formula.")),
        "minutes": figure_field(_("Minutes"), _("In a timed game.")),
        "seats": forms.ChoiceField(label=_("Seats at a table"), choices=seats),
    }
    for name, field in fields.items():
        field.initial = getattr(usual, name)
    return fields

"""The set-up of a game that bots play."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.choices import of_one_game
from characters.rules.house_rules import HouseRules
from engine import SYSTEMS as ENGINE
from engine.careers.editions import edition, edition_ids
from engine.core.questions import Question
from engine.translatable import spoken
from games.rules.systems import SYSTEMS, SheetSystem
from league.clubs.forms import answer, question_field
from league.core.forms import PlainForm

OWN_BOARDS = [board for board in edition_ids() if edition(board).own_board]
PLAYABLE = {key: system for key, system in SYSTEMS.items() if key in ENGINE}
MODES = {key: words for system in PLAYABLE.values() for key, words in system.MODES.items()}


Boards = Sequence[tuple[str, str]]  # boards of leagues by their digest


def built_in_boards() -> Iterator[tuple[str, str]]:
    return ((board, edition(board).name) for board in OWN_BOARDS)


def number_box() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def own_fields(system: SheetSystem, rules: HouseRules | None = None) -> dict[str, forms.Field]:
    """Return the fields of what a single game may choose for itself, by `system__setting`; `rules`: of its season."""
    chosen = rules.choices(system.ID) if rules else {}
    return {
        f"{system.ID}__{name}": _own_field(question, chosen.get(name, question.default) if rules else None)
        if system.BY_THE_BOOK
        else forms.BooleanField(label=question.text, required=False)
        for name, question in of_one_game(system.QUESTIONS).items()
    }


def _own_field(question: Question, in_season: Any) -> forms.Field:
    field = question_field(question)
    if in_season is not None:
        text = _("{clause}. This season: {answer}.")
        field.help_text = text.format(
            clause=f"{question.clause[:1].upper()}{question.clause[1:]}", answer=spoken(question.words(in_season))
        )
    if question.options is not None and isinstance(field, forms.ChoiceField):
        words = [(str(value), label) for value, label in question.options.items()]
        field.choices = [("", _("As in this season")), *words]
    return field


def own_answers(values: Mapping[str, Any], system: SheetSystem) -> dict[str, Any]:
    """Return the settings filled in for that game, or the variants that it was played with."""
    typed = {name: values.get(f"{system.ID}__{name}") for name in of_one_game(system.QUESTIONS)}
    if not system.BY_THE_BOOK:
        return {name: True for name, value in typed.items() if value}
    answers = {name: answer(system.QUESTIONS[name], value) for name, value in typed.items()}
    return {name: value for name, value in answers.items() if value is not None and value != []}


class VariantsForm(PlainForm):
    """Ask what was played with, of a game that a league has described."""

    def __init__(self, *args: Any, system: SheetSystem, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.fields |= {} if system.BY_THE_BOOK else own_fields(system)

    @property
    def settings(self) -> dict[str, Any]:
        """Return the variants that were ticked."""
        return own_answers(self.cleaned_data, self.system) if self.is_valid() and self.fields else {}


class SetupForm(PlainForm):
    """Choose the game to be played, and how it ends."""

    system = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=[(key, system.NAME) for key, system in PLAYABLE.items()]
    )
    mode = forms.ChoiceField(label=gettext_lazy("Careers is played by"), choices=list(MODES.items()))
    target = forms.IntegerField(
        label=gettext_lazy("Target of a success formula, in points"),
        min_value=1,
        max_value=5000,
        initial=100,
        widget=number_box(),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Length of a timed game, in minutes"),
        help_text=gettext_lazy("A minute is a round of turns."),
        min_value=1,
        max_value=300,
        initial=30,
        widget=number_box(),
    )

    def setup(self) -> dict[str, Any]:
        """Return mode, target and minutes, as far as the chosen game has them."""
        modes = PLAYABLE[self.cleaned_data["system"]].MODES
        wished = self.cleaned_data.get("mode", "")
        mode = wished if wished in modes else next(iter(modes), "")
        return {
            "mode": mode,
            "target": self.cleaned_data["target"] if mode == "formula" else None,
            "minutes": self.cleaned_data["minutes"] if mode == "timed" else None,
        }

"""The game to come, as somebody asks about it: a page and the API read it alike."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.house_rules import HouseRules
from league.core.forms import PlainForm
from league.insight.rules.plan import LEAST_FIGURE, MOST_FIGURE, NextGame

FORMULA, TIMED = "formula", "timed"


def _figure(label: Any, help_text: Any = "") -> forms.IntegerField:
    number = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=LEAST_FIGURE,
        max_value=MOST_FIGURE,
        widget=number,
    )


class NextGameForm(PlainForm):
    mode = forms.ChoiceField(
        label=gettext_lazy("Kind of game"),
        choices=((FORMULA, gettext_lazy("Success formula")), (TIMED, gettext_lazy("Timed game"))),
    )
    target = _figure(gettext_lazy("Target"), gettext_lazy("In a game by success formula."))
    winner_total = _figure(gettext_lazy("Points of the winner"), gettext_lazy("In a timed game: what you expect."))
    minutes = _figure(gettext_lazy("Minutes"), gettext_lazy("In a timed game."))

    def __init__(self, *args: Any, house: HouseRules, usual: NextGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_par = house.timed_performance == "par"
        self.initial = {
            "mode": TIMED if usual.target is None else FORMULA,
            "target": usual.target,
            "winner_total": usual.winner_total or None,
            "minutes": usual.minutes,
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        mode = values.get("mode")
        if mode == FORMULA:
            self._require("target", _("Say how many points are played for, such as 200."))
        elif mode == TIMED:
            self._require("winner_total", _("Say how many points the winner may have, such as 180."))
            if self.by_par:
                self._require("minutes", _("Say how long the game lasts: par depends on it."))
        return values

    def _require(self, name: str, words: str) -> None:
        if name not in self.errors and self.cleaned_data.get(name) is None:
            self.add_error(name, words)

    @property
    def game(self) -> NextGame:
        """Of a valid form."""
        values = self.cleaned_data
        if values["mode"] == FORMULA:
            return NextGame(target=values["target"])
        return NextGame(winner_total=values["winner_total"], minutes=values["minutes"])

"""The next game, as somebody asks about it: a page and the API read it alike."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.house_rules import DEFAULTS, HouseRules
from games.rules.careers import FORMULA, TIMED
from league.core.forms import PlainForm, figure_field
from league.forecasts.rules.plan import NextGame
from league.models import Season

OF_A_GAME = ("mode", "target", "winner_total", "minutes")


class NextGameForm(PlainForm):
    """Ask for the next game. A query without fields offers the usual game under the house rules of the first season; a
    season without other fields asks for the usual game in it. Figures say the mode if nothing else does: a target that
    it is by formula."""

    season = forms.ChoiceField(
        label=gettext_lazy("Season"),
        help_text=gettext_lazy("Its house rules apply."),
        error_messages={
            "invalid_choice": gettext_lazy("Choose a season that runs, or leave it out for the newest one.")
        },
        required=False,
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("Kind of game"),
        choices=((FORMULA, gettext_lazy("Success formula")), (TIMED, gettext_lazy("Timed game"))),
    )
    target = figure_field(gettext_lazy("Target"), gettext_lazy("In a game by success formula."))
    winner_total = figure_field(gettext_lazy("Points of the winner"), gettext_lazy("In a timed game: what you expect."))
    minutes = figure_field(gettext_lazy("Minutes"), gettext_lazy("In a timed game."))

    def __init__(self, query: Mapping[str, Any], *, seasons: Mapping[Season, HouseRules], usual: NextGame) -> None:
        offered = {
            "season": next((season.slug for season in seasons), ""),
            "mode": usual.mode,
            "target": usual.target,
            "winner_total": usual.expected_total,
            "minutes": usual.minutes,
        }
        answers: Mapping[str, Any] | None = query if any(query.get(name) for name in OF_A_GAME) else None
        if answers is None and query.get("season"):
            answers = offered | {"season": query["season"]}
        elif answers is not None and not query.get("mode"):
            answers = dict(query.items()) | {"mode": FORMULA if query.get("target") else TIMED}
        super().__init__(answers, initial=offered)
        self.seasons, self.usual = seasons, usual
        field = cast(forms.ChoiceField, self.fields["season"])
        field.choices = [(season.slug, season.name) for season in seasons]
        if len(seasons) < 2:
            field.widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        mode = values.get("mode")
        if mode == FORMULA:
            self._require("target", _("Say how many game points are played for, such as 200."))
        elif mode == TIMED:
            self._require("winner_total", _("Say how many game points the winner may have, such as 180."))
            if self.rules.timed_performance == "par":
                self._require("minutes", _("Say how long the game lasts: par depends on it."))
        return values

    def _require(self, name: str, words: str) -> None:
        if name not in self.errors and self.cleaned_data.get(name) is None:
            self.add_error(name, words)

    @property
    def refused(self) -> bool:
        return self.is_bound and not self.is_valid()

    @property
    def season_chosen(self) -> Season | None:
        """Return the season that is chosen; None if the league has no season."""
        slug = self.cleaned_data.get("season") if self.is_bound else ""
        return next((season for season in self.seasons if season.slug == slug), next(iter(self.seasons), None))

    @property
    def rules(self) -> HouseRules:
        season = self.season_chosen
        return self.seasons[season] if season else DEFAULTS

    @property
    def game(self) -> NextGame:
        """Return the game that is asked for; to be called unless the form is refused."""
        if not self.is_bound:
            return self.usual
        values = self.cleaned_data
        if values["mode"] == FORMULA:
            return NextGame(target=values["target"])
        return NextGame(winner_total=values["winner_total"], minutes=values["minutes"])

"""The set-up of a game that bots play."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engine import SYSTEMS as ENGINE
from engine.careers.editions import edition, edition_ids
from games.rules.systems import SYSTEMS
from league.core.forms import PlainForm

OWN_BOARDS = [board for board in edition_ids() if edition(board).own_board]
PLAYABLE = {key: system for key, system in SYSTEMS.items() if key in ENGINE}
MODES = {key: words for system in PLAYABLE.values() for key, words in system.MODES.items()}


Boards = Sequence[tuple[str, str]]  # boards of leagues by their digest


def built_in_boards() -> Iterator[tuple[str, str]]:
    return ((board, edition(board).name) for board in OWN_BOARDS)


def number_box() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


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

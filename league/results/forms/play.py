"""The set-up of a game that bots play, and of simulations."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import SYSTEMS as ENGINE
from engine import bot_specs
from engine.careers.editions import edition, edition_ids
from engine.core.bots import bot_names
from engine.said import said
from games.rules.bots import MOST_EFFORT
from games.rules.systems import SYSTEMS
from games.services.simulations import MOST_GAMES
from league.core.forms import PlainForm

OWN_BOARDS = [one for one in edition_ids() if edition(one).own_board]
PLAYABLE = {key: system for key, system in SYSTEMS.items() if key in ENGINE}
SEATS = max(system.SEATS[1] for system in PLAYABLE.values())
MODES = {key: words for system in PLAYABLE.values() for key, words in system.MODES.items()}


Boards = Sequence[tuple[str, str]]  # boards of leagues by their digest


def built_in_boards() -> Iterator[tuple[str, str]]:
    return ((one, edition(one).name) for one in OWN_BOARDS)


def number_box() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


class SetupForm(PlainForm):
    """What is to be played, and to which end."""

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


class SimulationForm(SetupForm):
    """`rng_seed` stays None if the field is empty."""

    seats = forms.IntegerField(
        label=gettext_lazy("Seats"), min_value=2, max_value=SEATS, initial=4, widget=number_box()
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=1000,
        help_text=said("At most {most:,}.", most=MOST_GAMES),
    )
    board = forms.ChoiceField(label=gettext_lazy("Board of Careers"), required=False)
    bots = forms.CharField(label=gettext_lazy("Bots"), max_length=500, initial="greedy, random")
    rng_seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed, seats and bots give the same games. Empty: chance decides."),
        min_value=0,
        max_value=2**32 - 1,
        required=False,
        widget=number_box(),
    )

    field_order = ("system", "board", "seats", "games", "bots", "mode", "target", "minutes", "rng_seed")

    def __init__(self, *args: Any, boards: Boards = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].widget = number_box()
        self.fields["board"].choices = [*built_in_boards(), *boards]  # type: ignore[attr-defined]
        names = sorted({name for key in PLAYABLE for name in bot_names(ENGINE[key])})
        self.fields["bots"].help_text = _(
            "Seat by seat, with commas; fewer than seats are dealt in turn. Known: {names}. The search bot of Careers "
            "takes parameters, such as search:visits=80,turns=2,width=8: it plays out visits (or 3 × width, if that is "
            "more) times turns rounds for one decision, {most} at most. So does ismcts, which knows every game: "
            "ismcts:visits=100,rounds=4 plays out visits times rounds."
        ).format(names=", ".join(names), most=MOST_EFFORT)

    def clean_board(self) -> str:
        """Return the chosen board, London by default."""
        return str(self.cleaned_data["board"] or OWN_BOARDS[0])

    def clean_bots(self) -> list[str]:
        return bot_specs(self.cleaned_data["bots"])

"""A simulation: what the bots play, how often, and which ones."""

from typing import Any

from django import forms

from engine import SYSTEMS as ENGINE
from engine.core.bots import bot_names
from games.rules.bots import bot_specs
from games.services.simulations import MOST_GAMES
from league.forms.play import PLAYABLE, SEATS, SetupForm, number_box


class SimulationForm(SetupForm):
    seats = forms.IntegerField(label="Seats", min_value=2, max_value=SEATS, initial=4, widget=number_box())
    games = forms.IntegerField(
        label="Games", min_value=1, max_value=MOST_GAMES, initial=1000, help_text=f"At most {MOST_GAMES:,}."
    )
    bots = forms.CharField(label="Bots", max_length=500, initial="greedy, random")

    field_order = ("system", "seats", "games", "bots", "mode", "target", "minutes", "rng_seed")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].widget = number_box()
        names = sorted({name for key in PLAYABLE for name in bot_names(ENGINE[key])})
        self.fields[
            "bots"
        ].help_text = f"Seat by seat, with commas; fewer than seats are dealt in turn. Known: {', '.join(names)}."

    def clean_bots(self) -> list[str]:
        return bot_specs(self.cleaned_data["bots"])

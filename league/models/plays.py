"""Plays of a season: games that its members play on the site."""

from __future__ import annotations

from django.db import models

from games.models import Play
from games.rules.systems import SYSTEMS
from league.models.competition import Season


class SeasonPlay(models.Model):
    """The season in which a play is played, and for which it counts where it does."""

    play = models.OneToOneField(Play, on_delete=models.PROTECT, primary_key=True, related_name="season_play")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="plays")

    class Meta:
        ordering = ("-play",)

    def __str__(self) -> str:
        return f"{self.play} of {self.season}"

    def get_absolute_url(self) -> str:
        return self.play.get_absolute_url()

    @property
    def name(self) -> str:
        """The game's."""
        return SYSTEMS[self.play.system].NAME

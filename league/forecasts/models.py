"""Forecasts. One is made before the game that it is about and never changes, to be scored by it."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from characters.models import LEVEL_CHOICES, Character
from league.forecasts.rules.last_round import CharacterOdds
from league.forecasts.rules.season_chances import WHOLE, Chances
from league.models import Round, Season

_SHARES = ("passes", "rises", "soon", "top", "weight")


class Forecast(models.Model):
    """The forecast by `method` for a character at `level` once `after_fact` of its facts were known. Probabilities are
    ten-thousandths: the next review is passed (`passes`), the next game promotes or opens the golden parachute
    (`rises`), one of the next five does (`soon`), it is ever at C-level (`top`, empty for a character that is).
    `least`, `middle`, `most`: games to the next level in one, five and nine of ten lives, empty beyond the games looked
    at. Drawn from its `own` games, with that `weight`, and from `pool` games of its league. All of it is empty
    if nobody had played yet; after 0 facts, that of a newcomer, it never is. Triggers refuse to change or delete it."""

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="forecasts")
    method = models.CharField(max_length=20)
    after_fact = models.PositiveIntegerField()
    level = models.CharField(max_length=10, choices=LEVEL_CHOICES)
    passes = models.PositiveIntegerField(null=True)
    rises = models.PositiveIntegerField(null=True)
    soon = models.PositiveIntegerField(null=True)
    top = models.PositiveIntegerField(null=True)
    least = models.PositiveIntegerField(null=True)
    middle = models.PositiveIntegerField(null=True)
    most = models.PositiveIntegerField(null=True)
    own = models.PositiveIntegerField(default=0)
    pool = models.PositiveIntegerField(default=0)
    weight = models.PositiveIntegerField(null=True)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("character", "after_fact", "method")
        constraints = (
            models.UniqueConstraint(fields=("character", "method", "after_fact"), name="forecast_once"),
            models.CheckConstraint(
                condition=Q(passes=None, rises=None, soon=None, top=None, weight=None)
                | Q(passes__isnull=False, rises__isnull=False, soon__isnull=False, weight__isnull=False),
                name="forecast_whole_or_empty",
            ),
            models.CheckConstraint(condition=Q(after_fact__gte=1) | Q(own=0, pool__gte=1), name="forecast_of_newcomer"),
            *(
                models.CheckConstraint(
                    condition=Q(**{name: None}) | Q(**{f"{name}__lte": WHOLE}), name=f"forecast_{name}"
                )
                for name in _SHARES
            ),
            models.CheckConstraint(condition=Q(most=None) | Q(least__lte=F("most")), name="forecast_interval"),
        )

    def __str__(self) -> str:
        return f"{self.method} for {self.character_id} after fact {self.after_fact}"


class SeasonForecast(models.Model):
    """The forecast by `method` on a `day` of a season that ends on `ends_on`, once that many `results` were known, the
    newest of them with the key `last_result`; `games` were expected to be played, `planned` of them in running
    tournaments. `odds`: the `chances` of `characters` who may come first and who stand best. Triggers refuse to change
    or delete it. Forecasts of the first method have neither a day nor the number of characters."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="forecasts")
    method = models.CharField(max_length=20)
    results = models.PositiveIntegerField()
    last_result = models.PositiveBigIntegerField()
    ends_on = models.DateField()
    day = models.DateField(null=True)
    games = models.PositiveIntegerField()
    planned = models.PositiveIntegerField(default=0, db_default=0)
    characters = models.PositiveIntegerField(null=True)
    odds = models.JSONField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("season", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("season", "method", "results", "last_result", "ends_on", "day"), name="season_forecast_once"
            ),
            models.CheckConstraint(condition=Q(results__gte=1), name="season_forecast_after_a_result"),
            models.CheckConstraint(condition=Q(planned__lte=F("games")), name="season_forecast_planned"),
        )

    def __str__(self) -> str:
        return f"{self.method} for {self.season_id} after {self.results} results"

    @property
    def chances(self) -> list[Chances]:
        """Return the rows in the order in which they are stored: the likeliest first."""
        return [Chances(*row) for row in self.odds]


class RoundForecast(models.Model):
    """The forecast by `method`, in the last round of a stage, of who will be among the first `cut`. `state` is a
    digest of the points and the open tables at that moment. `odds`: for each who may, the character, the
    chance, and that with a win at their own table, in ten-thousandths. Triggers refuse to change or delete it."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="forecasts")
    method = models.CharField(max_length=20)
    state = models.CharField(max_length=64)
    cut = models.PositiveIntegerField()
    odds = models.JSONField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("round", "id")
        constraints = (
            models.UniqueConstraint(fields=("round", "method", "state"), name="round_forecast_once"),
            models.CheckConstraint(condition=Q(cut__gte=1), name="round_forecast_has_a_cut"),
        )

    def __str__(self) -> str:
        return f"{self.method} for round {self.round_id}"

    @property
    def rows(self) -> list[CharacterOdds]:
        return [CharacterOdds(*row) for row in self.odds]

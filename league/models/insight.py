"""What was foretold. A forecast is made before the game that it is about and never changes, to be scored by it.
And what other house rules would do, and what luck did in a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import LEVEL_CHOICES, Character, RuleSet
from games.models import Game, Who, person_or_text, said_name
from league.models.competition import Season
from league.models.organisation import League
from league.models.rounds import Round

WHOLE = 10_000
_SHARES = ("passes", "rises", "soon", "top", "weight")


class Forecast(models.Model):
    """What `method` said of a character at `level` once `after_fact` of its facts were known. Probabilities are
    ten-thousandths: the next review is passed (`passes`), the next game promotes or opens the golden parachute
    (`rises`), one of the next five does (`soon`), it is ever at C-level (`top`, empty for who is). `least`, `middle`,
    `most`: games to the next level in one, five and nine of ten lives, empty beyond those that were looked at. Drawn
    from `own` games of its own, with that `weight`, and from `pool` games of its league. All of it is empty where
    nobody had played yet; after 0 facts, that of a newcomer, it never is. Triggers refuse to change or delete it."""

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
    """What `method` said on a `day` of a season that ends on `ends_on`, once so many `results` were known, the newest
    of them with the key `last_result`; `games` were expected to come, `planned` of them in tournaments that ran.
    `odds`: a row for each of those who may come first and of those who stand best of `characters`, as
    `league.forecasts.queries.season_odds.Row` reads it. Triggers refuse to change or delete it. The first method said
    neither its day nor how many characters there were."""

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


class RoundForecast(models.Model):
    """What `method` said in the last round of a stage of who comes among the first `cut`, while the points and the open
    tables were what `state` is a digest of. `odds`: for each of those who may, the character, the chance, and that with
    a win at the own table, in ten-thousandths. Triggers refuse to change or delete it."""

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


class WhatIf(models.Model):
    """Seasons of a league lived by the house rules of `today` and by `other` ones, with the same luck. The row is the
    job: `lived` seasons are in `totals`, and who lives the next ones holds a lease. `inputs` is a digest of what they
    are lived with; once that is another one, it begins anew. Its `characters` begin as they are today or at Entry
    Level, and play `games` tables a season. `source`: games are own results drawn again, or played by the engine, in
    the `..._format` of each world (`Format.written`)."""

    RUNNING, STOPPED, DONE, FAILED = STATUSES = ("running", "stopped", "done", "failed")
    TODAY, ENTRY = BEGINNINGS = ("today", "entry")
    RESULTS, ENGINE = SOURCES = ("results", "engine")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="what_ifs")
    method = models.CharField(max_length=20)
    source = models.CharField(max_length=7, default=RESULTS, db_default=RESULTS)
    today_format = models.CharField(max_length=30, blank=True, default="", db_default="")
    other_format = models.CharField(max_length=30, blank=True, default="", db_default="")
    today = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    begins = models.CharField(max_length=5)
    games = models.PositiveIntegerField()
    seasons = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)
    status = models.CharField(max_length=7, default=RUNNING)
    inputs = models.CharField(max_length=64, blank=True)
    characters = models.PositiveIntegerField(default=0)
    lived = models.PositiveIntegerField(default=0)
    totals = models.JSONField(null=True)
    leased_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_by_name = said_name()
    asked_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    who_asked = Who("asked_by")

    class Meta:
        ordering = ("-id",)
        constraints = (
            person_or_text("what_if", "asked_by"),
            models.UniqueConstraint(fields=("league",), condition=Q(status="running"), name="what_if_one_at_a_time"),
            models.CheckConstraint(
                condition=Q(status__in=("running", "stopped", "done", "failed")), name="what_if_status_known"
            ),
            models.CheckConstraint(condition=Q(begins__in=("today", "entry")), name="what_if_beginning_known"),
            models.CheckConstraint(condition=Q(games__gte=1, seasons__gte=1), name="what_if_lives_something"),
            models.CheckConstraint(
                condition=~Q(today=F("other"), today_format=F("other_format")), name="what_if_of_two_worlds"
            ),
            models.CheckConstraint(
                condition=Q(source="results", today_format="", other_format="")
                | Q(Q(source="engine"), ~Q(today_format=""), ~Q(other_format="")),
                name="what_if_source_known",
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(lived=F("seasons"), totals__isnull=False, finished_at__isnull=False),
                name="what_if_done_has_totals",
            ),
        )

    def __str__(self) -> str:
        return f"what if {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("what_if_detail", args=[self.league.slug, self.pk])


class GameStudy(models.Model):
    """A game looked at again by `method`: chances turn by turn, luck and decisions. `record`: digest of the record that
    it was read from. The row is the job: of `tasks` so many are done, their sums are in `results`, and who does the
    next ones holds a lease. `figures` is what came of them."""

    RUNNING, STOPPED, DONE, FAILED = STATUSES = ("running", "stopped", "done", "failed")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="studies")
    record = models.CharField(max_length=64)
    method = models.CharField(max_length=20)
    status = models.CharField(max_length=7, default=RUNNING)
    tasks = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    figures = models.JSONField(null=True)
    leased_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_by_name = said_name()
    asked_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    who_asked = Who("asked_by")

    class Meta:
        ordering = ("-id",)
        constraints = (
            person_or_text("game_study", "asked_by"),
            models.UniqueConstraint(fields=("game", "record", "method"), name="game_study_once"),
            models.CheckConstraint(
                condition=Q(status__in=("running", "stopped", "done", "failed")), name="game_study_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(done=F("tasks"), figures__isnull=False, finished_at__isnull=False),
                name="game_study_done_has_figures",
            ),
        )

    def __str__(self) -> str:
        return f"{self.method} of game {self.game_id}"

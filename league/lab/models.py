"""Orders to the engine: two ways to play against each other over many pairs of games, the effect of other house rules,
and the luck in a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import RuleSet
from games.models import Game, Leased, Who, person_or_text, said_name
from league.models import BoardVersion, League


class Experiment(models.Model):
    """`arms` are the two ways to play as somebody asked for them, with the engine's `options`; a board of a league
    among them is `board_a` or `board_b` besides, and only who belongs to that league sees the experiment. Compared is
    `measure` until it is known to `width` (half of a 95 % interval, in ten-thousandths; None: never), after `most`
    pairs at the latest. `totals` are those of the first `done` pairs and change together with it, once all pairs before
    `look` are played; `looks` are what was known then. `orders`: how often somebody had it run on to more pairs or a
    smaller width. `rules_version` is the engine's: by others, the same seeds would be other games."""

    RUNNING, STOPPED, DONE, FAILED = STATUSES = ("running", "stopped", "done", "failed")

    system = models.CharField(max_length=40)
    method = models.CharField(max_length=20)
    rules_version = models.PositiveIntegerField()
    arms = models.JSONField()
    board_a = models.ForeignKey(BoardVersion, on_delete=models.PROTECT, null=True, related_name="+")
    board_b = models.ForeignKey(BoardVersion, on_delete=models.PROTECT, null=True, related_name="+")
    seed = models.BigIntegerField()
    measure = models.CharField(max_length=120)
    width = models.PositiveIntegerField(null=True)
    most = models.PositiveIntegerField()
    look = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    totals = models.JSONField(null=True)
    looks = models.JSONField(default=list)
    orders = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=7, default=RUNNING)
    error = models.CharField(max_length=300, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_by_name = said_name()
    asked_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    who_asked = Who("asked_by")

    class Meta:
        ordering = ("-id",)
        constraints = (
            person_or_text("experiment", "asked_by"),
            models.UniqueConstraint(
                fields=("asked_by",), condition=Q(status="running"), name="experiment_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(status__in=("running", "stopped", "done", "failed")), name="experiment_status_known"
            ),
            models.CheckConstraint(
                condition=Q(done__lte=F("look"), look__lte=F("most"), look__gte=1, most__lte=1_000_000),
                name="experiment_plays_so_many",
            ),
            models.CheckConstraint(
                condition=Q(done=0, totals=None) | Q(done__gte=1, totals__isnull=False), name="experiment_has_totals"
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(done=F("look"), finished_at__isnull=False), name="experiment_done"
            ),
        )

    def __str__(self) -> str:
        return f"experiment {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("experiment_detail", args=[self.pk])


class ExperimentChunk(Leased):
    """Pairs `first` to `first + count - 1` of an experiment. Without totals it is a job. Totals are written once, and
    may be written for fewer pairs: the rest is then a chunk of its own. Chunks go once their totals are in the
    experiment's."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="chunks")
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    totals = models.JSONField(null=True)

    class Meta:
        ordering = ("experiment", "first")
        constraints = (
            models.UniqueConstraint(fields=("experiment", "first"), name="experiment_chunk_once"),
            models.CheckConstraint(condition=Q(count__gte=1), name="experiment_chunk_plays_something"),
        )
        indexes = (
            models.Index(fields=("first", "experiment"), condition=Q(totals__isnull=True), name="pairs_to_play"),
        )

    def __str__(self) -> str:
        return f"pairs from {self.first} of {self.experiment_id}"


class WhatIf(Leased):
    """Seasons of a league lived by the house rules of `today` and by `other` ones, with the same luck. The row is the
    job: `lived` seasons are in `totals`. `error` says why no more are lived. `inputs` is a digest of what they are
    lived with; once that changes, it begins again. Its `characters` begin as they are today or at Entry Level, and play
    `games` tables a season. `source`: games are own results drawn again, or played by the engine, in the `..._format`
    of each world (`Format.written`)."""

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
    error = models.CharField(max_length=300, blank=True)
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


class GameStudy(Leased):
    """A game looked at again by `method`: chances turn by turn, luck and decisions. `record`: digest of the record that
    it was read from. The row is the job: of `tasks` so many are done, and their sums are in `results`; `error` says why
    no more are done. `figures` is what came of them."""

    RUNNING, STOPPED, DONE, FAILED = STATUSES = ("running", "stopped", "done", "failed")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="studies")
    record = models.CharField(max_length=64)
    method = models.CharField(max_length=20)
    status = models.CharField(max_length=7, default=RUNNING)
    tasks = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    figures = models.JSONField(null=True)
    error = models.CharField(max_length=300, blank=True)
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

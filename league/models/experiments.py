"""Two ways to play the same game against each other, over many pairs of games."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from games.models import Who, person_or_text, said_name
from league.models.boards import BoardVersion


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


class ExperimentChunk(models.Model):
    """Pairs `first` to `first + count - 1` of an experiment. Without totals it is a job; who plays it holds a lease.
    Totals are written once, and may be written for fewer pairs: the rest is then a chunk of its own. Chunks go once
    their totals are in the experiment's."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="chunks")
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    leased_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
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

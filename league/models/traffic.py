"""Incoming traffic: files under way, and answers already given to a request that may be sent twice."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.models import Leased, SaidField
from league.models.organisation import League
from league.models.tournaments import Tournament


class FileImport(Leased):
    """An uploaded CSV or archive. Waiting is the job. All or nothing: `problems` lists everything that is wrong, and a
    file with any of it changes nothing. Entries are those of a tournament, and so is what its hall sends.

    A file that asks was read in a way that a person has to agree to: `questions` holds what was understood, `answers`
    how it is meant. `dismissed_at`: an organiser has taken the refused file off the desk."""

    CHARACTERS, RESULTS, ENTRIES, TOURNAMENT, HALL = KINDS = ("characters", "results", "entries", "tournament", "hall")
    WAITING, RUNNING, ASKS, DONE, REFUSED = "waiting", "running", "asks", "done", "refused"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="imports")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="imports")
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    status = models.CharField(max_length=10, default=WAITING)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    summary = SaidField(max_length=300, blank=True)
    problems = models.JSONField(default=list)
    questions = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-uploaded_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(dismissed_at=None) | Q(status="refused"), name="import_dismissed_was_refused"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("characters", "results", "entries", "tournament", "hall")),
                name="import_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("entries", "hall"), tournament__isnull=False)
                | (~Q(kind__in=("entries", "hall")) & Q(tournament=None)),
                name="import_entries_of_a_tournament",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("waiting", "running", "asks", "done", "refused")), name="import_status_known"
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(status__in=("waiting", "running")), name="import_under_way"),
        )

    def __str__(self) -> str:
        return self.name


class QuotaUse(models.Model):
    """The amount of one kind that a person, or a league, has done within an hour. The kinds are those of
    `core/rules/quotas.toml`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    league = models.ForeignKey(League, on_delete=models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=20)
    hour = models.DateTimeField()
    amount = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "kind", "hour"), name="quota_use_of_a_person"),
            models.UniqueConstraint(fields=("league", "kind", "hour"), name="quota_use_of_a_league"),
            models.CheckConstraint(
                condition=Q(user=None, league__isnull=False) | Q(user__isnull=False, league=None),
                name="quota_use_of_one",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount} {self.kind}"


class IdempotencyKey(models.Model):
    """The first answer to a POST that carried an Idempotency-Key, given again when the same request comes again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64)
    status_code = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    given_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once"),)

    def __str__(self) -> str:
        return self.key


class PeriodicRun(Leased):
    """The last start and end of a periodic task: these rows decide what is due, no matter what has been restarted
    meanwhile."""

    task = models.CharField(max_length=100, unique=True)
    ran_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.task

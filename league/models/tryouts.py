"""Games that a stranger plays against bots without an account."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

KEY_LENGTH = 43  # of 32 random bytes


class TryOut(models.Model):
    """One person in one browser against bots. It counts for nobody and is forgotten a day after its last turn, so it is
    no Play: nothing of it is proved, and nothing points at it.

    `key` stands in the session of that browser; `secret` is what chance is drawn from; `seat` is the person's, from 0.
    `actions`: how many were played since it began; `told`: the last of them as they were told (games.rules.told)."""

    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    system = models.CharField(max_length=40)
    secret = models.BinaryField(max_length=32)
    seat = models.PositiveSmallIntegerField(default=0, db_default=0)
    state = models.JSONField()
    actions = models.PositiveIntegerField(default=0, db_default=0)
    told = models.JSONField(default=list)
    outcome = models.JSONField(null=True)
    began_at = models.DateTimeField(db_default=Now())
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("at",), name="try_out_to_forget"),)

    def __str__(self) -> str:
        return f"try-out {self.pk}"

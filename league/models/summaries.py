"""Rows that a worker makes of all games of a season or league."""

from django.db import models
from django.db.models.functions import Now


class Summary(models.Model):
    """Figures worked out from all results of a season or league, for pages that are too costly to make of many games.
    `kind` and `subject`: what it says, and the season or league that it is about. `version` changes with the results;
    empty if games were waiting for their reviews, so that it is worked out once more."""

    kind = models.CharField(max_length=20)
    subject = models.BigIntegerField()
    version = models.CharField(max_length=100, blank=True)
    content = models.JSONField()
    seconds = models.PositiveIntegerField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("kind", "subject")
        constraints = (models.UniqueConstraint(fields=("kind", "subject"), name="summary_once"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject}"

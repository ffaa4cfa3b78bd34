"""Rows that are jobs."""

from __future__ import annotations

from django.db import models


class Leased(models.Model):
    """A row that workers work on. The worker that has it holds it until `leased_until`; `tries` counts how often a
    worker began since it last got anywhere (games.services.jobs)."""

    leased_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        abstract = True

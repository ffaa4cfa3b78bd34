"""Boards of Careers that a league has made. What a version says never changes: house rules and records name it by the
digest of its content, and a change is the next version."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from engine.translatable import said
from league.models.organisation import League


class Board(models.Model):
    """`name` is what its newest version is called; the address stays."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="boards")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=80, allow_unicode=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("league", "slug"), name="board_slug_once"),
            models.CheckConstraint(condition=~Q(name=""), name="board_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("board_detail", args=[self.league.slug, self.slug])


class BoardVersion(models.Model):
    """`content` is the canonical text of the board (engine.careers.board_files), `digest` its SHA-256. Triggers refuse
    to change or delete it."""

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("board", "-number")
        constraints = (
            models.UniqueConstraint(fields=("board", "number"), name="board_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_version_from_1"),
        )
        indexes = (models.Index(fields=("digest",), name="board_version_digest"),)

    def __str__(self) -> str:
        return said("{name}, version {number}", name=self.name, number=self.number)

    @property
    def definition(self) -> dict[str, Any]:
        """Return the board as a mapping."""
        content: dict[str, Any] = json.loads(self.content)
        return content

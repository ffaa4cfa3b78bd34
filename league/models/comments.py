"""What members say under a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from games.models import Game
from games.rules.people import LONGEST_NAME

COMMENT_LENGTH = 1000


class GameComment(models.Model):
    """Plain text by a member; `by_label` is who it was once the account is gone. `told_at` is empty while those who sat
    in the game are still to be told. Hidden, its author and those who decide about it read it; deleted, it is gone."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="comments")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_label = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    text = models.CharField(max_length=COMMENT_LENGTH)
    at = models.DateTimeField(db_default=Now())
    told_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    hidden_why = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ("game", "id")
        constraints = (
            models.CheckConstraint(condition=~Q(text=""), name="comment_says_something"),
            models.CheckConstraint(
                condition=Q(by=None) & ~Q(by_label="") | Q(by__isnull=False, by_label=""),
                name="comment_by_account_or_label",
            ),
            models.CheckConstraint(
                condition=Q(hidden_at=None, hidden_why="") | Q(hidden_at__isnull=False) & ~Q(hidden_why=""),
                name="comment_hidden_with_a_reason",
            ),
        )
        indexes = (
            models.Index(fields=("game", "-id"), name="comment_newest"),
            models.Index(fields=("id",), condition=Q(told_at=None), name="comment_to_tell"),
        )

    def __str__(self) -> str:
        return f"comment {self.pk} under game {self.game_id}"

    def get_absolute_url(self) -> str:
        return f"{reverse('game_comments', args=[self.game_id])}#comment-{self.pk}"

"""Games that bots play for a season, as long as they wait or are under way."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from league.models.competition import Season, SeasonGame


class BotGame(models.Model):
    """A game that somebody ordered from the bots. Waiting is the job; a worker claims it with a lease; what comes out
    is written in the transaction that ends the job. `table` is what `results.services.played.Table` says."""

    WAITING, PLAYING, DONE, REFUSED, STOPPED = STATUSES = ("waiting", "playing", "done", "refused", "stopped")
    UNDER_WAY = (WAITING, PLAYING)

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    ordered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    token = models.CharField(max_length=80)
    table = models.JSONField()
    status = models.CharField(max_length=10, default=WAITING)
    error = models.CharField(max_length=300, blank=True)
    game = models.OneToOneField(SeasonGame, on_delete=models.CASCADE, null=True, related_name="+")
    leased_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    ordered_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("waiting", "playing", "done", "refused", "stopped")),
                name="bot_game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(status="done", game__isnull=False) | (~Q(status="done") & Q(game=None)),
                name="bot_game_done_is_a_game",
            ),
            models.UniqueConstraint(fields=("ordered_by", "token"), name="bot_game_ordered_once"),
            models.UniqueConstraint(
                fields=("ordered_by",), condition=Q(status__in=("waiting", "playing")), name="bot_game_one_at_a_time"
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(status__in=("waiting", "playing")), name="bot_game_under_way"),
        )

    def __str__(self) -> str:
        return f"bot game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("bot_game", args=[self.pk])

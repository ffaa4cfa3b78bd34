"""Games that people play on the site: plays of a season, and a stranger's tries against bots."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from engine import SYSTEMS
from games.models import Play
from league.models.competition import Season
from league.models.rounds import Table


class SeasonPlay(models.Model):
    """The season in which a play is played, and for which it counts if it does. `table`: the tournament's table that
    is played here instead of at a board in the room."""

    play = models.OneToOneField(Play, on_delete=models.PROTECT, primary_key=True, related_name="season_play")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="plays")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, null=True, related_name="season_play")

    class Meta:
        ordering = ("-play",)

    def __str__(self) -> str:
        return f"{self.play} of {self.season}"

    def get_absolute_url(self) -> str:
        return self.play.get_absolute_url()

    @property
    def name(self) -> str:
        """Return the name of the game."""
        return SYSTEMS[self.play.system].title


class PlayOrigin(models.Model):
    """The origin of a person's moves in a play that counts: keyed hashes of the browser's secret and of the network
    address that fit no other play; empty if nothing is known. They are kept for a while, even if the account is
    emptied, which leaves only its number: else somebody could take away what shows two accounts to be one."""

    play = models.ForeignKey(SeasonPlay, on_delete=models.CASCADE, related_name="origins")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    browser = models.CharField(max_length=32, blank=True, default="", db_default="")
    address = models.CharField(max_length=32, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("play", "id")
        constraints = (
            models.UniqueConstraint(fields=("play", "person", "browser", "address"), name="play_origin_once"),
            models.CheckConstraint(condition=~Q(browser="", address=""), name="play_origin_says_something"),
        )

    def __str__(self) -> str:
        return f"where {self.person} moved in play {self.play_id}"


KEY_LENGTH = 43  # of 32 random bytes


class TryOut(models.Model):
    """One person in one browser against bots. It counts for nobody and is forgotten a day after its last turn, so it is
    not a Play: nothing of it is proved, and nothing that points at it outlasts it.

    `key` is in the session of that browser; `secret` is what chance is drawn from; `seat` is the person's, from 0.
    `level`: of the bots; `actions`: how many were played since it began; `told`: the last of them as they were told
    (games.rules.told). `opened` is the state that it began with and `moves` are all actions since; null and empty if
    they were not kept. `learned`: of a first game, the kinds of decisions that were explained; null in others."""

    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    system = models.CharField(max_length=40)
    secret = models.BinaryField(max_length=32)
    seat = models.PositiveSmallIntegerField(default=0, db_default=0)
    level = models.CharField(max_length=20, default="skilled", db_default="skilled")
    state = models.JSONField()
    actions = models.PositiveIntegerField(default=0, db_default=0)
    told = models.JSONField(default=list)
    opened = models.JSONField(null=True)
    moves = models.JSONField(default=list)
    learned = models.JSONField(null=True)
    outcome = models.JSONField(null=True)
    began_at = models.DateTimeField(db_default=Now())
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("at",), name="try_out_to_forget"),)

    def __str__(self) -> str:
        return f"try-out {self.pk}"

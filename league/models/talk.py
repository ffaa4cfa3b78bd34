"""Remarks of members, reports to the staff of the site, and accounts that the staff has blocked."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import Hideable
from games.models import Game
from games.rules.people import LONGEST_NAME
from league.models.competition import SeasonGame
from league.models.organisation import League
from league.models.plays import SeasonPlay


class Remark(Hideable):
    """Plain text that a member says under a game or at the table of a play; `by_label` is who it was once the account
    is gone. `told_at` is empty until the players of the game have been told. Hidden, its author and the people who
    decide about it read it; deleted, it is gone."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="remarks")
    play = models.ForeignKey(SeasonPlay, on_delete=models.PROTECT, null=True, related_name="remarks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_label = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField(db_default=Now())
    told_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            *Hideable.Meta.constraints,
            models.CheckConstraint(
                condition=Q(game=None, play__isnull=False) | Q(game__isnull=False, play=None),
                name="remark_under_a_game_or_at_a_play",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="remark_says_something"),
            models.CheckConstraint(
                condition=Q(by=None) & ~Q(by_label="") | Q(by__isnull=False, by_label=""),
                name="remark_by_account_or_label",
            ),
        )
        indexes = (
            models.Index(fields=("game", "-id"), name="remark_newest_of_game"),
            models.Index(fields=("play", "-id"), name="remark_newest_of_play"),
            models.Index(fields=("id",), condition=Q(told_at=None, play=None), name="remark_to_tell"),
        )

    def __str__(self) -> str:
        return f"remark {self.pk}"

    def get_absolute_url(self) -> str:
        page, key = ("play_table", self.play_id) if self.play_id else ("game_comments", self.game_id)
        return f"{reverse(page, args=[key])}#remark-{self.pk}"

    @property
    def venue(self) -> SeasonGame | SeasonPlay:
        return self.play or cast(Game, self.game).season_game


class Report(models.Model):
    """A page that somebody finds wrong, in a line; open until the staff decides. `league` and `person` are whose page
    it is, as far as its address tells."""

    HIDDEN, BLOCKED, DISMISSED = DECISIONS = ("hidden", "blocked", "dismissed")

    page = models.CharField(max_length=300)
    why = models.CharField(max_length=300)
    league = models.ForeignKey(League, on_delete=models.CASCADE, null=True, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())
    decision = models.CharField(max_length=9, blank=True)
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(why=""), name="report_says_why"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None)
                | Q(decision__in=("hidden", "blocked", "dismissed"), decided_at__isnull=False),
                name="report_open_or_decided",
            ),
            models.UniqueConstraint(
                fields=("made_by", "page"), condition=Q(decision=""), name="report_once_while_it_is_open"
            ),
        )

    def __str__(self) -> str:
        return self.page


class Block(models.Model):
    """Somebody who can't sign in until the staff lifts it. Their account is inactive meanwhile."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="block")
    why = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"block of {self.user_id}"

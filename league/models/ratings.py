"""Ratings per league and game system. Everything here follows from the confirmed sheets in order of play; one service
writes it and `check_careers` proves it.

Two rows are the queue: a `GameToRate`, written by each confirmation, correction and void, in the same transaction, and
a `RatingList` that is `behind`.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from characters.models import Character
from games.models import Game, Sheet
from league.models.organisation import League


class RatingList(models.Model):
    """One system in one league. Games played up to `rated_until` are rated as the sheets say; later games wait while
    the list is `behind`. Its row is the lock for rating; `changes` counts what they did."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="rating_lists")
    system = models.CharField(max_length=40)
    rated_until = models.DateTimeField(null=True)
    behind = models.BooleanField(default=True)
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("league", "system")
        constraints = (models.UniqueConstraint(fields=("league", "system"), name="rating_list_once"),)

    def __str__(self) -> str:
        return f"{self.system} in {self.league_id}"


class GameToRate(models.Model):
    """A game whose confirmed sheet has changed. Inserted only, so that nobody waits for anybody; two
    rows for one game are as good as one."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="+", db_index=False)
    system = models.CharField(max_length=40)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("league", "system"), name="game_to_rate_by_list"),)

    def __str__(self) -> str:
        return f"game {self.game_id} to rate"


class RatedGame(models.Model):
    """A game as it was rated last: by that version of its sheet."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="rated_games", db_index=False)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="rated")
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="+", db_index=False)
    played_at = models.DateTimeField()

    class Meta:
        ordering = ("rating_list", "played_at")
        indexes = (models.Index(fields=("rating_list", "played_at"), name="rated_game_by_time"),)

    def __str__(self) -> str:
        return f"rated game {self.game_id}"


class RatingStep(models.Model):
    """The estimate of a character after a game, the `games`-th of its games in order of play."""

    rated_game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="steps", db_index=False)
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="+", db_index=False)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="rating_steps", db_index=False)
    played_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("rating_list", "character", "played_at", "games")
        constraints = (
            models.UniqueConstraint(fields=("rated_game", "character"), name="rating_step_once"),
            models.CheckConstraint(condition=Q(games__gte=1, sigma__gt=0), name="rating_step_of_a_game"),
        )
        indexes = (
            models.Index(fields=("character", "rating_list", "played_at", "games"), name="rating_step_in_order"),
        )

    def __str__(self) -> str:
        return f"rating of {self.character_id} after {self.games}"


class Rating(models.Model):
    """The last step of a character, to be listed. While a list is behind, the last one that was known."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="ratings")
    played_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("rating_list", "-mu")
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "character"), name="rating_once"),
            models.CheckConstraint(condition=Q(games__gte=1, sigma__gt=0), name="rating_of_a_game"),
        )
        indexes = (
            models.Index(fields=("rating_list", "-mu"), name="rating_by_value"),
            models.Index(fields=("-mu", "id"), name="rating_of_all_by_value"),
        )

    def __str__(self) -> str:
        return f"rating of {self.character_id}"

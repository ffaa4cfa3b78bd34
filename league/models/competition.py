"""The competition: seasons, their house rules and divisions, their games, and each seat's result.

`Result` is derived from the confirmed sheet in the same transaction that confirms it; `check_careers` proves it equal.
Standings are computed from results when read.
"""

from __future__ import annotations

import secrets
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import Character, RuleSet, times_within_bounds, within_bounds
from games.models import Game
from games.rules.names import LONGEST_NAME
from league.models.organisation import League


def new_draw_seed() -> str:
    return secrets.token_hex(8)


class Season(models.Model):
    """A dated run of play. `draw_seed` decides the last tie-break and is published with the standings."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=140, unique=True, allow_unicode=True)
    starts_on = models.DateField(null=True, blank=True, validators=[within_bounds])
    ends_on = models.DateField(null=True, blank=True, validators=[within_bounds])
    draw_seed = models.CharField(max_length=32, default=new_draw_seed)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = (F("starts_on").desc(nulls_last=True), "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            times_within_bounds("season_within_bounds", "starts_on", "ends_on", day=True),
            models.CheckConstraint(
                condition=Q(starts_on=None) | Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_it_starts",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season_detail", args=[self.slug])

    def is_over(self, today: date) -> bool:
        """Return whether its last day has passed."""
        return self.ends_on is not None and self.ends_on < today


class HouseRulesVersion(models.Model):
    """The house rules of a season, version by version. The newest holds; no version can follow a confirmed game."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="house_rules")
    version = models.PositiveIntegerField()
    rules = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    set_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("season", "version")
        constraints = (models.UniqueConstraint(fields=("season", "version"), name="house_rules_version_once"),)

    def __str__(self) -> str:
        return f"house rules {self.version} of {self.season_id}"


class SeasonGame(models.Model):
    """A game's place in its season. `reference` is the reporter's own; `played_at` repeats the newest sheet's. `name`
    and `place` are what people say ("Thursday at Ann's"), and may be empty."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="season_games")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="season_game")
    reference = models.CharField(max_length=100)
    played_at = models.DateTimeField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="")
    place = models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="")

    class Meta:
        ordering = ("-played_at", "-reference")
        constraints = (
            models.UniqueConstraint(fields=("season", "reference"), name="season_game_reference_once"),
            models.CheckConstraint(condition=~Q(reference=""), name="season_game_has_a_reference"),
        )
        indexes = (
            models.Index(fields=("season", "-played_at", "-reference"), name="season_game_by_time"),
            models.Index(fields=("-played_at", "-reference", "-id"), name="season_game_of_all_by_time"),
            models.Index(fields=("reference",), opclasses=("varchar_pattern_ops",), name="season_game_by_reference"),
            models.Index(fields=("season", "name"), condition=~Q(name=""), name="season_game_by_name"),
        )

    def __str__(self) -> str:
        return self.reference


class Result(models.Model):
    """The points that one character takes from one confirmed game into the standings. `table_points` in units of 1/840
    point (exact for every table of two to eight), `share` of the table's score in millionths."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="results", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="results")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="results")
    system = models.CharField(max_length=40)
    played_at = models.DateTimeField()
    table_points = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    share = models.PositiveIntegerField()

    class Meta:
        ordering = ("season", "character", "played_at")
        constraints = (
            models.UniqueConstraint(fields=("game", "character"), name="result_once"),
            models.CheckConstraint(condition=Q(table_points__range=(12 * 840, 60 * 840)), name="result_on_the_scale"),
            models.CheckConstraint(condition=Q(place__gte=1), name="result_place_starts_at_1"),
        )
        indexes = (
            models.Index(
                fields=("season", "character", "table_points", "place", "share", "played_at", "system"),
                name="result_covering",
            ),
            models.Index(fields=("season", "played_at"), name="result_by_time"),
            models.Index(fields=("season", "system"), name="result_by_system"),
        )

    def __str__(self) -> str:
        return f"place {self.place} of {self.character_id} in {self.game_id}"


class ResultsChange(models.Model):
    """A number of results added to a season, or removed from it if below 0, with the sum of their keys; `last` is
    the greatest one added. Added up they say what a count of all results of the season would. A worker puts
    many of them together as one."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="results_changes")
    results = models.IntegerField()
    keys = models.BigIntegerField()
    last = models.BigIntegerField(default=0)

    class Meta:
        ordering = ("season", "id")

    def __str__(self) -> str:
        return f"{self.results:+} results of {self.season_id}"


class Division(models.Model):
    """A division of a season, tier 1 on top. Between seasons ceil(N/4) of each go up and as many down."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="divisions")
    tier = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ("season", "tier")
        constraints = (
            models.UniqueConstraint(fields=("season", "tier"), name="division_tier_once"),
            models.CheckConstraint(condition=Q(tier__gte=1) & ~Q(name=""), name="division_has_tier_and_name"),
        )

    def __str__(self) -> str:
        return self.name


class DivisionPlace(models.Model):
    """A character in a division; one division of a season at most. `season` repeats the division's."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="division_places")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="places")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="division_places")

    class Meta:
        ordering = ("division", "character__sort_key", "character__name_key")
        constraints = (models.UniqueConstraint(fields=("season", "character"), name="division_one_per_season"),)

    def __str__(self) -> str:
        return f"{self.character_id} in {self.division_id}"

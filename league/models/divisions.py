"""Divisions of a season, tier 1 on top. Between seasons ceil(N/4) of each go up and as many down."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from characters.models import Character
from league.models.competition import Season


class Division(models.Model):
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
        ordering = ("division", "character__name_key")
        constraints = (models.UniqueConstraint(fields=("season", "character"), name="division_one_per_season"),)

    def __str__(self) -> str:
        return f"{self.character_id} in {self.division_id}"

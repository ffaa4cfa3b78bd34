"""Imports from other installations: the keys that they trust, and the passports that were brought along."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from characters.models import NAME_LENGTH, Character
from league.models.organisation import League


class TrustedKey(models.Model):
    """A league of another installation, by the key that signs and its slug `league_there`, whose passports a league
    accepts: anybody can found another one there. What was accepted stays when the trust ends."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="trusted_keys")
    name = models.CharField(max_length=120)
    key = models.CharField(max_length=64)
    league_there = models.CharField(max_length=140)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("league", "name", "id")
        constraints = (
            models.UniqueConstraint(fields=("league", "key", "league_there"), name="trusted_league_once"),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(key="") & ~Q(league_there=""), name="trusted_league_with_a_name"
            ),
        )

    def __str__(self) -> str:
        return f"{self.league_there} of {self.name} ({self.key[:8]})"


class BroughtPassport(models.Model):
    """A passport that somebody brought to a league: without `character` an offer that nobody has accepted yet.
    `content` is the file, compressed; `key` and `slug` say whose it is, and in one league they count once."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="passports")
    character = models.OneToOneField(Character, on_delete=models.PROTECT, null=True, related_name="brought_passport")
    key = models.CharField(max_length=64)
    slug = models.CharField(max_length=NAME_LENGTH + 20)
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    brought_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    brought_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-brought_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "key", "slug"), condition=Q(character__isnull=False), name="passport_counts_once"
            ),
            models.UniqueConstraint(
                fields=("league", "brought_by"), condition=Q(character=None), name="passport_one_offer_a_person"
            ),
        )

    def __str__(self) -> str:
        return f"passport {self.digest[:8]} in {self.league_id}"

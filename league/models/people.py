"""Characters that come from elsewhere: by a passport of another installation, or as another character of one person."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import F, Q
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
    `content` is the file, compressed; `key` and `slug` say whose it is, and in one league they count once. The file
    names its holder, so it goes with their account (`forgotten_at`): what counts is in the facts, with its digest."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="passports")
    character = models.OneToOneField(Character, on_delete=models.PROTECT, null=True, related_name="brought_passport")
    key = models.CharField(max_length=64)
    slug = models.CharField(max_length=NAME_LENGTH + 20)
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    brought_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    brought_at = models.DateTimeField(db_default=Now())
    forgotten_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-brought_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(forgotten_at=None) | Q(content=b"", character__isnull=False),
                name="passport_forgotten_whole",
            ),
            models.UniqueConstraint(
                fields=("league", "key", "slug"), condition=Q(character__isnull=False), name="passport_counts_once"
            ),
            models.UniqueConstraint(
                fields=("league", "brought_by"), condition=Q(character=None), name="passport_one_offer_a_person"
            ),
        )

    def __str__(self) -> str:
        return f"passport {self.digest[:8]} in {self.league_id}"


class CharacterMergeQuerySet(models.QuerySet["CharacterMerge"]):
    def standing(self) -> CharacterMergeQuerySet:
        return self.filter(agreed_at__isnull=False, undone_at=None)

    def waiting(self) -> CharacterMergeQuerySet:
        """Return merges that wait for the agreement of the owner, or of another organiser."""
        return self.filter(agreed_at=None, ended_at=None)


class CharacterMerge(models.Model):
    """A merge: what `merged` played counts for `kept`. Each of its games has a new version of its sheet that says so,
    and the version before stays. `moved` lists them (`game`, `seat`, and the `name` that stood there), the former names
    given to `kept`, and when `merged` came to the league, so that undoing leads to what was.

    `kept_owner` and `merged_owner` are the earlier owners; an organiser asks, the owner of the character that stays
    agrees. If that is one person, another organiser agrees."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="merges")
    kept = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="merges")
    merged = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="merges_away")
    kept_owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    merged_owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(db_default=Now())
    agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    agreed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    moved = models.JSONField(default=dict)

    objects = CharacterMergeQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="merge_of_two_characters"),
            models.CheckConstraint(
                condition=Q(agreed_at=None, agreed_by=None) | Q(agreed_at__isnull=False, agreed_by__isnull=False),
                name="merge_agreed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False, agreed_at__isnull=False),
                name="merge_undone_after_it_was_agreed",
            ),
            models.CheckConstraint(condition=Q(agreed_at=None) | Q(ended_at=None), name="merge_agreed_or_ended"),
            models.CheckConstraint(
                condition=~Q(agreed_by=F("asked_by"))
                | ~Q(kept_owner=F("asked_by")) & (Q(kept_owner__isnull=False) | ~Q(merged_owner=F("asked_by"))),
                name="merge_into_ones_own_agreed_by_another",
            ),
            models.UniqueConstraint(
                fields=("merged",), condition=Q(ended_at=None, undone_at=None), name="merge_into_one_character"
            ),
        )

    def __str__(self) -> str:
        return f"{self.merged_id} merged into {self.kept_id}"

    @property
    def owner(self) -> User | None:
        """Return whose character it becomes, None without an account."""
        return self.kept_owner or self.merged_owner

    @property
    def awaits_organiser(self) -> bool:
        """Return whether it waits for an organiser other than the one who asked: for their own career, they do not
        decide alone."""
        return self.waits and self.owner in (None, self.asked_by)

    @property
    def stands(self) -> bool:
        return self.agreed_at is not None and self.undone_at is None

    @property
    def waits(self) -> bool:
        return self.agreed_at is None and self.ended_at is None


class TwoPeople(models.Model):
    """Hold two characters with similar names who, somebody said, are two people. `first` was registered first."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="two_people")
    first = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="+")
    said_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    said_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="two_people_said_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="two_people_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"

"""A game that was played, and every version of its score sheet. At most one sheet of a game is confirmed. A confirmed
sheet is never edited: a correction is a new version, and the old one stays readable. A confirmed or voided sheet
without `reviewed_at` is the review job itself."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import NAME_LENGTH, Character, RuleSet, times_within_bounds, within_bounds
from engine.translatable import Translatable, said_again
from games.rules.people import LONGEST_NAME, as_said


class SaidField(models.TextField):  # type: ignore[type-arg]  # as models are written without them
    """Store a sentence as its pattern and values, and any other text as a string of JSON. What is read is English text
    again, which a template says in the reader's language. What is longer than `max_length` is cut, in English."""

    def get_internal_type(self) -> str:
        return "JSONField"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if isinstance(value, str) and self.max_length and len(value) > self.max_length:
            value = f"{value[: self.max_length - 3]}..."
        stored = value.kept() if isinstance(value, Translatable) else value
        return stored if hasattr(stored, "as_sql") else connection.ops.adapt_json_value(stored, None)

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        return None if value is None else read_sentence(value)


def read_sentence(stored: str) -> str:
    """Return what a column of `SaidField` holds."""
    content: str | dict[str, Any] = json.loads(stored)
    return said_again(content) if isinstance(content, dict) else content


def said_name() -> models.CharField[str, str]:
    """Return the text beside a column that points at an account (`games.rules.people`)."""
    return models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="")


def person_or_text(model: str, *people: str) -> models.CheckConstraint:
    """Return the constraint that a person has an account here or is a name in an archive, never both."""
    condition = Q()
    for column in people:
        condition &= Q(**{column: None}) | Q(**{f"{column}_name": ""})
    return models.CheckConstraint(condition=condition, name=f"{model}_by_account_or_text")


class Who:
    """The person of a column as pages show them, empty if nobody did it. The text goes first: an entry of the ledger
    still has the number of an account that earlier imports made."""

    def __init__(self, person: str) -> None:
        self.person = self.admin_order_field = person
        self.short_description = person.replace("_", " ")  # at the head of its column in lists of administrators

    def __get__(self, row: Any, model: Any = None) -> Any:
        if row is None:
            return self
        name = getattr(row, f"{self.person}_name")
        return as_said(name) if name else str(getattr(row, self.person) or "")


class Definition(models.Model):
    """One version of a game that a league has described as data (`games.rules.definitions`), named by the digest of its
    canonical text, so that what a digest says never changes. Triggers refuse to change or delete it."""

    digest = models.CharField(primary_key=True, max_length=64)
    content = models.TextField()

    def __str__(self) -> str:
        return self.digest[:12]


class Game(models.Model):
    """One play of one system. Its season, its reference and who may touch it are the league's business.
    `played_by_bots`: the engine played it, bots in every seat; a correction of its sheet does not change that.
    `revision` is that of its newest decision; every decision names the one that was seen. `sealed_revision`: the
    newest that an entry of the ledger covers; if it is behind, the row is the job."""

    system = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    played_by_bots = models.BooleanField(default=False, db_default=False)
    revision = models.PositiveIntegerField(default=0, db_default=0)
    sealed_revision = models.PositiveIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=Q(sealed_revision__lte=F("revision")), name="game_sealed_is_decided"),
        )
        indexes = (models.Index(fields=("id",), condition=Q(revision__gt=F("sealed_revision")), name="game_to_seal"),)

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("game_detail", args=[self.pk])


_DECISIONS = (
    "submitted", "agreed", "contradicted", "objected", "confirmed", "disputed", "corrected", "voided", "ruled",
)  # fmt: skip


class Decision(models.Model):
    """One entry of a game's decision log. Each raises the game's `revision` by one and keeps it, so of two decisions
    made on the same reading of the page one is refused."""

    KINDS = SUBMITTED, AGREED, CONTRADICTED, OBJECTED, CONFIRMED, DISPUTED, CORRECTED, VOIDED, RULED = _DECISIONS

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="decisions")
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    version = models.PositiveIntegerField()  # of the sheet that it was about
    text = SaidField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_name = said_name()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("game", "revision")
        constraints = (
            person_or_text("decision", "by"),
            models.UniqueConstraint(fields=("game", "revision"), name="decision_once"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="decision_starts_at_1"),
            models.CheckConstraint(condition=Q(kind__in=_DECISIONS), name="decision_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind}, revision {self.revision} of game {self.game_id}"


class SheetQuerySet(models.QuerySet["Sheet"]):
    def confirmed(self) -> SheetQuerySet:
        return self.filter(status=Sheet.CONFIRMED)

    def open(self) -> SheetQuerySet:
        """Return the sheets that wait for an organiser: submitted or disputed."""
        return self.filter(status__in=(Sheet.SUBMITTED, Sheet.DISPUTED))

    def awaiting_review(self) -> SheetQuerySet:
        return self.filter(status__in=(Sheet.CONFIRMED, Sheet.VOID), reviewed_at=None)

    def counting(self) -> SheetQuerySet:
        """Return the sheets without practice: games that bots played if the house rules, stored as canonical text,
        make these practice (R104)."""
        return self.exclude(game__played_by_bots=True, rules__settings__contains='"engine_games":"practice"')

    def doubtful(self) -> SheetQuerySet:
        return self.confirmed().exclude(doubts=[])


class Sheet(models.Model):
    """One version of what the table reported. `doubts` are sentences about politics that the levels of the time, as
    known now, do not allow; the review rewrites them."""

    SUBMITTED, CONFIRMED, DISPUTED, SUPERSEDED, VOID = "submitted", "confirmed", "disputed", "superseded", "void"
    STATUSES = (SUBMITTED, CONFIRMED, DISPUTED, SUPERSEDED, VOID)
    WEB, API, CSV, ENGINE = SOURCES = ("web", "api", "csv", "engine")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheets")
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, default=SUBMITTED)
    source = models.CharField(max_length=10)
    played_at = models.DateTimeField(validators=[within_bounds])
    mode = models.CharField(max_length=20, blank=True)
    target = models.PositiveIntegerField(null=True)
    minutes = models.PositiveIntegerField(null=True)
    rules = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")
    own_settings = models.JSONField(null=True)  # what this game was played by instead of the season's settings
    # The version of a league's own game that this sheet was made by; none for the built-in ones.
    definition = models.ForeignKey(Definition, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    reason = SaidField(max_length=300, blank=True)
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    submitted_by_name = said_name()
    submitted_at = models.DateTimeField(db_default=Now())
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    confirmed_by_name = said_name()
    confirmed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    closed_by_name = said_name()
    closed_at = models.DateTimeField(null=True)
    closed_reason = SaidField(max_length=300, blank=True)
    # Accounts that earlier imports made, gone since, and still in the seals: submitted, confirmed and voided by number.
    sealed_people = models.JSONField(null=True)
    reviewed_at = models.DateTimeField(null=True)
    review_tries = models.PositiveSmallIntegerField(default=0)
    review_error = models.CharField(max_length=300, blank=True)
    doubts = models.JSONField(default=list)
    seal = ""  # of the confirmation, correction or void of this very object; stored in the facts
    who_submitted, who_confirmed, who_closed = Who("submitted_by"), Who("confirmed_by"), Who("closed_by")

    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ("game", "version")
        constraints = (
            person_or_text("sheet", "submitted_by", "confirmed_by", "closed_by"),
            models.UniqueConstraint(fields=("game", "version"), name="sheet_version_once"),
            models.UniqueConstraint(fields=("game",), condition=Q(status="confirmed"), name="sheet_one_confirmed"),
            models.UniqueConstraint(
                fields=("game",), condition=Q(status__in=("submitted", "disputed")), name="sheet_one_open"
            ),
            models.CheckConstraint(
                condition=Q(status__in=("submitted", "confirmed", "disputed", "superseded", "void")),
                name="sheet_status_known",
            ),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(confirmed_at__isnull=False), name="sheet_confirmed_has_a_time"
            ),
            models.CheckConstraint(condition=Q(version=1) | ~Q(reason=""), name="sheet_correction_has_a_reason"),
            times_within_bounds("sheet_played_within_bounds", "played_at"),
            models.CheckConstraint(condition=~Q(status="void") | ~Q(closed_reason=""), name="sheet_void_has_a_reason"),
        )
        indexes = (
            models.Index(
                fields=("id",),
                condition=Q(status__in=("confirmed", "void"), reviewed_at=None),
                name="sheet_awaiting_review",
            ),
            models.Index(fields=("status", "played_at"), name="sheet_by_status"),
        )

    def __str__(self) -> str:
        return f"sheet {self.version} of game {self.game_id}"


class SheetSeat(models.Model):
    """One seat of a sheet as the table knew it: `name` is the character's name at the time, or a guest's. `place` is
    the place at the table (1 is first, equal seats share the better one), `points` the system's own total."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    character = models.ForeignKey(Character, on_delete=models.PROTECT, null=True, related_name="seats")
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    won = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField()
    points = models.BigIntegerField(default=0)
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ("sheet", "seat")
        constraints = (
            models.UniqueConstraint(fields=("sheet", "seat"), name="seat_number_once"),
            models.UniqueConstraint(
                fields=("sheet", "character"), condition=Q(character__isnull=False), name="seat_character_once"
            ),
            models.CheckConstraint(condition=Q(seat__gte=1, place__gte=1), name="seat_and_place_start_at_1"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of sheet {self.sheet_id}"


class GameRecord(models.Model):
    """The record of a game that the engine played, as JSON Lines that anybody can replay. Written once."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="record")
    rules_version = models.PositiveIntegerField()
    text = models.TextField()
    recorded_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"record of game {self.game_id}"


class ThinkingTime(models.Model):
    """The thinking time of bots for a person on the last day on which they thought, in milliseconds of computing."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    milliseconds = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.milliseconds} ms on {self.day}"

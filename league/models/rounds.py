"""Rounds of a stage: how they were drawn, who sat where, what the seats reported, and what the referee ruled.

A table's state is not stored twice: its game's newest sheet says submitted, confirmed or disputed. Nobody sits at two
tables of a round, and a report that is sent twice arrives once; both are constraints.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from games.models import Game, SaidField, Who, person_or_text, said_name
from games.rules.points import in_points
from league.models.tournaments import Entry, Stage, Tournament


class Round(models.Model):
    """`draft` is only for the organiser; `published` tables can be read and played; the clock runs from `started_at`
    and is stopped since `paused_at`, after `paused_seconds` of earlier pauses."""

    DRAFT, PUBLISHED, RUNNING, ENDED = STATUSES = ("draft", "published", "running", "ended")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, default=DRAFT)
    minutes = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(db_default=Now())
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    ended_by_name = said_name()
    who_ended = Who("ended_by")

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            person_or_text("round", "ended_by"),
            models.UniqueConstraint(fields=("stage", "number"), name="round_number_once"),
            models.UniqueConstraint(fields=("stage",), condition=~Q(status="ended"), name="round_one_open"),
            models.CheckConstraint(
                condition=Q(status__in=("draft", "published", "running", "ended")), name="round_status_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="ended") | Q(ended_at__isnull=False), name="round_ended_has_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number}"


class Draw(models.Model):
    """One draw of a round; the newest holds. `source` is all that it was made from, `outcome` the result (both
    as `league.tournaments.draws.rules` writes them), `digest` the SHA-256 of both, `seed` link `number` of the
    tournament's chain."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=20)
    seed = models.CharField(max_length=64)
    source = models.JSONField()
    outcome = models.JSONField()
    cost = models.JSONField()
    digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=300, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_by_name = said_name()
    made_at = models.DateTimeField(db_default=Now())
    who_made = Who("made_by")

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            person_or_text("draw", "made_by"),
            models.UniqueConstraint(fields=("tournament", "number"), name="draw_number_once"),
        )

    def __str__(self) -> str:
        return f"draw {self.number}"


class DrawChange(models.Model):
    """A change that the organiser made by hand, with its cost before and after: two seats swapped, a table locked."""

    KINDS = SWAP, LOCK, UNLOCK = ("swap", "lock", "unlock")

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=6)
    what = models.JSONField()
    cost_before = models.JSONField()
    cost_after = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_name = said_name()
    at = models.DateTimeField(db_default=Now())
    who = Who("by")

    class Meta:
        ordering = ("id",)
        constraints = (
            person_or_text("draw_change", "by"),
            models.CheckConstraint(condition=Q(kind__in=("swap", "lock", "unlock")), name="draw_change_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in draw {self.draw_id}"


class Table(models.Model):
    """`reasons`: why it is composed so, in sentences. `confirm_by`: when silence confirms version `confirm_version` of
    the sheet. `frozen_at`: seats contradict each other or object to a confirmed sheet, and the referee is called.
    `changed`: what a new version changed and who made it, until that version is decided. `extra_minutes` are added to
    the clock of its round only for this table."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    locked = models.BooleanField(default=False)
    extra_minutes = models.PositiveSmallIntegerField(default=0, db_default=0)
    reasons = models.JSONField(default=list)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="table")
    confirm_by = models.DateTimeField(null=True)
    confirm_version = models.PositiveIntegerField(null=True)
    changed = SaidField(max_length=500, blank=True, default="", db_default="")
    frozen_at = models.DateTimeField(null=True)
    frozen_because = SaidField(max_length=500, blank=True)

    class Meta:
        ordering = ("round", "number")
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="table_number_once"),
            models.CheckConstraint(condition=Q(extra_minutes__lte=60), name="table_extra_at_most_an_hour"),
        )
        indexes = (
            models.Index(fields=("confirm_by",), condition=Q(confirm_by__isnull=False), name="table_by_countdown"),
        )

    def __str__(self) -> str:
        return f"table {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("table_detail", args=[self.pk])


class TableSeat(models.Model):
    """A numbered place; without an entry a bot's. `device` is the digest of the phone that speaks for the seat.
    `round` repeats the table's. A no-show keeps the seat in the record and gets nothing for it. In open play,
    where one round holds every table, seats are `free`: they may be taken by the same character again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="seats")
    device = models.CharField(max_length=64, blank=True)
    claimed_at = models.DateTimeField(null=True)
    absent = models.BooleanField(default=False)
    free = models.BooleanField(default=False)

    class Meta:
        ordering = ("table", "seat")
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="table_seat_once"),
            models.UniqueConstraint(
                fields=("round", "entry"), condition=Q(free=False), name="table_seat_one_per_round"
            ),
            models.UniqueConstraint(
                fields=("table", "device"), condition=~Q(device=""), name="table_seat_one_per_device"
            ),
            models.CheckConstraint(condition=Q(seat__gte=1), name="table_seat_starts_at_1"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table_id}"


class Bye(models.Model):
    """An entry that sits a round out: its own average, at most 48 points, never a win
    (`league.tournaments.stages.rules.stage_points`)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    through = models.BooleanField(default=False)  # in a knock-out: the best-seeded are through to the next round

    class Meta:
        ordering = ("round", "entry")
        constraints = (models.UniqueConstraint(fields=("round", "entry"), name="bye_once"),)

    def __str__(self) -> str:
        return f"bye of {self.entry_id}"


class TableReport(models.Model):
    """The sheet as one seat reports it. Equal digests agree. `key` is the phone's own: a report sent twice counts once.
    `device` is the digest of the browser's secret, `address` a hash of its network address that differs from tournament
    to tournament; both empty if unknown."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    seat = models.ForeignKey(TableSeat, on_delete=models.CASCADE, related_name="reports")
    key = models.CharField(max_length=100)
    sheet = models.JSONField()
    digest = models.CharField(max_length=64)
    device = models.CharField(max_length=64, blank=True, default="", db_default="")
    address = models.CharField(max_length=32, blank=True, default="", db_default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_name = said_name()
    reported_at = models.DateTimeField(db_default=Now())
    replaced_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("table", "id")
        constraints = (
            person_or_text("table_report", "by"),
            models.UniqueConstraint(fields=("table", "key"), name="table_report_once"),
            models.UniqueConstraint(fields=("seat",), condition=Q(replaced_at=None), name="table_report_one_per_seat"),
        )

    def __str__(self) -> str:
        return f"report of seat {self.seat_id}"


class Ruling(models.Model):
    """A decision of a referee, with the reason. `units` (1/840 point) are taken from the entry in the standings of the
    round's stage. Rescinded, it no longer counts and stays readable."""

    RULING, WARNING, PENALTY, NO_SHOW = KINDS = ("ruling", "warning", "penalty", "no_show")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, related_name="rulings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="rulings")
    kind = models.CharField(max_length=8)
    units = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by_name = said_name()
    at = models.DateTimeField(db_default=Now())
    rescinded_at = models.DateTimeField(null=True)
    rescinded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    rescinded_by_name = said_name()
    rescinded_because = models.CharField(max_length=300, blank=True)
    who = Who("by")
    who_rescinded = Who("rescinded_by")

    class Meta:
        ordering = ("id",)
        constraints = (
            person_or_text("ruling", "by", "rescinded_by"),
            models.CheckConstraint(
                condition=Q(kind__in=("ruling", "warning", "penalty", "no_show")), name="ruling_kind_known"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(kind="penalty") | Q(units__gte=1, entry__isnull=False), name="ruling_penalty_takes_points"
            ),
            models.CheckConstraint(
                condition=Q(rescinded_at=None) | ~Q(rescinded_because=""), name="ruling_rescinded_with_a_reason"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"

    @property
    def points(self) -> str:
        """Return what is taken, in points."""
        return in_points(self.units)

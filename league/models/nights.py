"""Game nights: the proposed dates, who can come when, the agreed date, and who was there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import Hideable, times_within_bounds
from league.models.organisation import League
from league.models.rounds import Round, Table


class GameNight(Hideable):
    """An evening of a league, of a round of a tournament, or of one `table` of it (and then of its round, too).

    `answer_by` is until when players decide; `late_told_at` when people were told that it has passed. `seats` is how
    many have a place: the first who said yes. `sequence` grows with every change that a calendar has to follow."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="nights")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="nights")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="nights")
    title = models.CharField(max_length=80)
    place = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=300, blank=True)
    minutes = models.PositiveSmallIntegerField(default=180)
    seats = models.PositiveSmallIntegerField(null=True)
    answer_by = models.DateTimeField(null=True)
    late_told_at = models.DateTimeField(null=True)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    proposed_at = models.DateTimeField(db_default=Now())
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(db_default=Now())
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            *Hideable.Meta.constraints,
            models.CheckConstraint(condition=~Q(title=""), name="game_night_has_a_title"),
            models.CheckConstraint(condition=Q(minutes__range=(15, 1440)), name="game_night_lasts_a_day_at_most"),
            models.CheckConstraint(condition=Q(seats=None) | Q(seats__range=(2, 500)), name="game_night_seats"),
            models.CheckConstraint(
                condition=Q(late_told_at=None) | Q(answer_by__isnull=False), name="game_night_late_for_a_deadline"
            ),
            models.CheckConstraint(
                condition=Q(table=None) | Q(round__isnull=False), name="game_night_table_in_a_round"
            ),
            models.UniqueConstraint(
                fields=("table",), condition=Q(cancelled_at=None), name="game_night_one_of_a_table"
            ),
            times_within_bounds("game_night_deadline_within_bounds", "answer_by"),
        )
        indexes = (
            models.Index(
                fields=("answer_by",),
                condition=Q(answer_by__isnull=False, late_told_at=None, cancelled_at=None),
                name="game_night_by_deadline",
            ),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("night_detail", args=[self.league.slug, self.pk])

    @property
    def zone(self) -> str:
        """Return the zone of its times: that of its tournament, or of the league."""
        return self.round.stage.tournament.played_in if self.round else self.league.zone


class NightDate(models.Model):
    """A date that is proposed for a game night. One of them is agreed."""

    night = models.ForeignKey(GameNight, on_delete=models.CASCADE, related_name="dates")
    starts_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("starts_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("night", "starts_at"), name="night_date_once"),
            models.UniqueConstraint(
                fields=("night",), condition=Q(agreed_at__isnull=False), name="night_date_one_is_agreed"
            ),
            times_within_bounds("night_date_within_bounds", "starts_at"),
        )
        indexes = (models.Index(fields=("starts_at",), name="night_date_by_start"),)

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d %H:%M} for {self.night_id}"


class NightAnswer(models.Model):
    """The answer of somebody to a date, given `at` that moment; `here_at` once they are there."""

    YES, MAYBE, NO = ANSWERS = ("yes", "maybe", "no")

    date = models.ForeignKey(NightDate, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="night_answers")
    answer = models.CharField(max_length=5)
    at = models.DateTimeField(db_default=Now())
    here_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(fields=("date", "user"), name="night_answer_once"),
            models.CheckConstraint(condition=Q(answer__in=("yes", "maybe", "no")), name="night_answer_known"),
            models.CheckConstraint(condition=Q(here_at=None) | Q(answer="yes"), name="night_answer_here_is_yes"),
        )

    def __str__(self) -> str:
        return f"{self.answer} to {self.date_id}"

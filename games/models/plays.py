"""Plays: games that people play on the built-in engine, with bots in the seats that nobody takes.

The turns are the truth and append-only; `state` is what they lead to, kept so that nobody has to play them again. A
play that has ended and counts becomes a game like any other (`game`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import NAME_LENGTH, Character
from games.models.games import Game


class Play(models.Model):
    """`table`: what was agreed before anybody sat down. `secret` and `commitment`: chance is drawn from the secret and
    from what every seat adds to it (games.rules.fair_chance); the commitment is public from the first moment. `setup`:
    the engine's options, from the start on. `number`: how many turns were taken. `actor`: the seat that decides, from
    0. `problem`: why a play that is over could not be handed in."""

    OPEN, RUNNING, OVER, CLOSED = STATUSES = ("open", "running", "over", "closed")

    system = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    table = models.JSONField(default=dict)
    counts = models.BooleanField(default=False, db_default=False)
    status = models.CharField(max_length=10, default=OPEN)
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    setup = models.JSONField(null=True)
    rules_version = models.PositiveIntegerField(null=True)
    state = models.JSONField(null=True)
    number = models.PositiveIntegerField(default=0, db_default=0)
    actor = models.PositiveSmallIntegerField(null=True)
    bot_decides = models.BooleanField(default=False, db_default=False)
    leased_until = models.DateTimeField(null=True)
    outcome = models.JSONField(null=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="play")
    problem = models.CharField(max_length=300, blank=True, default="", db_default="")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(db_default=Now())
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=("open", "running", "over", "closed")), name="play_status_known"
            ),
            models.CheckConstraint(condition=~Q(commitment=""), name="play_has_a_commitment"),
            models.CheckConstraint(
                condition=Q(status="running", actor__isnull=False) | ~Q(status="running") & Q(actor=None),
                name="play_somebody_decides_while_it_runs",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("running", "over")) | Q(state__isnull=False, setup__isnull=False),
                name="play_begun_has_a_state",
            ),
            models.CheckConstraint(condition=~Q(status="over") | Q(outcome__isnull=False), name="play_over_has_an_end"),
            models.CheckConstraint(
                condition=Q(game=None) | Q(status="over", counts=True), name="play_handed_in_is_over"
            ),
            models.CheckConstraint(condition=Q(bot_decides=False) | Q(status="running"), name="play_bot_while_it_runs"),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(bot_decides=True), name="play_bot_at_turn"),
            models.Index(fields=("status", "-id"), name="play_by_status"),
        )

    def __str__(self) -> str:
        return f"play {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("play_table", args=[self.pk])


class PlaySeat(models.Model):
    """A seat of a play, from 1. Empty until somebody takes it: a person, for a character or under a name, or a bot.
    `salt` is what the seat adds to chance, 16 bytes as hexadecimal digits."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    character = models.ForeignKey(Character, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    bot = models.CharField(max_length=80, blank=True, default="", db_default="")
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        ordering = ("play", "seat")
        constraints = (
            models.UniqueConstraint(fields=("play", "seat"), name="play_seat_once"),
            models.UniqueConstraint(
                fields=("play", "character"), condition=Q(character__isnull=False), name="play_character_once"
            ),
            models.CheckConstraint(condition=Q(person=None) | Q(bot=""), name="play_seat_person_or_bot"),
            models.CheckConstraint(
                condition=Q(salt="", person=None, bot="") | ~Q(salt="") & (Q(person__isnull=False) | ~Q(bot="")),
                name="play_seat_taken_adds_chance",
            ),
            models.CheckConstraint(condition=Q(seat__gte=1), name="play_seat_from_1"),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of play {self.play_id}"

    @property
    def taken(self) -> bool:
        return self.salt != ""


class Turn(models.Model):
    """One action, from number 0. Triggers refuse to change or delete it. `by`: who sent it; nobody for a bot, and for
    what the server plays because there is no choice. `told`: what each reader was told (games.rules.told)."""

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="turns")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    key = models.CharField(max_length=64, blank=True, default="", db_default="")
    told = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("play", "number")
        constraints = (
            models.UniqueConstraint(fields=("play", "number"), name="turn_number_once"),
            models.UniqueConstraint(fields=("play", "key"), condition=~Q(key=""), name="turn_key_once"),
        )

    def __str__(self) -> str:
        return f"turn {self.number} of play {self.play_id}"

"""The ledger: what people and jobs have decided. Triggers in the migrations refuse to change or delete an entry."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from games.models import Game, SaidField, Who, said_name
from league.models.competition import Season
from league.models.notices import new_token
from league.models.organisation import League
from league.models.tournaments import Tournament


class LedgerEntry(models.Model):
    """One decision, as a sentence and as data (`about`), written in the transaction of what it tells.

    The entries of a league are a chain, those of no league the chain of the installation. `number` and `digest` are
    its links; they come after the commit, so that nobody waits for the chain who decides something. A tournament's
    entries are its log, and the queue from which notices and webhooks are made (`told_at`). `imported` if an
    archive says so and this site did not see it.

    `by` has no constraint: an entry outlives the account."""

    OF_TOURNAMENTS = (
        "created",
        "edited",
        "cancelled",
        "registered",
        "moved_up",
        "checked_in",
        "dropped",
        "reinstated",
        "stage_started",
        "drawn",
        "draw_changed",
        "round_published",
        "round_started",
        "clock_changed",
        "round_ended",
        "result_reported",
        "result_confirmed",
        "referee_called",
        "seat_spoken_for",
        "ruled",
        "corrected",
        "stage_ended",
        "finished",
        "taken_along",
        "came_back",
    )

    league = models.ForeignKey(League, on_delete=models.PROTECT, null=True, related_name="ledger", db_index=False)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, related_name="events", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    text = SaidField(max_length=500)
    about = models.JSONField(default=dict)
    rows = models.JSONField(null=True)  # the deciding rows that were written (`league.core.ledger.rules.rows`)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    by_name = said_name()  # outside the chain, so that a name can be taken out
    at = models.DateTimeField(db_default=Now())
    imported = models.BooleanField(default=False, db_default=False)
    told_at = models.DateTimeField(null=True)
    number = models.PositiveBigIntegerField(null=True)
    digest = models.CharField(max_length=64, default="", db_default="")
    who = Who("by")

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "ledger entries"
        constraints = (
            models.CheckConstraint(condition=~Q(text=""), name="ledger_entry_says_something"),
            models.CheckConstraint(
                condition=Q(number=None, digest="") | Q(number__gte=1) & ~Q(digest=""), name="ledger_link_whole_or_none"
            ),
            models.UniqueConstraint(fields=("league", "number"), name="ledger_number_once"),
            models.UniqueConstraint(
                fields=("number",), condition=Q(league=None), name="ledger_number_once_of_installation"
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(told_at=None), name="ledger_entry_to_tell"),
            models.Index(fields=("league", "id"), condition=Q(number=None), name="ledger_entry_to_chain"),
            models.Index(fields=("tournament", "-id"), name="ledger_entry_of_tournament"),
            models.Index(fields=("league", "-id"), name="ledger_entry_of_league"),
            models.Index(fields=("game",), condition=Q(game__isnull=False), name="ledger_entry_of_game"),
        )

    def __str__(self) -> str:
        return str(self.text)


class SignedHead(models.Model):
    """A statement over the ends of all chains at one moment, signed. Triggers refuse to change or delete it."""

    made_at = models.DateTimeField()
    tree_size = models.PositiveBigIntegerField()
    tree_root = models.CharField(max_length=64)
    statement = models.JSONField()
    ledgers = models.JSONField(default=dict)  # how long the chain of each ledger was

    class Meta:
        ordering = ("-id",)
        get_latest_by = "id"

    def __str__(self) -> str:
        return f"{self.tree_root} at {self.made_at.isoformat()}"


class HeadFile(models.Model):
    """The whole file of a head, compressed; it goes after a while, the statement stays."""

    head = models.OneToOneField(SignedHead, on_delete=models.CASCADE, related_name="file")
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"file of {self.head_id}"


class HeadSubscription(models.Model):
    """A person who is sent the head by e-mail every few days. `token` is in the link of every letter that ends
    it; `next_at` is when the next one is due."""

    DAILY, WEEKLY = EVERY = (1, 7)

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="head_subscription")
    days = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64, unique=True, default=new_token)
    next_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(days__in=(1, 7)), name="head_subscription_every_known"),)

    def __str__(self) -> str:
        return f"heads for {self.user_id}"

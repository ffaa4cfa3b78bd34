"""What people report to the staff of the site, and whom the staff has blocked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from league.models.organisation import League


class Report(models.Model):
    """A page that somebody finds wrong, in a line; open until the staff decides. `league` and `person` are whose page
    it is, as far as its address tells."""

    HIDDEN, BLOCKED, DISMISSED = DECISIONS = ("hidden", "blocked", "dismissed")

    page = models.CharField(max_length=300)
    why = models.CharField(max_length=300)
    league = models.ForeignKey(League, on_delete=models.CASCADE, null=True, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())
    decision = models.CharField(max_length=9, blank=True)
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(why=""), name="report_says_why"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None)
                | Q(decision__in=("hidden", "blocked", "dismissed"), decided_at__isnull=False),
                name="report_open_or_decided",
            ),
            models.UniqueConstraint(
                fields=("made_by", "page"), condition=Q(decision=""), name="report_once_while_it_is_open"
            ),
        )

    def __str__(self) -> str:
        return self.page


class Block(models.Model):
    """Somebody who can't sign in until the staff lifts it. Their account is inactive meanwhile."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="block")
    why = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"block of {self.user_id}"

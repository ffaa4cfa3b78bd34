"""Ways into a league: a link for everybody who is shown it, and requests that an organiser decides."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from league.models.organisation import Joining, League
from league.models.tournaments import Tournament


class JoinLink(models.Model):
    """The one reusable link of a league or of a tournament in it. Its secret follows from `nonce` and the key of the
    site, so that it can be shown again; the row alone, with the digest by which it is found, opens nothing."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="join_links")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="join_links")
    how = models.CharField(max_length=10, choices=Joining.choices, default=Joining.OPEN)
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    most_uses = models.PositiveIntegerField(null=True)
    uses = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=Q(how__in=Joining.values), name="join_link_how_known"),
            models.CheckConstraint(
                condition=Q(most_uses=None) | Q(uses__lte=F("most_uses")), name="join_link_uses_within_limit"
            ),
            models.UniqueConstraint(
                fields=("league",), condition=Q(tournament=None, ended_at=None), name="join_link_one_of_a_league"
            ),
            models.UniqueConstraint(
                fields=("tournament",), condition=Q(ended_at=None), name="join_link_one_of_a_tournament"
            ),
        )

    def __str__(self) -> str:
        return f"join link {self.pk}"

    @staticmethod
    def digest_of(secret: str) -> str:
        return sha256(secret.encode()).hexdigest()


class JoinRequest(models.Model):
    """Somebody asks to be let in. It waits until it is decided; `name` is what they want to be called."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="join_requests")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests")
    name = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField(db_default=Now())
    accepted = models.BooleanField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("asked_at", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "user"), condition=Q(decided_at=None), name="join_request_one_that_waits"
            ),
            models.CheckConstraint(
                condition=Q(accepted=None, decided_at=None, decided_by=None)
                | Q(accepted__isnull=False, decided_at__isnull=False, decided_by__isnull=False),
                name="join_request_decided_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"request {self.pk}"

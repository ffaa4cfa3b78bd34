"""The day of a tournament: what entries owe and have paid, and a code by which people check themselves in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.models import person_or_text, said_name
from league.models.tournaments import Entry, Tournament


class EntryFee(models.Model):
    """The fee of a tournament for each entry, in hundredths of its currency. No payment is taken here."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fee")
    hundredths = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    how_to_pay = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(hundredths__range=(1, 10_000_000)) & ~Q(currency=""), name="entry_fee_of_an_amount"
            ),
        )

    def __str__(self) -> str:
        return f"fee of {self.tournament_id}"


class FeePayment(models.Model):
    """A payment that somebody noted. What was noted by mistake is taken back, and stays readable."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="payments")
    hundredths = models.PositiveIntegerField()
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    noted_by_name = said_name()
    noted_at = models.DateTimeField(db_default=Now())
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            person_or_text("fee_payment", "noted_by"),
            models.CheckConstraint(condition=Q(hundredths__gte=1), name="fee_payment_of_an_amount"),
        )

    def __str__(self) -> str:
        return f"payment of {self.entry_id}"


class RoomCode(models.Model):
    """The code that hangs in the room: until `closes_at` people who type it check themselves in."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="room_code")
    code = models.CharField(max_length=6)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~Q(code="") & Q(closes_at__gte=F("opens_at")), name="room_code_for_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"code in the room of {self.tournament_id}"

"""Tournaments that run in a hall without a network, on an installation that only exists for the day."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from league.models.tournaments import Tournament


class Hall(models.Model):
    """One time that a tournament was taken along. At home: while the tournament names it (`Tournament.hall`), only the
    hall writes the tournament. `key` verifies the signature under everything that the hall sends, `seal` opens its
    files, as do the words on the slip; `file` is the one taken along. `writer` counts the laptops that went on from a
    copy; `revision` says how much the hall had written in the last file received, `as_of` when that was. `recalled_at`:
    an organiser did not wait for it.

    In the hall the same row has the `secret` key and the address of its `home` as well; `revision` and `as_of` say what
    home has taken over the network."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="halls")
    key = models.CharField(max_length=64, unique=True)
    seal = models.CharField(max_length=96)
    secret = models.CharField(max_length=64, blank=True)
    file = models.BinaryField(null=True)
    home = models.CharField(max_length=200, blank=True)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(db_default=Now())
    writer = models.PositiveIntegerField(default=1)
    revision = models.PositiveBigIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    back_at = models.DateTimeField(null=True)
    recalled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament",), condition=Q(back_at=None, recalled_at=None), name="hall_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(back_at=None) | Q(recalled_at=None), name="hall_comes_back_or_is_recalled"
            ),
        )

    def __str__(self) -> str:
        return f"hall {self.pk} of {self.tournament_id}"


class Laptop(models.Model):
    """The laptop that runs a tournament in a hall, only in the database of that hall. `name` is random, kept beside
    the database and in no copy of it: so another laptop that goes on from a copy finds out that it is not the same.
    `addresses` are those by which phones reach it, and `earlier` those of the laptop before it, until that one knows.
    `copied` says how much the hall had written in its last copy on a second place, `copied_at` when that was, and
    `copy_problem` why there is no current one. `refused` is what home said when it took nothing. `left_at`: another
    laptop goes on since then, and this one writes nothing. `network` and `password`: of the Wi-Fi of the phones."""

    hall = models.OneToOneField(Hall, on_delete=models.CASCADE, primary_key=True)
    name = models.CharField(max_length=64)
    addresses = models.TextField()
    earlier = models.TextField(blank=True)
    copied = models.PositiveBigIntegerField(default=0)
    copied_at = models.DateTimeField(null=True)
    copy_problem = models.TextField(blank=True)
    refused = models.TextField(blank=True)
    left_at = models.DateTimeField(null=True)
    network = models.CharField(max_length=32, blank=True)
    password = models.CharField(max_length=63, blank=True)

    def __str__(self) -> str:
        return f"laptop of {self.hall_id}"

"""Portions of a proof of everything that is shared among workers."""

from django.db import models
from django.db.models.functions import Now

from games.models import Leased


class ProofPortion(Leased):
    """Order the proof of the rows of one kind with keys from `first` to `last`. `differences` are sentences; None until
    it is done. `run`: the command that ordered it and deletes it."""

    run = models.UUIDField()
    what = models.CharField(max_length=20)
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    differences = models.JSONField(null=True)
    ordered_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("run", "what", "first"), name="proof_portion_once"),)

    def __str__(self) -> str:
        return f"{self.what} {self.first} to {self.last}"

"""Games that a league has described itself. What a version says never changes: sheets keep the version that they were
made by, and a change is the next version."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from engine.translatable import said
from games.models import Definition
from league.models.organisation import League


class OwnGame(models.Model):
    """`system` stands for the game wherever a built-in one has its id, on the whole site. `name` and `definition` are
    those of its newest version. A retired game is offered for no new sheet; what was played stays."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="own_games")
    system = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    definition = models.ForeignKey(Definition, on_delete=models.PROTECT, related_name="+")
    retired_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name="") & ~Q(system=""), name="own_game_has_a_name"),
            models.CheckConstraint(condition=Q(system__startswith="own-"), name="own_game_is_no_built_in_one"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("own_game", args=[self.league.slug, self.system])


class OwnGameVersion(models.Model):
    """Triggers refuse to change or delete it."""

    game = models.ForeignKey(OwnGame, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    definition = models.ForeignKey(Definition, on_delete=models.PROTECT, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("game", "-number")
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="own_game_version_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="own_game_version_from_1"),
        )

    def __str__(self) -> str:
        return said("{name}, version {number}", name=self.game.name, number=self.number)

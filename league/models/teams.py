"""Teams of a season or of a tournament. What they score is never stored: it is added up from results when read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import Character, Hideable, times_within_bounds, within_bounds
from league.models.competition import Season
from league.models.tournaments import Tournament


class TeamContest(models.Model):
    """The contest of the teams of a season, or of one of its tournaments. `best_of` results of each game day or round
    count if `counting` says so; a team has at most `size` members. Until `closes_at` captains change their teams,
    and a change counts from the first game on; later only organisers do, and it counts from its own moment on."""

    SUM, BEST, PLACES = COUNTINGS = ("sum", "best", "places")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="team_contests")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, null=True, related_name="team_contest")
    counting = models.CharField(max_length=6, default=SUM)
    best_of = models.PositiveSmallIntegerField(default=3)
    size = models.PositiveSmallIntegerField(default=4)
    closes_at = models.DateTimeField(null=True, validators=[within_bounds])

    class Meta:
        ordering = ("season", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("season",), condition=Q(tournament=None), name="team_contest_once_a_season"
            ),
            models.CheckConstraint(condition=Q(counting__in=("sum", "best", "places")), name="team_counting_known"),
            models.CheckConstraint(
                condition=Q(best_of__range=(1, 20), size__range=(2, 20)), name="team_contest_within_bounds"
            ),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False) | Q(closes_at__isnull=False), name="season_teams_close"
            ),
            times_within_bounds("team_contest_closes_within_bounds", "closes_at"),
        )

    def __str__(self) -> str:
        return f"teams of {self.tournament or self.season}"

    def get_absolute_url(self) -> str:
        if self.tournament:
            return reverse("tournament_teams", args=[self.tournament.slug])
        return reverse("season_teams", args=[self.season.slug])


class Team(Hideable):
    """A team, numbered by entry; `lot` as that of an entry. A team that has withdrawn keeps what it scored. A hidden
    name is replaced by the number; without a captain organisers look after it."""

    contest = models.ForeignKey(TeamContest, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=120)
    captain = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="teams")
    entered_at = models.DateTimeField(db_default=Now())
    withdrawn_at = models.DateTimeField(null=True)
    lot = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ("contest", "number")
        constraints = (
            *Hideable.Meta.constraints,
            models.UniqueConstraint(fields=("contest", "number"), name="team_number_once"),
            models.UniqueConstraint(fields=("contest", "name_key"), name="team_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        )

    def __str__(self) -> str:
        return f"team {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("team_detail", args=[self.pk])


class TeamMember(models.Model):
    """A character in a team, in one team of a contest at a time. Its games count for the team from `since` until
    `until`; both are empty for a member from first to last. `contest` repeats the team's. `entered`: its entry in the
    tournament was made with it, and goes with it. `place`: in the line-up, as the captain says; without one the
    stronger player comes first."""

    contest = models.ForeignKey(TeamContest, on_delete=models.CASCADE, related_name="members")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="team_places")
    since = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)
    entered = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("team", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("contest", "character"), condition=Q(until=None), name="team_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(since=None) | Q(until=None) | Q(until__gte=F("since")), name="team_left_after_joining"
            ),
        )

    def __str__(self) -> str:
        return f"{self.character_id} in team {self.team_id}"

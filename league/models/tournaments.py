"""Tournaments: who entered, what stages they are played in, and everything that was decided on the way.

Nothing here is a total: standings come from the results of the tables' games (`Result`), byes and rulings when read.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse

from characters.models import Character, Hideable, times_within_bounds, within_bounds
from games.models import person_or_text, said_name
from league.models.competition import Division, Season


class Tournament(models.Model):
    """A competition within a season, whose house rules hold. `draw_secret` stays secret; its chain of hashes starts
    with `draw_commitment`, published before anybody enters, and each draw reveals the next link. `played_here`: the
    tables of a round that begins are played on the site if they can be. `hall`: where it runs now, and only there it is
    written; None for this site."""

    PLANNED, RUNNING, FINISHED, CANCELLED = STATUSES = ("planned", "running", "finished", "cancelled")
    MIXED, BOT, BYE = SHORTFALLS = ("mixed", "bot", "bye")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="tournaments")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=70, unique=True, allow_unicode=True)
    status = models.CharField(max_length=10, default=PLANNED)
    system = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    mode = models.CharField(max_length=20, blank=True)
    target = models.PositiveIntegerField(null=True, blank=True)
    minutes = models.PositiveIntegerField(null=True, blank=True)
    table_size = models.PositiveSmallIntegerField(default=4)
    shortfall = models.CharField(max_length=5, default=MIXED)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True, validators=[within_bounds])
    place = models.CharField(max_length=200, blank=True)
    zone = models.CharField(max_length=64, blank=True, default="", db_default="")  # empty: that of the league
    self_registration = models.BooleanField(default=True)
    registration_open = models.BooleanField(default=True)
    round_minutes = models.PositiveSmallIntegerField(default=60)
    confirm_seconds = models.PositiveIntegerField(default=120)
    played_here = models.BooleanField(default=False, db_default=False)
    draw_secret = models.CharField(max_length=64)
    groups_salt = models.CharField(max_length=32, blank=True, db_default="")  # organisers read it, the draw is public
    draw_commitment = models.CharField(max_length=64)
    hall = models.OneToOneField("league.Hall", on_delete=models.PROTECT, null=True, related_name="runs")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    created_by_name = said_name()
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = (F("starts_at").desc(nulls_last=True), "-id")
        constraints = (
            person_or_text("tournament", "created_by"),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            times_within_bounds("tournament_starts_within_bounds", "starts_at"),
            models.CheckConstraint(
                condition=Q(status__in=("planned", "running", "finished", "cancelled")), name="tournament_status_known"
            ),
            models.CheckConstraint(
                condition=Q(shortfall__in=("mixed", "bot", "bye")), name="tournament_shortfall_known"
            ),
            models.CheckConstraint(condition=Q(table_size__range=(2, 8)), name="tournament_tables_of_2_to_8"),
            models.CheckConstraint(condition=Q(round_minutes__gte=1), name="tournament_rounds_last"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament_detail", args=[self.slug])

    @property
    def played_in(self) -> str:
        """Return the zone of its times: its own, or that of the league."""
        return self.zone or self.season.league.zone


class EveningPhoto(Hideable):
    """A photo that an organiser adds to the memories of a tournament, as a JPEG that this site has redrawn; nobody sees
    it after `hidden_at`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="photos")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    caption = models.CharField(max_length=200, blank=True)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    uploaded_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("id",)
        constraints = (
            *Hideable.Meta.constraints,
            models.UniqueConstraint(fields=("tournament", "digest"), name="evening_photo_once"),
        )

    def __str__(self) -> str:
        return f"photo {self.pk} of tournament {self.tournament_id}"

    def get_absolute_url(self) -> str:
        return f"{reverse('tournament_evening', args=[self.tournament.slug])}#photo-{self.pk}"


class Entry(models.Model):
    """A character in a tournament, numbered by registration. `lot`: the number that the draw of lots takes instead of
    that of the character, which is another one in a hall than at home. Those `waiting` move up in that order when a
    place is free; who dropped keeps every result and may be reinstated."""

    REGISTERED, WAITING, CHECKED_IN, DROPPED = STATUSES = ("registered", "waiting", "checked_in", "dropped")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, default=REGISTERED)
    club = models.CharField(max_length=80, blank=True)
    household = models.CharField(max_length=80, blank=True)
    registered_at = models.DateTimeField(db_default=Now())
    registered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    registered_by_name = said_name()
    checked_in_at = models.DateTimeField(null=True)
    dropped_at = models.DateTimeField(null=True)
    lot = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            person_or_text("entry", "registered_by"),
            models.UniqueConstraint(fields=("tournament", "character"), name="entry_once"),
            models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=("registered", "waiting", "checked_in", "dropped")), name="entry_status_known"
            ),
        )
        indexes = (models.Index(fields=("tournament", "status"), name="entry_by_status"),)

    def __str__(self) -> str:
        return f"{self.character} in {self.tournament_id}"


class KeptApart(models.Model):
    """Two entries that are never drawn to one table."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("tournament", "one", "other")
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="kept_apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="kept_apart_lower_first"),
        )

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


class Stage(models.Model):
    """A part of a tournament with its own standings. `cut`: how many come in from the stage before; None is
    everybody. `rounds`: how many are planned; None in open play, and as many as it takes in a knock-out. `line_up`: how
    many of each team play a round, if teams meet; None if everybody plays for themselves."""

    SWISS, FIXED, OPEN, KNOCK_OUT, CAREER_POKER = FORMATS = ("swiss", "fixed", "open", "knock_out", "career_poker")
    PLANNED, RUNNING, ENDED = STATUSES = ("planned", "running", "ended")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    format = models.CharField(max_length=12)
    rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    cut = models.PositiveIntegerField(null=True, blank=True)
    line_up = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=8, default=PLANNED)

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="stage_number_once"),
            models.UniqueConstraint(
                fields=("tournament",), condition=Q(status="running"), name="stage_one_running_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(format__in=("swiss", "fixed", "open", "knock_out", "career_poker")),
                name="stage_format_known",
            ),
            models.CheckConstraint(condition=Q(status__in=("planned", "running", "ended")), name="stage_status_known"),
            models.CheckConstraint(condition=Q(cut=None) | Q(cut__gte=2), name="stage_cut_leaves_a_table"),
            models.CheckConstraint(
                condition=Q(line_up=None) | Q(line_up__range=(1, 20), format__in=("swiss", "fixed"), cut=None),
                name="stage_of_teams_is_swiss_or_fixed",
            ),
        )

    def __str__(self) -> str:
        return self.name


class StageEntry(models.Model):
    """An entry that plays in a stage. `seeding` 1 is the best: the position in the stage before, or in the first one
    the number of the entry."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    seeding = models.PositiveIntegerField()

    class Meta:
        ordering = ("stage", "seeding")
        constraints = (
            models.UniqueConstraint(fields=("stage", "entry"), name="stage_entry_once"),
            models.UniqueConstraint(fields=("stage", "seeding"), name="stage_seeding_once"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.stage_id}"

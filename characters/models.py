"""Store who you are: characters, the facts of their lives, and the careers that follow from those facts. Facts are
append-only (triggers in the migrations refuse UPDATE and DELETE). `Career` and `CareerEvent` are caches of
`characters.rules.career.fold`; `services.review` is their only writer."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now
from django.urls import reverse

from characters.rules import career, ladder
from characters.rules.facts import EARLIEST, LATEST, bounds_problem
from characters.rules.ladder import MINIMUM_PERCENT, Profile, percent_of
from characters.rules.names import MONTHS
from engine.careers.editions import Edition, edition
from engine.translatable import said, spoken

LEVEL_CHOICES = list(ladder.NAMES.items())
NAME_LENGTH = 200


def within_bounds(when: date) -> None:
    """Refuse a time outside the bounds; the validator of every time that people give."""
    if problem := bounds_problem(when):
        raise ValidationError(spoken(problem), "out_of_bounds")


def times_within_bounds(name: str, *fields: str, day: bool = False) -> models.CheckConstraint:
    first, last = (EARLIEST.date(), LATEST.date()) if day else (EARLIEST, LATEST)
    condition = Q(**{f"{field}__range": (first, last) for field in fields})  # NULL passes every check
    return models.CheckConstraint(condition=condition, name=name)


class Hideable(models.Model):
    """A row that can be hidden with a reason and shown again; `services.hiding` is the only writer of the two
    fields."""

    hidden_at = models.DateTimeField(null=True, editable=False)
    hidden_why = models.CharField(max_length=300, blank=True, default="", db_default="", editable=False)

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(
                condition=Q(hidden_at=None, hidden_why="") | Q(hidden_at__isnull=False) & ~Q(hidden_why=""),
                name="%(class)s_hidden_with_a_reason",
            ),
        )


class RuleSet(models.Model):
    """One immutable set of house rules, named by the digest of its canonical text."""

    digest = models.CharField(primary_key=True, max_length=64)
    settings = models.TextField()

    def __str__(self) -> str:
        return self.digest[:12]


# `Character.owner_name` in SQL, seen from a character.
OWNER_NAME = Coalesce(F("owner__username"), F("owner_label"))


class CharacterQuerySet(models.QuerySet["Character"]):
    def owned_by(self, name: str) -> CharacterQuerySet:
        """Return the characters whose owner has this name, as account or as label."""
        return self.filter(Q(owner__username=name) | Q(owner=None, owner_label=name)) if name else self.none()

    def awaiting_review(self) -> CharacterQuerySet:
        return self.exclude(last_fact=F("reviewed_fact"))

    def active(self) -> CharacterQuerySet:
        return self.filter(careers__current=True, careers__status=career.ACTIVE)


class Character(models.Model):
    """A persistent figure. `last_fact` and `last_digest` are the end of its chain of facts; `reviewed_fact` is how much
    of it the careers already show, `rescinded_digest` covers the rows of its history that no longer hold. `owner` is a
    person who agreed to be it; `owner_label` is the league's name for its player, who has no account or has not claimed
    it. The label stays when somebody does: a file with the label still means this character. `name_key` decides whether
    two names are the same one, `search_key` and `label_search_key` hold what a search looks into
    (`characters.rules.names`). `picture` is the digest of the uploaded picture that is shown; without one the character
    is drawn."""

    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH * 20, unique=True, editable=False)
    search_key = models.TextField(editable=False)
    sort_key = models.CharField(max_length=400, editable=False)
    slug = models.SlugField(max_length=NAME_LENGTH + 20, unique=True, allow_unicode=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="characters"
    )
    owner_label = models.CharField(max_length=150, blank=True, default="", db_default="")
    label_search_key = models.TextField(editable=False, blank=True, default="", db_default="")
    edition = models.CharField(max_length=40)
    specialty = models.CharField(max_length=60)
    side_interest = models.CharField(max_length=60)
    primary_company = models.CharField(max_length=60)
    secondary_company = models.CharField(max_length=60)
    title = models.CharField(max_length=80)
    c_level_title = models.CharField(max_length=120, blank=True)
    birth_month = models.PositiveSmallIntegerField(null=True, blank=True)
    birth_day = models.PositiveSmallIntegerField(null=True, blank=True)
    registered_at = models.DateTimeField(db_default=Now())
    last_fact = models.PositiveIntegerField(default=0)
    last_digest = models.CharField(max_length=64, blank=True)
    reviewed_fact = models.PositiveIntegerField(default=0)
    rescinded_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    picture = models.CharField(max_length=64, blank=True, default="", db_default="")

    objects = CharacterQuerySet.as_manager()

    class Meta:
        ordering = ("sort_key", "name_key")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="character_has_a_name"),
            models.CheckConstraint(
                condition=~Q(specialty=F("side_interest")), name="character_specialty_differs_from_side_interest"
            ),
            models.CheckConstraint(
                condition=Q(birth_month=None, birth_day=None)
                | Q(birth_month__range=(1, 12), birth_day__range=(1, 31), birth_month__isnull=False),
                name="character_birthday_whole_or_none",
            ),
            models.CheckConstraint(
                condition=Q(owner_label="", label_search_key="") | ~Q(owner_label="") & ~Q(label_search_key=""),
                name="character_label_can_be_found",
            ),
            models.CheckConstraint(
                condition=Q(reviewed_fact__lte=F("last_fact")), name="character_reviewed_up_to_its_facts"
            ),
        )
        indexes = (
            models.Index(fields=("edition", "primary_company"), name="character_by_company"),
            models.Index(fields=("id",), condition=~Q(last_fact=F("reviewed_fact")), name="character_awaiting_review"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("character_detail", args=[self.slug])

    @property
    def owner_name(self) -> str:
        """Return the owner's user name, else the label; empty if it has no owner yet."""
        return self.owner.get_username() if self.owner else self.owner_label

    @property
    def names(self) -> Edition:
        """Return the edition's words."""
        return edition(self.edition)

    @property
    def birthday_in_words(self) -> str:
        """Return the birthday such as 6 May; empty when it is not known."""
        if not self.birth_month:
            return ""
        return said("{day} {month}", day=self.birth_day, month=said(MONTHS[self.birth_month - 1]))

    @property
    def profile(self) -> Profile:
        return Profile(self.specialty, self.side_interest, self.primary_company, self.secondary_company, self.edition)

    @property
    def company_name(self) -> str:
        return self.names.companies[self.primary_company].name

    def level_name(self, level: str) -> str:
        """Return the level in the edition's words, with this character's C-level title (R102, R103)."""
        return self.names.level_name(
            level, specialty=self.specialty, title=self.title, c_level_title=self.c_level_title
        )


class CharacterPicture(Hideable):
    """An uploaded picture, as a small JPEG that this site has redrawn; nobody sees it after `hidden_at`."""

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="uploaded_picture")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    uploaded_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"picture of {self.character_id}"


class FormerNames(models.QuerySet["FormerName"]):
    def shown(self) -> FormerNames:
        return self.filter(hidden_at=None)


class FormerName(models.Model):
    """A name that a character bore until it was renamed: old sheets stay readable, old links keep working. A hidden one
    is known to imports and shown only to organisers."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=NAME_LENGTH)
    search_key = models.TextField(editable=False)
    until = models.DateTimeField(db_default=Now())
    hidden_at = models.DateTimeField(null=True, blank=True)

    objects = FormerNames.as_manager()

    class Meta:
        ordering = ("until", "id")
        constraints = (models.CheckConstraint(condition=~Q(search_key=""), name="former_name_can_be_found"),)

    def __str__(self) -> str:
        return self.name


class Fact(models.Model):
    """One link of a character's chain. `content` is the canonical text of `characters.rules.facts.CareerFact`; `game`
    repeats its game for look-up. Never changed, never deleted."""

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="facts")
    number = models.PositiveIntegerField()
    game = models.PositiveBigIntegerField(null=True)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("character", "number")
        constraints = (
            models.UniqueConstraint(fields=("character", "number"), name="fact_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="fact_numbers_start_at_1"),
        )
        indexes = (models.Index(fields=("game", "character"), name="fact_by_game"),)

    def __str__(self) -> str:
        return f"fact {self.number} of {self.character_id}"


class Career(models.Model):
    """Cached totals of one career. Careers games only; cash in whole pounds, parachute bonus included."""

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="careers")
    number = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    level = models.CharField(max_length=10, choices=LEVEL_CHOICES, default=ladder.ENTRY)
    status = models.CharField(max_length=10, default=career.ACTIVE)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    points = models.PositiveBigIntegerField(default=0)
    points_since_level_change = models.PositiveBigIntegerField(default=0)
    c_level_points = models.PositiveBigIntegerField(default=0)
    happiness = models.PositiveBigIntegerField(default=0)
    fame = models.PositiveBigIntegerField(default=0)
    cash = models.PositiveBigIntegerField(default=0)
    degrees = models.JSONField(default=dict)
    trips = models.JSONField(default=dict)
    best_degrees = models.JSONField(default=dict)

    class Meta:
        ordering = ("character", "number")
        constraints = (
            models.UniqueConstraint(fields=("character", "number"), name="career_number_once"),
            models.UniqueConstraint(fields=("character",), condition=Q(current=True), name="career_one_current"),
            models.CheckConstraint(condition=Q(level__in=ladder.LEVELS), name="career_level_known"),
            models.CheckConstraint(condition=Q(status__in=(career.ACTIVE, career.RETIRED)), name="career_status_known"),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="career_wins_within_games"),
        )
        indexes = (
            models.Index(fields=("level", "character"), condition=Q(current=True), name="career_by_level"),
            models.Index(
                fields=("level", "-points_since_level_change"),
                condition=Q(current=True, status=career.ACTIVE),
                name="career_first_of_level",
            ),
        )

    def __str__(self) -> str:
        return f"career {self.number} of {self.character_id}"

    @property
    def bonus(self) -> int:
        """Return the part of the cash that came by golden parachute; no game scored it (R88)."""
        return ladder.PARACHUTE_CASH if self.status == career.RETIRED else 0


class CareerEventQuerySet(models.QuerySet["CareerEvent"]):
    def standing(self) -> CareerEventQuerySet:
        return self.filter(rescinded_at=None)

    def of_note(self) -> CareerEventQuerySet:
        """Return everything but passed reviews."""
        return self.exclude(kind=career.REVIEW)

    def to_tell(self) -> CareerEventQuerySet:
        return self.filter(
            Q(told_at=None) | Q(rescinded_at__isnull=False, taken_back_at=None), kind__in=CareerEvent.OF_NOTE
        )


class CareerEvent(models.Model):
    """A row of a character's history: an event of the fold, or a former one (`rescinded` tells why it no longer holds).
    `told_at` and `taken_back_at`: when its owner was told that it holds, and that it no longer does. While empty they
    are the jobs of the tellers; nobody is told of a passed review, nor of a restart, which is the owner's own."""

    OF_NOTE = (career.PROMOTION, career.DEMOTION, career.PARACHUTE)
    KINDS = (career.REVIEW, career.PROMOTION, career.DEMOTION, career.PARACHUTE, career.RESTARTED)

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="events")
    career = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10)
    game = models.PositiveBigIntegerField(null=True)
    reference = models.CharField(max_length=100, blank=True)
    at = models.DateTimeField()
    from_level = models.CharField(max_length=10)
    to_level = models.CharField(max_length=10)
    points = models.PositiveBigIntegerField()
    yardstick = models.PositiveBigIntegerField(null=True)
    minimum = models.PositiveSmallIntegerField(null=True)
    why = models.CharField(max_length=300)
    recorded_at = models.DateTimeField(db_default=Now())
    rescinded_at = models.DateTimeField(null=True)
    rescinded = models.CharField(max_length=600, blank=True)
    told_at = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True)

    objects = CareerEventQuerySet.as_manager()

    class Meta:
        ordering = ("at", "reference", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=("review", "promotion", "demotion", "parachute", "restart")),
                name="event_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(from_level__in=ladder.LEVELS, to_level__in=ladder.LEVELS), name="event_levels_known"
            ),
            models.CheckConstraint(
                condition=Q(rescinded_at=None, rescinded="") | (Q(rescinded_at__isnull=False) & ~Q(rescinded="")),
                name="event_rescinded_with_reason",
            ),
            models.UniqueConstraint(
                fields=("character", "game", "kind"),
                condition=Q(rescinded_at=None, game__isnull=False),
                name="event_once_per_game",
            ),
            models.UniqueConstraint(
                fields=("character", "career", "kind"),
                condition=Q(rescinded_at=None, game=None),
                name="event_one_restart_per_career",
            ),
        )
        indexes = (
            models.Index(fields=("game",), name="event_by_game"),
            models.Index(fields=("character", "at"), name="event_by_character"),
            models.Index(fields=("-at", "-id"), condition=Q(rescinded_at=None) & ~Q(kind="review"), name="event_feed"),
            models.Index(
                fields=("character",),
                condition=Q(kind__in=("promotion", "demotion", "parachute"))
                & (Q(told_at=None) | Q(rescinded_at__isnull=False, taken_back_at=None)),
                name="event_to_tell",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.reference}".strip()

    @property
    def performance(self) -> Decimal | None:
        """Return percent of the yardstick, two decimals; only a review has one."""
        if self.kind not in (career.REVIEW, career.DEMOTION):
            return None
        return percent_of(self.points, self.yardstick, MINIMUM_PERCENT[self.from_level])

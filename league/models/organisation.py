"""The organisation: leagues, their members and roles, and which characters belong to which league."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from characters.models import NAME_LENGTH, Character, Hideable
from engine.translatable import said


def installation_zone() -> str:
    """Return the zone of a league whose founder chooses no other."""
    zone: str = settings.LEAGUE_ZONE
    return zone


class Joining(models.TextChoices):
    OPEN = "open", said("Open: anybody who wants to play joins at once")
    APPROVAL = "approval", said("By approval: an organiser decides")
    INVITATION = "invitation", said("By invitation only")


class League(Hideable):
    """`joining` is for people who come without a link: by the list of open leagues, or by a page of the league. `zone`
    (an IANA name) is where the club plays: times are shown and typed there. `date_order` is how its members write 3
    October in figures. `language` is that of its pages and letters for people who chose no other; "" is the reader's
    own."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=140, unique=True, allow_unicode=True)
    created_at = models.DateTimeField(db_default=Now())
    quota_factor = models.PositiveSmallIntegerField(
        default=1,
        db_default=1,
        help_text="How many times the usual number of characters, letters and so on this league may have in a day.",
    )

    zone = models.CharField(max_length=64, default=installation_zone)
    place = models.CharField(max_length=200, blank=True, db_default="")
    date_order = models.CharField(max_length=3, default="dmy", db_default="dmy")
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    joining = models.CharField(
        max_length=10, choices=Joining.choices, default=Joining.APPROVAL, db_default=Joining.APPROVAL
    )
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_why = models.CharField(max_length=300, blank=True, db_default="", editable=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            *Hideable.Meta.constraints,
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_why="") | Q(closed_at__isnull=False) & ~Q(closed_why=""),
                name="league_closed_with_a_reason",
            ),
            models.CheckConstraint(condition=Q(joining__in=Joining.values), name="league_joining_known"),
            models.CheckConstraint(condition=Q(quota_factor__range=(1, 100)), name="league_quota_factor_1_to_100"),
            models.CheckConstraint(condition=~Q(zone=""), name="league_has_a_zone"),
            models.CheckConstraint(condition=Q(date_order__in=("dmy", "mdy")), name="league_date_order_known"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league_detail", args=[self.slug])


class Role(models.TextChoices):
    """Roles from wide to narrow. A score-keeper submits and corrects any unconfirmed sheet; a player those of games
    they sat in."""

    ORGANISER = "organiser", said("Organiser")
    SCORE_KEEPER = "score_keeper", said("Score-keeper")
    PLAYER = "player", said("Player")
    SPECTATOR = "spectator", said("Spectator")


class Membership(models.Model):
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("league", "user__username")
        constraints = (
            models.UniqueConstraint(fields=("league", "user"), name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Desk(models.Model):
    """The memory of a person's own desk: the league they are in, when they last looked at it, and where their
    characters stood then, by season and character. `since` and `stood` are of the previous visit: what came after them
    is news."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="desk")
    league = models.ForeignKey(League, on_delete=models.SET_NULL, null=True, related_name="+")
    since = models.DateTimeField(null=True)
    stood = models.JSONField(default=dict)
    seen_at = models.DateTimeField(null=True)
    stands = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(since=None) | Q(seen_at__isnull=False, since__lte=F("seen_at")), name="desk_since_is_past"
            ),
        )

    def __str__(self) -> str:
        return f"desk of {self.user_id}"


class Invitation(models.Model):
    """An invitation link: opening it makes a person a member. `token` is secret; used once."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role.choices)
    token = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=Q(used_at=None, used_by=None) | Q(used_at__isnull=False, used_by__isnull=False),
                name="invitation_used_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.league}"


class ClaimLink(models.Model):
    """A link by which the player of a character without an owner takes it over; used once. Only the digest of its
    secret is kept. The row stays as the log: who made, used and undid it, and when."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="claim_links")
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(used_at=None, used_by=None) | Q(used_at__isnull=False, used_by__isnull=False),
                name="claim_link_used_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False, used_at__isnull=False),
                name="claim_link_undone_after_use",
            ),
        )

    def __str__(self) -> str:
        return f"claim link of {self.character_id}"

    @property
    def status(self) -> str:
        if self.undone_at:
            return "undone"
        if self.used_at:
            return "used"
        return "open" if self.expires_at > timezone.now() else "over"

    @staticmethod
    def digest_of(secret: str) -> str:
        return sha256(secret.encode()).hexdigest()


class CharacterOffer(models.Model):
    """An owner passes a character on to another member, who agrees or does not. The row stays as the log."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="offers")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="character_offers")
    made_at = models.DateTimeField(db_default=Now())
    accepted_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(made_by=F("made_to")), name="character_offer_to_somebody_else"),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(ended_at=None), name="character_offer_accepted_or_ended"
            ),
            models.UniqueConstraint(
                fields=("character",), condition=Q(accepted_at=None, ended_at=None), name="character_offer_one_open"
            ),
        )

    def __str__(self) -> str:
        return f"offer of {self.character_id}"


class Enrolment(models.Model):
    """A character belongs to one league. How many active ones a person may have there is a house rule (R101)."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="enrolments")
    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="enrolment")
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("league", "character")

    def __str__(self) -> str:
        return f"{self.character} in {self.league}"


class Alias(models.Model):
    """Remember another name that files use for a character, as somebody has said."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="aliases")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH * 20)
    said_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("name_key",)
        constraints = (
            models.UniqueConstraint(fields=("league", "name_key"), name="alias_means_one"),
            models.CheckConstraint(condition=~Q(name_key=""), name="alias_says_something"),
        )

    def __str__(self) -> str:
        return f"{self.name} is {self.character}"

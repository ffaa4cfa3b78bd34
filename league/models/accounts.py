"""The parts of an account beside its name and password."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from characters.models import Hideable
from games.models import Leased


class DemoAccount(models.Model):
    """Marks an account of the sample season. It signs in on a local installation and nowhere else."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="demo_account")

    def __str__(self) -> str:
        return f"demo account {self.user_id}"


class ApiToken(models.Model):
    """The token by which a program signs in as somebody. The secret itself is stored nowhere, only its SHA-256.

    `password_mark` is the session hash of the password with which it was made: another password ends it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    password_mark = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    last_used_on = models.DateField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=Q(scope__in=("read", "report", "organise")), name="token_scope_known"),
        )

    def __str__(self) -> str:
        return self.name


class KnownBrowser(models.Model):
    """A browser in a network from which somebody has signed in. `mark` is a keyed hash of both: the database alone does
    not reveal where anybody was. `answered` once its owner has seen the notice, or needed no notice."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="known_browsers")
    mark = models.CharField(max_length=64)
    name = models.CharField(max_length=60)
    answered = models.BooleanField(default=False)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ("-last_at", "-id")
        constraints = (models.UniqueConstraint(fields=("user", "mark"), name="known_browser_once"),)

    def __str__(self) -> str:
        return self.name


class SecondStepOffer(models.Model):
    """The offer of a second step was declined; it is not made again."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    declined_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"declined by {self.user_id}"


class PersonPage(models.Model):
    """The profile that somebody chose to show beside their characters, whose files name their owner anyway. Without a
    row: nothing."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="person_page")
    shows_leagues = models.BooleanField(default=False)
    shows_tournaments = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"page of {self.user_id}"


class FormerUserName(models.Model):
    """A user name that somebody had. Until a sweep deletes the row nobody else can take it, and links to it lead to the
    page of its bearer; it is shown nowhere."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_user_names")
    name = models.CharField(max_length=150)
    left_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-left_at", "-id")
        constraints = (models.UniqueConstraint(Lower("name"), name="former_user_name_of_one"),)

    def __str__(self) -> str:
        return f"former name of {self.user_id}"


class Introduction(Hideable):
    """The name that somebody likes to be called, their pronouns, and how the name is spoken; each may be empty."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="introduction")
    called = models.CharField(max_length=40, blank=True)
    pronouns = models.CharField(max_length=40, blank=True)
    spoken = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"introduction of {self.user_id}"


class RefusedAddress(models.Model):
    """The address of somebody whose mail server refused letters for good, in the words of `why`. No letter goes there
    as long as it is their address and they have not asked to try it again."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="refused_address")
    email = models.EmailField()
    why = models.CharField(max_length=200)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"refused address of {self.user_id}"


class LanguageChoice(models.Model):
    """The language in which somebody reads this site and its letters. Without a row: as their browser asks."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="language_choice")
    language = models.CharField(max_length=10)

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(language=""), name="language_choice_of_something"),)

    def __str__(self) -> str:
        return f"language of {self.user_id}"


class Farewell(models.Model):
    """Somebody asked that their account be deleted. Until `due_at` one click takes it back; `token` is in the letter
    that says so. The row goes with the account."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="farewell")
    label = models.CharField(max_length=150, blank=True)
    token = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField()
    refusal = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = (models.Index(fields=("due_at",), name="farewell_by_due"),)

    def __str__(self) -> str:
        return f"farewell of {self.user_id}"


class OwnDataFile(Leased):
    """Somebody asked for everything that is stored about them, and it is too much for a page: without a file, the row
    is the job. `refusal` says why it failed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_data_file")
    asked_at = models.DateTimeField(db_default=Now())
    content = models.BinaryField(null=True)
    made_at = models.DateTimeField(null=True)
    refusal = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(content=None, made_at=None) | Q(content__isnull=False, made_at__isnull=False, refusal=""),
                name="own_data_file_made_or_not",
            ),
        )

    def __str__(self) -> str:
        return f"own data of {self.user_id}"

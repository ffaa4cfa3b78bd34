"""What an account is beside its name and password."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class DemoAccount(models.Model):
    """Marks an account of the sample season. It signs in on a local installation and nowhere else."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="demo_account")

    def __str__(self) -> str:
        return f"demo account {self.user_id}"


class ApiToken(models.Model):
    """How a program signs in as somebody. The secret itself is kept nowhere, only its SHA-256.

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

"""What an account is beside its name and password."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class DemoAccount(models.Model):
    """Marks an account of the sample season. It signs in on a local installation and nowhere else."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="demo_account")

    def __str__(self) -> str:
        return f"demo account {self.user_id}"

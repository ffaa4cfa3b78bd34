"""The reader's part in notices: marking them as read."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from league.models import Notice


def mark_read(*, notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=timezone.now())


def mark_all_read(*, user: User, until: int) -> int:
    """Mark notices as read up to the newest one that the reader saw; return how many were unread."""
    return Notice.objects.filter(user=user, pk__lte=until, read_at=None).update(read_at=timezone.now())


def settle(*, users: Any, keys: str) -> None:
    """Mark as read what asked somebody to do something that is done now; `keys` is what the keys begin with."""
    Notice.objects.filter(user__in=users, read_at=None, key__startswith=keys).update(read_at=timezone.now())

"""Hide what people see and show it again, with a conditional UPDATE each: of two people one is faster."""

from typing import TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from characters.models import Hideable

H = TypeVar("H", bound=Hideable)


def hide(rows: QuerySet[H], *, why: str) -> bool:
    """Return whether any of the rows could be seen until now."""
    return bool(rows.filter(hidden_at=None).update(hidden_at=timezone.now(), hidden_why=why))


def show(rows: QuerySet[H]) -> bool:
    """Return whether any of the rows was hidden until now."""
    return bool(rows.filter(hidden_at__isnull=False).update(hidden_at=None, hidden_why=""))

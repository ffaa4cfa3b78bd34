"""Results that follow from rows, cached as long as the rows are the very same: each read asks for their version, so
that a change is visible in the next one."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Max, QuerySet, Sum
from django.db.models.aggregates import Aggregate

T = TypeVar("T")
SECONDS = 24 * 60 * 60
ROWS = (Count("pk"), Max("pk"), Sum("pk"))  # of rows that are written and deleted, never altered


def cached(name: str, work_out: Callable[[], T], *read: tuple[QuerySet[Any], Sequence[Aggregate]]) -> T:
    """Return the result of `work_out`, cached. `read`: the rows that it follows from, with aggregates that change
    whenever they do. Nothing is cached within a transaction, which may be rolled back."""
    if connection.in_atomic_block:
        return work_out()
    figures = (rows.order_by().aggregate(*aggregates) for rows, aggregates in read)
    version = "-".join(str(value or 0) for each in figures for value in each.values())
    key = f"{name}_{version}"
    result: T | None = cache.get(key)
    if result is None:
        result = work_out()
        cache.set(key, result, SECONDS)
    return result

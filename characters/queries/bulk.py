"""Read rows by the hundred thousand, past the ORM: its conversions of each value take longer than the database."""

from datetime import UTC, datetime
from functools import lru_cache
from json import JSONDecoder
from typing import Any

from django.db import connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

_read = JSONDecoder().raw_decode


def rows(queryset: QuerySet[Any, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the rows of a `values_list` as the database gives them: JSON is text, so select moments by
    `moment_text`."""
    sql, params = queryset.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        found_rows: list[tuple[Any, ...]] = cursor.fetchall()
        return found_rows


def moment_text(column: str) -> Cast:
    """Return a moment as text, for `moment` to read."""
    return Cast(column, TextField())


@lru_cache(maxsize=10_000)  # all rows of a game tell of one moment
def moment(text: str) -> datetime:
    """Return an aware moment; SQLite stores them in UTC without saying so. Raise ValueError for any other text."""
    read = datetime.fromisoformat(text)
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)


def read_json(text: str) -> Any:
    """Return the JSON value of a text. Raise ValueError unless it is exactly one value."""
    value, end = _read(text)
    if end != len(text):
        raise ValueError(f"There is more than one value in {text[:80]}.")
    return value

"""Rows of many rooms at once, without models: the process that reads them loads no models."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db import connection

AT_ONCE = 500  # placeholders of one statement


def rows_in(sql: str, ids: Collection[int], first: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a statement with `IN ({})`, for any number of ids; `first`: its parameters before them."""
    all_ids = list(ids)
    for at in range(0, len(all_ids), AT_ONCE):
        part = all_ids[at : at + AT_ONCE]
        with connection.cursor() as cursor:
            cursor.execute(sql.format(", ".join(["%s"] * len(part))), [*first, *part])
            yield from cursor.fetchall()

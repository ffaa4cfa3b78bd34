"""Rows by the thousand: a file of games is mostly rows that nobody asks for again in that transaction."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models

AT_ONCE = 500


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """New rows with these columns (as in the database: `game_id`), all others by the database's defaults. For each row
    an object of Django would cost more than the database; defaults that Django gives have to be said."""
    fields = [next(one for one in model._meta.concrete_fields if one.attname == name) for name in columns]
    adapted = [
        (place, field)
        for place, field in enumerate(fields)
        if isinstance(field, models.DateTimeField | models.JSONField)
    ]
    quoted = connection.ops.quote_name
    head = f"INSERT INTO {quoted(model._meta.db_table)} ({', '.join(map(quoted, columns))}) VALUES "
    places = f"({', '.join(['%s'] * len(fields))})"
    most = max(1, min(AT_ONCE, connection.ops.bulk_batch_size(fields, rows)))
    with connection.cursor() as cursor:
        for first in range(0, len(rows), most):
            values: list[Any] = []
            for row in rows[first : first + most]:
                told = list(row)
                for place, field in adapted:
                    told[place] = field.get_db_prep_save(told[place], connection)
                values += told
            cursor.execute(head + ", ".join([places] * (len(values) // len(fields))), values)

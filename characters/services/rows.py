"""Rows written past Django, which takes longer for each than the database. What the database fills in by default is
read when asked for.

>>> together(adding(report), adding(first, second), changing(table, "confirm_by"))
>>> insert_rows(Result, ("game_id", "character_id", ...), thousands)
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.expressions import DatabaseDefault

from characters.queries.compiled import Statement, together

AT_ONCE = 500


def adding(*rows: models.Model) -> Statement:
    """Return a statement for new rows of one model, at least one; they get their ids. The same columns are left to the
    database in each."""
    model = type(rows[0])
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    left = [field for field in fields if isinstance(getattr(rows[0], field.attname), DatabaseDefault)]
    given = [field for field in fields if field not in left]

    def read(ids: list[Any]) -> None:
        for row, (pk,) in zip(rows, ids, strict=True):
            row.pk, row._state.adding, row._state.db = pk, False, DEFAULT_DB_ALIAS
            for field in left:
                del row.__dict__[field.attname]

    params = [_stored(row, field, add=True) for row in rows for field in given]
    sql = _insert(model, connection.vendor, tuple(field.column for field in given), len(rows))
    return Statement(f"{sql} RETURNING {connection.ops.quote_name(_key(model))}", params, read)


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert new rows that nobody reads again in that transaction, without an object for each.

    All other columns (as in the database: `game_id`) are left to it; defaults that Django gives have to be among
    `columns`.
    """
    fields = [next(column for column in model._meta.concrete_fields if column.attname == name) for name in columns]
    adapted = [
        (place, field)
        for place, field in enumerate(fields)
        if isinstance(field, models.DateTimeField | models.JSONField)
    ]
    most = max(1, min(AT_ONCE, connection.ops.bulk_batch_size(fields, rows)))
    for first in range(0, len(rows), most):
        part = rows[first : first + most]
        values: list[Any] = []
        for row in part:
            adapted_row = list(row)
            for place, field in adapted:
                adapted_row[place] = field.get_db_prep_save(adapted_row[place], connection)
            values += adapted_row
        together(Statement(_insert(model, connection.vendor, tuple(columns), len(part)), values))


def changing(row: models.Model, *names: str) -> Statement:
    """Return a statement for a row whose fields with these names have changed."""
    fields = [row._meta.get_field(name) for name in names]
    params = [_stored(row, field, add=False) for field in fields]
    sql = _update(type(row), connection.vendor, tuple(field.column for field in fields))  # type: ignore[union-attr]
    return Statement(sql, [*params, row.pk])


@lru_cache(maxsize=256)
def _insert(model: type[models.Model], vendor: str, columns: tuple[str, ...], rows: int) -> str:
    row_marks = f"({', '.join(['%s'] * len(columns))})"
    names = ", ".join(map(connection.ops.quote_name, columns))
    return f"INSERT INTO {_name(model)} ({names}) VALUES {', '.join([row_marks] * rows)}"


@lru_cache(maxsize=256)
def _update(model: type[models.Model], vendor: str, columns: tuple[str, ...]) -> str:
    changed = ", ".join(f"{connection.ops.quote_name(column)} = %s" for column in columns)
    return f"UPDATE {_name(model)} SET {changed} WHERE {connection.ops.quote_name(_key(model))} = %s"


def _name(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _key(model: type[models.Model]) -> str:
    return str(model._meta.pk.column)


def _stored(row: models.Model, field: Any, *, add: bool) -> Any:
    return field.get_db_prep_save(field.pre_save(row, add), connection)

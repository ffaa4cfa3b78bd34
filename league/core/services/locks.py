"""Rows that many may hold at once."""

from django.db import connection, models

from characters.queries.compiled import Statement, together


def share_row(model: type[models.Model], pk: int) -> None:
    """Keep a row as it is until the commit, beside others who do the same: whoever changes it waits for all of them.
    Never lock it for yourself after that, because two who share it would wait for each other.

    SQLite has one writer at a time anyway.
    """
    together(*sharing(model, pk))


def sharing(model: type[models.Model], pk: int) -> tuple[Statement, ...]:
    """`share_row`, for `together` with what is read behind that lock."""
    if not connection.features.has_select_for_update:
        return ()
    table = connection.ops.quote_name(model._meta.db_table)
    return (Statement(f"SELECT 1 FROM {table} WHERE id = %s FOR SHARE", [pk], list),)

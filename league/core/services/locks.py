"""Rows that many may hold at once."""

from django.db import connection, models


def share_row(model: type[models.Model], pk: int) -> None:
    """Keep a row as it is until the commit, beside others who do the same: whoever changes it waits for all of them.
    Never lock it for yourself after that, because two who share it would wait for each other.

    SQLite has one writer at a time anyway.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR SHARE", [pk])

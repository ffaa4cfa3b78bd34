"""A thief with the keys to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


@contextmanager
def past_triggers() -> Iterator[None]:
    """What happens in here is kept from nobody by a trigger."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            yield
            cursor.execute("SET session_replication_role = origin")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _, sql in triggers:
            cursor.execute(sql)


def first(model: type[Model], **by: Any) -> QuerySet[Any]:
    """The first of these rows, ready to be altered or deleted."""
    rows = model._default_manager
    found = rows.filter(**by).order_by("pk").first()
    assert found is not None, (model, by)
    return rows.filter(pk=found.pk)

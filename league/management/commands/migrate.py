"""Django's `migrate`, one at a time: on PostgreSQL a second one waits for the first, and finds its work done.

Two deploys, or two processes of one, may start at the same moment on a database without tables.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 0x636F6D69  # "comi": of this command, in every database of ours
TICK = 0.2


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with self._alone(connections[options["database"]]):
            super().handle(*args, **options)

    @contextmanager
    def _alone(self, connection: BaseDatabaseWrapper) -> Iterator[None]:
        """Hold the lock of this command. It is asked for again and again: waiting for it within the database would end
        at the limits that this site sets for locks and statements."""
        if connection.vendor != "postgresql":
            yield
            return
        waited = False
        while not _asked(connection, "pg_try_advisory_lock"):
            if not waited:
                self.stderr.write("Another migrate is under way. This one waits for it.")
            waited = True
            time.sleep(TICK)
        try:
            yield
        finally:
            _asked(connection, "pg_advisory_unlock")


def _asked(connection: BaseDatabaseWrapper, function: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [LOCK])
        row = cursor.fetchone()
    return bool(row and row[0])

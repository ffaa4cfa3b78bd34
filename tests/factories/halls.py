"""A second site in the process of a test: a hall, with a database of its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from league.models import Hall
from league.tournaments.hall.services import open_file
from tests.database_copies import a_migrated_file

IN_MEMORY = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON"}


class HallSite:
    """The laptop in the hall. `with site.here():` everything reads and writes its database; the transaction of the test
    at home stays as it is."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "hall.sqlite3"
        a_migrated_file(self.path, dict(os.environ))
        values = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(self.path), "OPTIONS": IN_MEMORY}
        self._database = DatabaseWrapper({**deepcopy(_defaults()), **values}, DEFAULT_DB_ALIAS)

    @contextmanager
    def here(self) -> Iterator[None]:
        home = connections[DEFAULT_DB_ALIAS]
        _forget()
        connections[DEFAULT_DB_ALIAS] = self._database
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = home
            _forget()

    def open(self, file: bytes, words: str) -> Hall:
        with self.here():
            return open_file(data=file, words=words)

    def close(self) -> None:
        self._database.close()


def _defaults() -> dict[str, object]:
    database = connections[DEFAULT_DB_ALIAS].settings_dict
    return {
        name: value
        for name, value in database.items()
        if name in ("ATOMIC_REQUESTS", "AUTOCOMMIT", "CONN_HEALTH_CHECKS", "CONN_MAX_AGE", "TIME_ZONE", "TEST")
    }


def _forget() -> None:
    """What a process remembers of one database means nothing in another."""
    cache.clear()
    ContentType.objects.clear_cache()

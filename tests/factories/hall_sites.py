"""A second site in the process of a test: a hall, with a database of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test.utils import override_settings
from django.utils import timezone

from league.core.rules.signatures import sign
from league.core.services.uploads import run_waiting_import
from league.models import FileImport, Hall, Tournament
from league.tournaments.hall.rules.files import read_file, read_seal, write_file
from league.tournaments.hall.services.back import upload_back
from league.tournaments.hall.services.in_hall import close_hall, file_for_home, news_of, open_file, unseal
from league.tournaments.hall.services.laptops import go_on_from, go_on_here, whole_file
from tests.database_copies import a_migrated_file
from tests.factories.archives import archive_of

IN_MEMORY = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON"}


class HallSite:
    """The laptop in the hall. `with site.here():` everything reads and writes its database; the transaction of the test
    at home stays as it is."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.var, self.path = folder / "var", folder / "hall.sqlite3"
        self.var.mkdir()
        a_migrated_file(self.path, dict(os.environ))
        values = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(self.path), "OPTIONS": IN_MEMORY}
        self._database = DatabaseWrapper({**deepcopy(_defaults()), **values}, DEFAULT_DB_ALIAS)
        self.clock_is_off = timedelta()  # for its database as well
        self._ask_for_our_time()

    def _ask_for_our_time(self) -> None:
        self._database.ensure_connection()
        self._database.connection.create_function("STRFTIME", 2, lambda *_asked: f"{timezone.now():%F %T.%f}"[:-3])

    @contextmanager
    def here(self) -> Iterator[None]:
        home = connections[DEFAULT_DB_ALIAS]
        _forget()
        connections[DEFAULT_DB_ALIAS] = self._database
        try:
            with clock_off(self.clock_is_off), override_settings(VAR_DIR=self.var):
                yield
        finally:
            connections[DEFAULT_DB_ALIAS] = home
            _forget()

    def open(self, file: bytes, words: str, address: str = "http://192.168.1.17:8000") -> Hall:
        """Open what was taken along, or go on from a copy."""
        with self.here():
            content = unseal(file, words)
            if "laptop" in content:
                go_on_from(content=content)
                self._ask_for_our_time()
            else:
                open_file(content=content)
            go_on_here(hall=self.hall(), addresses=[address])
            return self.hall()

    def hall(self) -> Hall:
        return Hall.objects.select_related("tournament").get()

    def file(self, *, closed: bool = False) -> bytes:
        """The file for home, of now; `closed` for good."""
        with self.here():
            hall = self.hall()
            if closed and hall.tournament.hall is None:
                close_hall(hall=hall, by=hall.taken_by)
            return file_for_home(hall, news_of(hall))

    def copy(self) -> bytes:
        """The file by which another laptop goes on."""
        with self.here():
            return whole_file(self.hall())

    def archive(self) -> dict[str, Any]:
        with self.here():
            return archive_of(Tournament.objects.get(), private=True, with_secret=True)

    def close(self) -> None:
        self._database.close()


@contextmanager
def clock_off(off: timedelta) -> Iterator[None]:
    """Everything that asks Django for the time gets one that is off by so much."""
    real = timezone.now
    with patch("django.utils.timezone.now", lambda: real() + off):
        yield


def rewritten(file: bytes, hall: Hall, change: Callable[[dict[str, Any]], object], *, secret: str) -> bytes:
    """The file as a hall would write it that lies: changed, and signed with the key of the hall."""
    content = read_file(file, read_seal(hall.seal))
    change(content)
    signed = {key: value for key, value in content.items() if key != "signature"}
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    return write_file({**signed, "signature": sign(key, signed)}, seal=read_seal(hall.seal), nonce=b"n" * 12)


def brought(tournament: Tournament, file: bytes, by: User) -> FileImport:
    """What became of a file that was brought home."""
    upload = upload_back(tournament=tournament, name="day.hall", content=file, by=by)
    run_waiting_import(only=upload.pk)
    upload.refresh_from_db()
    tournament.refresh_from_db()
    return upload


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

"""Migrations run once for every state of them, not in every process of every run: what they made is kept, and a test
database begins as a copy of it.

It is kept beside the test database: a file on SQLite, another database on PostgreSQL. After the copy Django still asks
whether anything is left to migrate.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files import locks
from django.db import DatabaseError, connection
from django.db.backends.sqlite3.creation import DatabaseCreation as OnSqlite

LOCK = "requirements.txt"
NAME = "migrated-{state}.sqlite3"
PARTS = ("migrations/*.py", "models.py", "models/*.py", "*/migrations/*.py", "*/models.py")


def state_of_migrations() -> str:
    """A digest of all that decides how an empty database looks: ours, and the versions of everybody else's."""
    folders = [Path(app.path) for app in apps.get_app_configs()]
    ours = [folder for folder in folders if folder.parent == settings.BASE_DIR]
    files = [path for folder in ours for part in PARTS for path in folder.glob(part)]
    whole = hashlib.sha256()
    for path in sorted([*files, settings.BASE_DIR / LOCK]):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()[:12]


class File:
    """Kept as a file."""

    def __init__(self) -> None:
        folder = Path(connection.settings_dict["TEST"]["NAME"]).parent
        self.path = folder / NAME.format(state=state_of_migrations())

    def begin(self, patch: pytest.MonkeyPatch) -> None:
        create, create_and_migrate = OnSqlite._create_test_db, OnSqlite.create_test_db

        def copied(creation: OnSqlite, verbosity: int, autoclobber: bool, keepdb: bool = False) -> Any:
            database = create(creation, verbosity, autoclobber, keepdb)
            if self.path.exists() and not keepdb:
                for left in ("-wal", "-shm"):  # by a run that was killed
                    Path(f"{database}{left}").unlink(missing_ok=True)
                shutil.copy(self.path, database)
            return database

        def one_after_the_other(creation: OnSqlite, *arguments: Any, **options: Any) -> str:
            """Let the other processes of a parallel run wait for the first, instead of migrating as well."""
            if self.path.exists():
                return create_and_migrate(creation, *arguments, **options)
            with self.path.with_name("migrated.lock").open("w") as alone:
                locks.lock(alone, locks.LOCK_EX)
                name = create_and_migrate(creation, *arguments, **options)
                self.keep()
            return name

        patch.setattr(OnSqlite, "_create_test_db", copied)
        patch.setattr(OnSqlite, "create_test_db", one_after_the_other)

    def keep(self) -> None:
        if self.path.exists():
            return
        mine = Path(f"{connection.settings_dict['NAME']}.kept")
        mine.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(mine)])
        for old in {*self.path.parent.glob(NAME.format(state="*"))} - {self.path}:
            old.unlink(missing_ok=True)
        mine.replace(self.path)


def a_migrated_file(path: Path, environment: dict[str, str]) -> None:
    """Copy the migrated file that such sites share to `path`; the first that asks for it makes it."""
    there = settings.VAR_DIR / NAME.format(state=state_of_migrations())
    if not there.exists():
        mine = there.with_name(f"{os.getpid()}-{there.name}")
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        env = environment | {"DATABASE_URL": f"sqlite:///{mine}"}
        subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=True)
        mine.replace(there)
    shutil.copy(there, path)


class Template:
    """Kept as a database of the server, one for each that the settings may name."""

    def __init__(self) -> None:
        self.prefix = f"migrated_{connection.settings_dict['NAME']}_"
        self.name = f"{self.prefix}{state_of_migrations()}"

    def begin(self, patch: pytest.MonkeyPatch) -> None:
        if self.name in self._there():
            patch.setitem(connection.settings_dict["TEST"], "TEMPLATE", self.name)

    def keep(self) -> None:
        there = self._there()
        if self.name in there:
            return
        database, quote = str(connection.settings_dict["NAME"]), connection.ops.quote_name
        connection.close()  # it is copied while nobody is in it
        commands = [f"DROP DATABASE IF EXISTS {quote(old)}" for old in there]
        commands.append(f"CREATE DATABASE {quote(self.name)} TEMPLATE {quote(database)}")
        with connection._nodb_cursor() as cursor:
            for command in commands:
                try:
                    cursor.execute(command)
                except DatabaseError:  # another process is faster, or copies it now
                    return

    def _there(self) -> list[str]:
        with connection._nodb_cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [self.prefix])
            return [name for (name,) in cursor.fetchall()]


def kept() -> File | Template:
    return Template() if connection.vendor == "postgresql" else File()

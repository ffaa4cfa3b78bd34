"""The database of the tests, for other processes, and new ones beside it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


@contextmanager
def an_empty_database(folder: Path) -> Iterator[str]:
    """The address of a new database of the same kind; on SQLite a file in the folder."""
    name = f"empty_{uuid4().hex[:12]}"
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    place = connection.settings_dict
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield f"postgres://{place['USER']}:{place['PASSWORD']}@{place['HOST']}:{place['PORT']}/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def manage(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)

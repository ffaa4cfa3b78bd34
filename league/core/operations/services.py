"""The whole database as a file, and back.

A backup is one state of the database, even while others write. It gets its name when it is whole and has been read
again, so that a file with that name is never half a backup. Its last line is the digest of all bytes before it, which
is checked before a row is read: a database notices few of the bits that a disk may turn over. A backup is restored only
into an empty database.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction

from league.core.ledger.rules.heads import ChainEnd
from league.core.operations.queries import Migration, ends_in, filled_tables, other_version

KINDS = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
OPTIONS = ("sslmode", "sslrootcert", "sslcert", "sslkey")
SEAL = b"\ncorner-office backup, sha256 %s\n"
SEALED = len(SEAL % (b"0" * 64))  # bytes; both kinds of database read a file as if they were not there
PIECE = 1 << 20
MIGRATIONS = "SELECT app, name FROM django_migrations"
COPIED = re.compile(r"^COPY \S+ \(id, app, name, applied\) FROM stdin;\n(.*?)^\\\.$", re.MULTILINE | re.DOTALL)
TO = ("--exit-on-error", "--dbname=")  # empty: the one that the environment names


def back_up(*, to: Path, overwrite: bool = False) -> list[ChainEnd]:
    """Write a backup and return the ends of the chains in it.

    Raise ValidationError if such a file already exists, or it can't be written.
    """
    with finished_file(to, overwrite) as unfinished:
        ends = _copy_sqlite(unfinished) if connection.vendor == "sqlite" else _dump_postgresql(unfinished)
        seal(unfinished)
        return ends


def seal(file: Path) -> None:
    """Add the digest of a file as its last line."""
    with file.open("rb+") as sealed:
        digest = _digest(sealed, file.stat().st_size)
        sealed.write(SEAL % digest.encode())


def _digest(file: BinaryIO, size: int) -> str:
    """Return the digest of that many bytes, after which the file is read on."""
    digest = sha256()
    while size > 0 and (piece := file.read(min(PIECE, size))):
        digest.update(piece)
        size -= len(piece)
    return digest.hexdigest()


def restore(*, source: Path) -> None:
    """Put a backup into the empty database. Raise ValidationError, with nothing changed, if the database holds
    something, or the file is damaged, of another kind or of a newer version."""
    _refuse_unfit(source)
    filled = filled_tables()
    if filled:
        raise ValidationError(
            f"The database is not empty ({', '.join(filled[:3])} hold rows). Nothing was restored: name a new one in "
            "DATABASE_URL."
        )
    why = other_version(_migrations_in(source))
    if why:
        raise ValidationError(f"The backup is of another version. {why}")
    if connection.vendor == "sqlite":
        _fill_sqlite(source)
    else:
        connection.close()  # what it has looked at would be locked
        _run("pg_restore", "--single-transaction", "--clean", "--if-exists", "--no-owner", "--no-acl", *TO, str(source))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # knowing nothing of the new rows, the server rates a tenth of the games a second


@contextmanager
def finished_file(to: Path, overwrite: bool) -> Iterator[Path]:
    """Yield a new file beside the target that takes its name after success, and is deleted after failure. Only its
    owner can read it."""
    _refuse_taken(to, overwrite)
    try:
        number, name = mkstemp(dir=to.parent, prefix=f".{to.name}.", suffix=".part")
    except OSError as error:
        raise ValidationError(f"{to}: {error.strerror}.") from error
    unfinished = Path(name)
    try:
        os.close(number)
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        _refuse_taken(to, overwrite)
        unfinished.replace(to)
    except OSError as error:
        raise ValidationError(f"{to}: {error.strerror}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _refuse_taken(to: Path, overwrite: bool) -> None:
    if to.exists() and not overwrite:
        raise ValidationError(f"{to} is there already. Choose another name, or say --force.")


def _copy_sqlite(to: Path) -> list[ChainEnd]:
    try:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as live:
            live.execute("VACUUM INTO ?", [str(to)])
        _refuse_damaged(to)
        with closing(_read_only(to)) as copy:
            return ends_in(copy.cursor())
    except sqlite3.Error as error:
        raise ValidationError(f"No backup was made: {error}.") from error


def _dump_postgresql(to: Path) -> list[ChainEnd]:
    """Dump the database and return its ends as of the same moment: the dump takes over the snapshot of our
    transaction."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            heads = ends_in(cursor)
            _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={to}")
    except DatabaseError as error:
        raise ValidationError(f"No backup was made: {error}.") from error
    _run("pg_restore", f"--file={os.devnull}", str(to))  # every byte of it is read
    return heads


def _refuse_unfit(source: Path) -> None:
    try:
        with source.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise ValidationError(f"{source}: {error.strerror}.") from error
    kind = next((kind for mark, kind in KINDS.items() if start.startswith(mark)), "")
    if not kind:
        raise ValidationError(f"{source} is not a backup.")
    if kind != connection.vendor:
        names = NAMES[kind], NAMES.get(connection.vendor, connection.vendor)
        raise ValidationError("{} is a backup of {}, and DATABASE_URL names {}.".format(source, *names))
    with source.open("rb") as file:
        digest = _digest(file, source.stat().st_size - SEALED)
        if file.read() != SEAL % digest.encode():
            raise ValidationError(f"{source} is not as it was written: its digest differs. Nothing was restored.")


def _refuse_damaged(copy: Path) -> None:
    try:
        with closing(_read_only(copy)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            loose = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise ValidationError(f"{copy} is damaged: {error}.") from error
    if verdict != "ok" or loose:
        raise ValidationError(f"{copy} is damaged: {verdict if verdict != 'ok' else f'a row of {loose[0]} is lost'}.")


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _migrations_in(source: Path) -> set[Migration]:
    if connection.vendor == "sqlite":
        with closing(_read_only(source)) as database:
            try:
                return set(database.execute(MIGRATIONS))
            except sqlite3.Error as error:
                raise ValidationError(f"{source} is not a backup of Corner Office.") from error
    text = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(source))
    rows = COPIED.search(text)
    if not rows:
        raise ValidationError(f"{source} is not a backup of Corner Office.")
    return {(app, name) for _, app, name, _ in (row.split("\t") for row in rows[1].splitlines())}


def _fill_sqlite(source: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(_read_only(source)) as copy:
            copy.backup(connection.connection)
    except sqlite3.Error as error:
        raise ValidationError(f"Nothing was restored: {error}.") from error
    finally:
        connection.close()


def _run(program: str, *arguments: str) -> str:
    """Return what one of PostgreSQL's programs prints. Host and password go through the environment: nobody else reads
    it."""
    if not shutil.which(program):
        raise ValidationError(
            f"{program} is missing: install PostgreSQL's client programs, of the server's version or newer "
            "(on Debian: apt install postgresql-client)."
        )
    place = connection.settings_dict
    named = {"PGDATABASE": "NAME", "PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {variable: str(place[key]) for variable, key in named.items() if place[key]}
    given |= {f"PG{option.upper()}": str(place["OPTIONS"][option]) for option in OPTIONS if option in place["OPTIONS"]}
    done = subprocess.run([program, *arguments], env=os.environ | given, capture_output=True, text=True)
    if done.returncode:
        raise ValidationError([f"{program} failed.", *done.stderr.strip().replace("%", "%%").splitlines()[:5]])
    return done.stdout

import gc
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache as cache_of_calls
from inspect import getsource, isfunction
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connection, transaction
from django.db.backends.postgresql.base import DatabaseOperations as OnPostgresql
from django.db.backends.sqlite3.base import DatabaseOperations as OnSqlite
from django.db.backends.utils import CursorWrapper
from django.test import override_settings
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from league.config.redis import circuit
from tests.database_copies import File, Template, kept

# A busy machine is no reason to fail: examples have no deadline.
hypothesis_settings.register_profile("house", deadline=None, max_examples=100 if "ALL_WIDTHS" in os.environ else 40)
hypothesis_settings.load_profile("house")
OF_SERVERS = ("tests/characters/", "tests/chaos/", "tests/league/site/test_search", "tests/league/standings/")
OF_SERVERS += ("tests/league/test_",)
WORDS_OF_SERVERS = re.compile(
    r"(Integrity|Operational|Database)Error|Thread|\.cursor\(|transaction\.atomic|select_for_update|\braw\(|trigger"
)
AT_ONCE = ("tests.factories.races", "tests.factories.kill_points")
AFTER_MIGRATIONS = {"django_content_type", "auth_permission"}
FUZZ = Path(__file__).with_name("fuzz")
API_SCHEMA = Path(__file__).parent / "league/site/test_api_schema.py"


def pytest_collection() -> None:
    gc.disable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out tests that schemathesis makes where they would not run: each process would make them."""
    wanted = config.option.markexpr
    left_out = {FUZZ: "not slow" in wanted, API_SCHEMA: wanted.startswith("server")}
    return True if left_out.get(collection_path) else None


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the collector of garbage need not look through them again and again. What
    tests leave is looked at seldom, which saves tests of pages about a fifteenth of their time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from django.conf import settings

    # Playwright leaves an event loop on the main thread, and a process forked there inherits half a connection.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if "server" in config.option.markexpr:
        for item in filter(is_decided_by_a_server, items):
            item.add_marker("server")
    if settings.REDIS_URL and "postgresql" in settings.DATABASES["default"]["ENGINE"]:
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL and Redis: python3 run.py test-services")
    for item in items:
        if item.get_closest_marker("services"):
            item.add_marker(skip)


def is_decided_by_a_server(item: pytest.Item) -> bool:
    """Return whether a test of the database may end otherwise on PostgreSQL: its transactions are real, it speaks of
    locks, transactions, triggers or SQL, or it asks the hardest queries. In browsers, where people meet."""
    if item.get_closest_marker("browser"):
        return item.get_closest_marker("together") is not None
    marked = item.get_closest_marker("django_db")
    if item.get_closest_marker("services") or (marked and marked.kwargs.get("transaction")):
        return True
    if marked is None and {"db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ())):
        return False
    return item.nodeid.startswith(OF_SERVERS) or _speaks_of_a_server(getattr(item, "function", None))


@cache_of_calls
def _speaks_of_a_server(test: Callable[..., None] | None) -> bool:
    """By its own words, those of the functions of its module that it calls, or by one that does things at once."""
    if test is None:
        return True
    called = [test.__globals__.get(name) for name in test.__code__.co_names]
    functions = [one for one in called if isfunction(one)]
    near = [test, *(one for one in functions if one.__module__ == test.__module__)]
    return any(one.__module__ in AT_ONCE for one in functions) or any(
        WORDS_OF_SERVERS.search(getsource(one)) for one in near
    )


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests() -> Iterator[None]:
    """Passwords are quick; a test client reads the static files it asks for, not all before its first answer. No
    events process runs unless a test starts one."""
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=quick, WHITENOISE_AUTOREFRESH=True, EVENTS_URL=""):
        yield


@pytest.fixture(scope="session")
def migrated(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[File | Template]:
    """Offer the database that an earlier run has kept, of which the test database is a copy. Commits don't wait for the
    disk, because no test takes the power away."""
    with pytest.MonkeyPatch.context() as patch:
        options = connection.settings_dict["OPTIONS"]
        if asked := options.get("init_command"):
            patch.setitem(options, "init_command", asked.replace("synchronous=FULL", "synchronous=OFF"))
        with django_db_blocker.unblock():
            there = kept()
            there.begin(patch)
        yield there


@pytest.fixture(scope="session")
def django_db_modify_db_settings(migrated: File | Template) -> None:
    """Before pytest-django makes the test database."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, migrated: File | Template, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        migrated.keep()


@pytest.fixture(scope="module")
def rows_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[DjangoDbBlocker]:
    """For a fixture of a whole module: the rows it makes are there for each of its tests and go after the last one.

    What a test changes is taken back after it, as ever: its transaction is a savepoint in this one.
    """
    cache.clear()  # the ids of its rows may be those of the test before
    whole = transaction.atomic()
    whole._from_testcase = True  # as TestCase marks its own, so that atomic(durable=True) may begin in it
    with django_db_blocker.unblock():
        whole.__enter__()
    yield django_db_blocker
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        whole.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """No test is throttled for what the one before it asked, or does without Redis because that one did."""
    circuit.close()
    cache.clear()
    yield


@pytest.fixture(scope="session", autouse=True)
def flush_past_triggers() -> Iterator[None]:
    """Empty the tables after a test with real transactions, which triggers may forbid. What Django writes after every
    migration stays (`AFTER_MIGRATIONS`), and is not written again: that took ten times as long as the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OnSqlite, "execute_sql_flush", flush_without_triggers)
        patch.setattr(OnPostgresql, "execute_sql_flush", delete_as_a_replica)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_arguments, **_options: None)
        yield


def flush_without_triggers(self: OnSqlite, _statements: Sequence[str]) -> None:
    with transaction.atomic(self.connection.alias), self.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        empty_tables(cursor)
        for _, sql in triggers:
            cursor.execute(sql)


def delete_as_a_replica(self: OnPostgresql, _statements: Sequence[str]) -> None:
    """Delete rows in place of the TRUNCATE of every table, which makes new files for all; a test leaves few rows."""
    with transaction.atomic(self.connection.alias), self.connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        empty_tables(cursor)


def empty_tables(cursor: CursorWrapper) -> None:
    for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
        if table not in AFTER_MIGRATIONS:
            cursor.execute(f'DELETE FROM "{table}"')

from collections.abc import Iterator, Sequence

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.backends.sqlite3.base import DatabaseOperations
from hypothesis import settings as hypothesis_settings

# A busy machine is no reason to fail: examples have no deadline.
hypothesis_settings.register_profile("house", deadline=None)
hypothesis_settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from django.conf import settings

    # Playwright leaves an event loop on the main thread, and a process forked there inherits half a connection.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if settings.REDIS_URL and "postgresql" in settings.DATABASES["default"]["ENGINE"]:
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL and Redis: python3 run.py test-services")
    for item in items:
        if item.get_closest_marker("services"):
            item.add_marker(skip)


@pytest.fixture(autouse=True)
def quick_passwords(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """No test is throttled for what the one before it asked."""
    cache.clear()
    yield


@pytest.fixture(scope="session", autouse=True)
def flush_past_triggers() -> Iterator[None]:
    """After a test with real transactions every table is emptied; on SQLite triggers may forbid that."""
    flush = DatabaseOperations.execute_sql_flush

    def flush_without_triggers(self: DatabaseOperations, statements: Sequence[str]) -> None:
        with transaction.atomic(self.connection.alias), self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            flush(self, statements)
            for _, sql in triggers:
                cursor.execute(sql)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush_without_triggers)
        yield

"""The site has a few connections to PostgreSQL, however many ask; who gets none in time is told to come again."""

import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from threading import Barrier, Thread
from time import sleep
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from django.db import OperationalError, connection
from psycopg_pool import PoolTimeout

import run
from league.core.rules.waits import BUSY, why_later
from tests.factories.families import family
from tests.factories.friday_club import a_friday_club

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
LIMIT, REQUESTS = 10, 60


@pytest.fixture
def narrow_door() -> Iterator[str]:
    """Yield the address of this database for a role with ten connections, a role of its own: they are those of the
    whole server, which other processes of a run use as well."""
    told = connection.settings_dict
    role = f"few_connections_of_{told['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP ROLE IF EXISTS {role}")
        cursor.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'few' CONNECTION LIMIT {LIMIT}")
        cursor.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
    yield f"postgres://{role}:few@{told['HOST']}:{told['PORT'] or 5432}/{told['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", [role])
        cursor.execute(f"DROP OWNED BY {role}")
        cursor.execute(f"DROP ROLE {role}")


def served(url: str, most: int) -> "tuple[subprocess.Popen[bytes], str]":
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--blocking-threads", "64", "--port", str(port)]
    environment = os.environ | {"DATABASE_URL": url, "DATABASE_POOL": str(most)}
    site = subprocess.Popen([*command, "league.config.wsgi:application"], cwd=run.ROOT, env=environment)
    for _ in range(300):
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return site, f"http://127.0.0.1:{port}"
        except URLError:
            assert site.poll() is None
            sleep(0.2)
    raise AssertionError("The site does not answer.")


def asked_at_once(url: str) -> Counter[int]:
    found: Counter[int] = Counter()
    start = Barrier(REQUESTS)

    def ask() -> None:
        start.wait(30)
        try:
            with urlopen(url, timeout=60) as answer:
                found[answer.status] += 1
        except HTTPError as refused:
            found[refused.code] += 1
            assert refused.code != 503 or refused.headers["Retry-After"]

    threads = [Thread(target=ask) for _ in range(REQUESTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    return found


@pytest.mark.parametrize("most", family([4 * LIMIT, LIMIT - 6]))
def test_sixty_requests_at_once_through_ten_connections_are_no_error(narrow_door: str, most: int):
    """The pool may open more of them than there are, or fewer."""
    a_friday_club()
    site, address = served(narrow_door, most)
    try:
        found = asked_at_once(f"{address}/leagues/friday-club/") + asked_at_once(f"{address}/api/v1/characters/")
    finally:
        site.terminate()
        site.wait(30)
    assert found[200] and set(found) <= {200, 503} and sum(found.values()) == 2 * REQUESTS, found


def test_whoever_gets_no_connection_in_time_is_told_to_come_again():
    error = OperationalError("couldn't get a connection after 4.00 sec")
    error.__cause__ = PoolTimeout("couldn't get a connection after 4.00 sec")
    assert why_later(error) == BUSY


def test_commands_and_workers_have_no_pool():
    assert "pool" not in connection.settings_dict["OPTIONS"]

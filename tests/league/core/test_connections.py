"""What the pool of the site asks of a connection before it gives it away."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

pytestmark = [pytest.mark.services, pytest.mark.django_db]
ASKED = "SELECT query, state_change FROM pg_stat_activity WHERE pid = %s"


@pytest.fixture
def kept() -> Iterator[Any]:
    from league.config.connections import Watched  # psycopg is there where PostgreSQL is

    told = connection.get_connection_params()
    with Watched.connect(
        host=told["host"], port=told.get("port"), user=told["user"], password=told.get("password"),
        dbname=told["dbname"], autocommit=True,
    ) as one:  # fmt: skip
        yield one


def seen(pid: int) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(ASKED, [pid])
        return cursor.fetchone()


def test_a_connection_that_is_there_is_not_asked(kept):
    kept.execute("SELECT 1")
    before = seen(kept.info.backend_pid)
    ConnectionPool.check_connection(kept)
    assert seen(kept.info.backend_pid) == before
    assert kept.execute("SELECT 2").fetchone() == (2,)


def test_a_connection_that_the_server_has_ended_is_found_out(kept):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [kept.info.backend_pid])
        assert cursor.fetchone() == (True,)
    with pytest.raises(OperationalError):
        ConnectionPool.check_connection(kept)


def test_within_a_transaction_it_is_asked(kept):
    kept.execute("BEGIN")
    before = seen(kept.info.backend_pid)
    kept.execute("")
    assert seen(kept.info.backend_pid) != before

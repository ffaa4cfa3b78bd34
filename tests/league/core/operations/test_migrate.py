"""Two deploys at once: the second waits for the first, and finds nothing left to do."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.factories.databases import an_empty_database, manage

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_migrate_an_empty_database_at_once_one_waits(tmp_path):
    if connection.vendor == "sqlite":
        pytest.skip("PostgreSQL lets several write at once")
    with an_empty_database(tmp_path) as url, ThreadPoolExecutor(2) as pool:
        begun = [pool.submit(manage, "migrate", "--verbosity", 0, DATABASE_URL=url) for _ in range(2)]
        both = [each.result() for each in begun]
        assert [each.returncode for each in both] == [0, 0], [each.stderr[-2000:] for each in both]
        assert manage("migrate", "--check", DATABASE_URL=url).returncode == 0

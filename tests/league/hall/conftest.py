from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.factories.hall_sites import HallSite


@pytest.fixture
def site(tmp_path: Path) -> Iterator[HallSite]:
    if connection.vendor != "sqlite":
        pytest.skip("SQL that is kept in a process is that of one kind of database")
    site = HallSite(tmp_path)
    yield site
    site.close()

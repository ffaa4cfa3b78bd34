from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.hall_sites import HallSite


@pytest.fixture
def site(tmp_path: Path) -> Iterator[HallSite]:
    site = HallSite(tmp_path)
    yield site
    site.close()

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.db import connection

from league.tournaments.hall.rules import files
from tests.factories.hall_sites import HallSite


@pytest.fixture
def site(tmp_path: Path) -> Iterator[HallSite]:
    if connection.vendor != "sqlite":
        pytest.skip("SQL that is kept in a process is that of one kind of database")
    site = HallSite(tmp_path)
    yield site
    site.close()


@pytest.fixture
def quick_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words become a key at once, as passwords of tests do: there is nobody who guesses."""
    monkeypatch.setattr(files, "Scrypt", lambda **cost: Scrypt(**cost | {"n": 2}))

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.db import connection

from league.tournaments.draws.rules import version_1
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


@pytest.fixture
def draws_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round follows from its field and its seed alone, so what home proves again of every file is worked out once."""
    search, known = version_1.next_round, dict[str, Any]()

    def once(*asked: Any) -> Any:
        key = repr((asked[0].to_json(), asked[1:]))
        if key not in known:
            known[key] = search(*asked)
        return known[key]

    monkeypatch.setattr(version_1, "next_round", once)

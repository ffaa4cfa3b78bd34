from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Season
from tests.factories.club import Club, a_club
from tests.factories.league import a_character, a_season


@pytest.fixture
def club(db) -> Club:
    return a_club()


@pytest.fixture
def season(db) -> Season:
    return a_season("spring")


@pytest.fixture
def cast(season) -> SimpleNamespace:
    """Ada, Bo, Cleo and Dev, all at Entry Level: the first two at AGRIVI, the others at Stonehenge."""
    return SimpleNamespace(
        ada=a_character(season, "Ada"),
        bo=a_character(season, "Bo"),
        cleo=a_character(season, "Cleo", company="stonehenge"),
        dev=a_character(season, "Dev", company="stonehenge"),
    )


@pytest.fixture
def text(client) -> Callable[..., str]:
    """A page that answers 200, as text with single spaces."""

    def fetch(url: str, **headers: str) -> str:
        response = client.get(url, headers=headers)
        assert response.status_code == 200, response.status_code
        return " ".join(response.content.decode().split())

    return fetch


@pytest.fixture
def queries() -> Callable[[Client, str], int]:
    """How many queries a page takes."""

    def count(client: Client, url: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        return len(captured)

    return count

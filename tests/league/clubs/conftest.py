from typing import Any

import pytest

from league.models import League, Tournament
from league.models.organisation import Joining
from tests.factories.desk import Desk, a_desk


@pytest.fixture
def desk(db) -> Desk:
    return a_desk(capacity=12)


@pytest.fixture
def league(desk) -> League:
    return desk.season.league


@pytest.fixture
def tournament(desk) -> Tournament:
    return desk.tournament


@pytest.fixture
def stranger(client, desk) -> Any:
    client.force_login(desk.stranger)
    return client


@pytest.fixture
def open_league(league) -> League:
    league.joining = Joining.OPEN
    league.save()
    return league

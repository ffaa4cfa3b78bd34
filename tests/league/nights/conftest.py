import pytest

from league.models import GameNight
from tests.factories.nights import a_night
from tests.factories.thursday_club import ThursdayClub


@pytest.fixture
def night(thursday: ThursdayClub) -> GameNight:
    return a_night(thursday)

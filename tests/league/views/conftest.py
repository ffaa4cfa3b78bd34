import pytest

from tests.factories.club import Club, a_club


@pytest.fixture
def club(db: None) -> Club:
    return a_club()

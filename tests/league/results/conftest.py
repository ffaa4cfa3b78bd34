import pytest

from tests.factories.thursday_club import ThursdayClub, post_game


@pytest.fixture
def waiting(thursday: ThursdayClub) -> dict:
    """A game that Ada has reported and nobody has confirmed."""
    return post_game(thursday, by="ada", confirm=False)

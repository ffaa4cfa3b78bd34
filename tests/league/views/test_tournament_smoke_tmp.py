import pytest
from tests.factories.tournaments import *
pytestmark = pytest.mark.django_db

@pytest.mark.parametrize("path", ["/tournaments/", "/tournaments/spring-open/", "/tournaments/spring-open/entries/", "/tournaments/spring-open/draws/","/tournaments/spring-open/rounds/1/1/", "/tournaments/spring-open/screen/", "/tournaments/spring-open/why/1/ada/", "/", "/seasons/spring/", "/leagues/league-of-spring/","/characters/ada/"])
def test_page(client, path):
    t = a_tournament()
    e = entered(t, 8)
    s = a_stage(t, e)
    r = a_round(s, e[:4], e[4:])
    played_table(r.tables.first())
    response = client.get(path)
    assert response.status_code == 200

"""The season's standings of one game and of all of them: on the page, in the API, on the command line."""

import json
import re

import pytest
from django.core.management import call_command

from characters.models import Character
from league.standings.queries.standings import systems_of
from tests.factories.cast import the_cast
from tests.factories.results import placed_game
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db
URL = "/seasons/spring/"
API = "/api/v1/seasons/spring/standings/"


@pytest.fixture
def season():
    """Ada wins at Careers, Bo at Office Job and more often; Cleo plays Careers alone."""
    season = a_season("spring")
    ada, bo, cleo, _ = the_cast(season)
    placed_game(season, "c1", 1, ada, cleo, bo)
    placed_game(season, "o1", 2, bo, ada, system="office_job")
    placed_game(season, "o2", 3, bo, ada, system="office_job")
    return season


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def names(client, query=""):
    return [row["name"] for row in client.get(API + query).json()["results"]]


def test_the_page_offers_the_games_that_the_season_has(season, client):
    shown = page(client, URL)
    assert '<option value="office_job"' in shown and '<option value="career_poker"' not in shown
    assert shown.count("Why is") == 3


def test_a_season_of_one_game_asks_nothing(client):
    season = a_season("spring")
    ada, bo, *_ = the_cast(season)
    placed_game(season, "c1", 1, ada, bo)
    assert 'name="system"' not in page(client, URL)


def test_the_choice_is_kept_in_the_address(season, client):
    shown = page(client, URL + "?system=office_job&sort=wins")
    assert shown.count("Why is") == 2 and "Games of Office Job only." in shown
    assert "/why/bo/?system=office_job" in shown
    assert '<option value="office_job" selected' in shown


@pytest.mark.parametrize("query", ["?system=career_poker", "?system=nonsense", "?system="])
def test_a_game_that_the_season_lacks_shows_all(season, client, query):
    assert page(client, URL + query).count("Why is") == 3


def test_why_is_about_the_same_games(season, client):
    shown = page(client, URL + "why/ada/?system=careers")
    assert "number 1 of 3" in shown and "Games of Careers only." in shown
    assert not re.search(r"\bo1\b", shown)
    assert "/why/cleo/?system=careers" in shown
    assert client.get(URL + "why/cleo/?system=office_job").status_code == 404


def test_the_api_takes_a_system(season, client):
    assert names(client, "?system=careers") == ["Ada", "Cleo", "Bo"]
    assert names(client, "?system=office_job") == ["Bo", "Ada"]
    assert names(client) == ["Bo", "Ada", "Cleo"]
    assert client.get(API + "?system=office_job").json()["system"] == "office_job"
    row = client.get(API + "?character=ada&system=office_job").json()
    assert (row["position"], row["of"]) == (2, 2)


def test_the_api_refuses_a_system_that_is_none(season, client):
    assert client.get(API + "?system=chess").status_code == 400
    assert client.get(API + "?system=chess&character=ada").status_code == 400


def test_the_command_takes_a_system(season, capsys):
    call_command("standings", "spring", "--system", "office_job", "--format", "json")
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == ["Bo", "Ada"]


def test_the_games_of_a_season_are_listed_as_everywhere_and_without_those_of_others(season):
    placed_game(a_season("autumn"), "p1", 4, *Character.objects.all()[:2], system="career_poker")
    assert systems_of(season) == ["careers", "office_job"]

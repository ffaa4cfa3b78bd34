"""Companies of several leagues: the pages count the one that the reader is in, and say so."""

import pytest
from django.contrib.auth.models import User

from league.clubs.services.leagues import choose_league
from tests.factories.characters import a_character
from tests.factories.people import a_member
from tests.factories.seasons import a_season


@pytest.fixture
def others(season, cast):
    """Another league with one character at the company of Ada and Bo."""
    autumn = a_season("autumn")
    a_character(autumn, "Una")
    return autumn


def test_a_registration_in_another_league_changes_no_count(season, cast, others, text):
    page = text("/companies/")
    assert "Only characters of" in page and "League of spring" in page and "2<span class" in page


def test_an_org_chart_shows_the_league_that_the_reader_is_in(season, cast, others, client, text):
    reader: User = a_member(season, "rita")
    a_member(others, "rita")
    choose_league(user=reader, league=season.league)
    client.force_login(reader)
    page = text("/companies/london/agrivi/")
    assert "Ada" in page and "Una" not in page and "2 people at work" in page
    choose_league(user=reader, league=others.league)
    page = text("/companies/london/agrivi/")
    assert "Una" in page and "Ada" not in page and "1 person at work" in page


def test_the_address_chooses_another_league_or_all(season, cast, others, text):
    assert "3 people at work" in text("/companies/london/agrivi/?league=all")
    page = text("/companies/london/agrivi/?league=league-of-autumn")
    assert "Una" in page and "company=london%2Fagrivi&amp;league=league-of-autumn" in page


def test_a_league_that_does_not_exist_is_not_found(season, client):
    assert client.get("/companies/?league=nowhere").status_code == 404

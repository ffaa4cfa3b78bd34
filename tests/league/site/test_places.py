"""The five places that every page leads to, and which of them a page belongs to."""

import re

import pytest
from django.test import Client

from league.clubs.services.leagues import choose_league, join_league
from league.site.rules.home import place_of
from tests.factories.characters import hire
from tests.factories.desk import a_desk
from tests.factories.friday_club import FridayClub
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", "home"),
        ("/season/", "league"),
        ("/seasons/spring/odds/", "league"),
        ("/tournaments/", "league"),
        ("/leagues/thursday/run/", "run"),
        ("/leagues/thursday/workshop/", "run"),
        ("/play/new/", "table"),
        ("/rules/careers/", "help"),
        ("/inbox/", "me"),
        ("/privacy/", ""),
    ],
)
def test_a_page_belongs_to_one_place(path: str, place: str):
    assert place_of(path) == place


def marked(client: Client, path: str) -> set[str]:
    page = client.get(path).content.decode()
    return set(re.findall(r'<a href="([^"]*)" aria-current="true">', page))


def test_the_frame_marks_the_place_of_the_page(client: Client):
    a_desk()
    assert marked(client, "/tournaments/") == {"/season/"}
    assert marked(client, "/help/") == {"/help/"}
    assert marked(client, "/privacy/") == set()


def test_the_foot_of_a_page_has_four_links(client: Client):
    foot = client.get("/help/").content.decode().partition("site-foot-links")[2].partition("</ul>")[0]
    assert foot.count("<a ") == 4


def test_who_runs_the_league_has_one_place_more(client: Client):
    desk = a_desk()
    run = f"/leagues/{desk.season.league.slug}/run/"
    for user, sees in ((None, False), (desk.pia, False), (desk.olga, True)):
        if user:
            client.force_login(user)
        assert (run in client.get("/help/").content.decode()) is sees


def test_me_is_the_character_of_the_league_that_one_is_in(client: Client, club: FridayClub):
    other = a_season("other")
    join_league(league=other.league, user=club.ada)
    there = hire(other, "Aaron", owner=club.ada)
    client.force_login(club.ada)
    for league, character in ((club.league, club.overtime), (other.league, there)):
        choose_league(user=club.ada, league=league)
        assert client.get("/me/").url == character.get_absolute_url()


def test_me_without_a_character_leads_to_where_one_is_registered(client: Client, club: FridayClub):
    client.force_login(club.dev)
    assert client.get("/me/").url == "/characters/register/"
    client.logout()
    assert client.get("/me/").url == "/accounts/login/?next=/me/"

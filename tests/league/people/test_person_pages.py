"""The page of a person shows their characters, and beyond that what they chose; what is hidden stays hidden."""

import pytest
from django.core.cache import cache

from league.models import PersonPage
from league.talk.services import block_person, hide_league
from tests.factories.pages import text as text_of
from tests.factories.thursday_club import a_tournament_of

URL, EDIT = "/people/ada/", "/accounts/person-page/"
BOTH = {"shows_leagues": "on", "shows_tournaments": "on"}


def page(client, url: str = URL) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return text_of(response)


def test_a_page_shows_the_characters_and_nothing_else_until_it_is_chosen(client, thursday):
    a_tournament_of(thursday)
    shown = page(client)
    assert "/characters/ada/" in shown and "/characters/bo/" not in shown
    assert "Spring Open" not in shown and "Thursday Club" not in shown
    client.force_login(thursday.users["ada"])
    assert client.post(EDIT, BOTH).url == URL
    client.logout()
    shown = page(client)
    assert "Spring Open" in shown and "Thursday Club</bdi></a>, Player" in shown
    client.force_login(thursday.users["ada"])
    client.post(EDIT, {})
    assert "Spring Open" not in page(client)


def test_the_form_shows_what_was_chosen_and_keeps_one_row(client, thursday):
    client.force_login(thursday.users["ada"])
    for chosen in (BOTH, {"shows_leagues": "on"}):
        client.post(EDIT, chosen)
    assert client.get(EDIT).content.count(b" checked") == 1
    assert PersonPage.objects.values_list("shows_leagues", "shows_tournaments").get() == (True, False)


def test_a_personnel_file_leads_to_the_page_of_its_player(client, thursday):
    assert 'Played by <a href="/people/ada/">' in page(client, "/characters/ada/")


@pytest.mark.parametrize("name", ["otto", "nobody", "xenia", "ada/", "../ada"])
def test_somebody_without_anything_to_show_has_no_page_like_a_name_that_nobody_has(client, thursday, name):
    assert client.get(f"/people/{name}/").status_code == 404


def test_ones_own_empty_page_is_there_for_oneself(client, thursday):
    client.force_login(thursday.users["xenia"])
    assert "Nobody plays for you yet" in page(client, "/people/xenia/")


def test_an_organiser_who_shows_the_league_has_a_page_without_a_character(client, thursday):
    PersonPage.objects.create(user=thursday.users["otto"], shows_leagues=True)
    assert "Thursday Club</bdi></a>, Organiser" in page(client, "/people/otto/")
    assert 'href="/people/otto/"' in page(client, "/search/?q=otto")


def test_whoever_has_been_blocked_has_no_page(client, thursday):
    block_person(username="ada", why="Insults", by=thursday.users["otto"])
    assert client.get(URL).status_code == 404
    assert URL not in page(client, "/characters/ada/") and URL not in page(client, "/search/?q=ada")


def test_what_is_in_a_hidden_league_is_not_on_the_page(client, thursday):
    PersonPage.objects.create(user=thursday.users["ada"], shows_leagues=True, shows_tournaments=True)
    a_tournament_of(thursday)
    hide_league(league=thursday.league, why="Insults", by=thursday.users["otto"])
    cache.clear()
    assert client.get(URL).status_code == 404
    client.force_login(thursday.users["bo"])
    assert "Spring Open" in page(client) and "Thursday Club" in page(client)


def test_a_person_is_found_by_a_part_of_the_name(client, thursday):
    assert 'href="/people/cleo/"' in page(client, "/search/?q=LEO")
    assert 'href="/people/otto/"' not in page(client, "/search/?q=otto")


def test_the_page_takes_as_many_queries_for_many_characters(client, thursday, queries):
    one = queries(client, URL)
    ada = thursday.users["ada"]
    for who in thursday.characters.values():
        type(who).objects.filter(pk=who.pk).update(owner=ada)
    assert queries(client, URL) == one

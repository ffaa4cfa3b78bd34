"""The page of a person shows their characters, and beyond that what they chose; what is hidden stays hidden."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError

from league.models import Introduction, LedgerEntry, PersonPage, Report
from league.people.services.person_pages import introduce
from league.talk.services import block_person, hide_league, report_page
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


def test_what_one_wishes_to_be_called_stands_where_the_name_stands(client, thursday):
    client.force_login(thursday.users["ada"])
    client.post(EDIT, {"called": " Adda  L. ", "pronouns": "she/her", "spoken": "AH-da"})
    client.logout()
    words = "<bdi>Adda L.</bdi>, <bdi>she/her</bdi>, spoken “<bdi>AH-da</bdi>”"
    assert words in page(client) and words in page(client, "/characters/ada/")
    client.force_login(thursday.users["ada"])
    client.post(EDIT, {"pronouns": "they/them"})
    assert '<span class="introduction"><bdi>they/them</bdi></span>' in page(client)
    client.post(EDIT, {})
    assert "introduction" not in page(client)


def test_what_cannot_be_shown_is_refused_beside_its_field_and_changes_nothing(client, thursday):
    client.force_login(thursday.users["ada"])
    answer = text_of(client.post(EDIT, {"called": "x\u202ey", "shows_leagues": "on"}))
    assert "letters that can&#x27;t be shown" in answer
    assert "at most 40" in text_of(client.post(EDIT, {"called": "W" * 41}))
    assert not Introduction.objects.exists() and not PersonPage.objects.exists()


def test_the_staff_hides_what_somebody_is_called_and_shows_it_again(client, thursday):
    ada, root = thursday.users["ada"], User.objects.create(username="root", is_staff=True)
    introduce(user=ada, called="Rude Word", pronouns="", spoken="")
    report_page(by=thursday.users["bo"], page="/people/ada/", why="Rude")
    client.force_login(root)
    row = Introduction.objects.get()
    assert f'name="hide_words" value="introduction-{row.pk}"' in page(client, "/moderation/")
    client.post(
        "/moderation/", {"report": Report.objects.get().pk, "hide_words": f"introduction-{row.pk}", "why": "An insult"}
    )
    assert "Rude Word" not in page(client) and "Rude Word" not in page(client, "/characters/ada/")
    assert "what somebody wishes to be called. The reason: An insult" in LedgerEntry.objects.latest("pk").text
    with pytest.raises(ValidationError, match="An insult"):
        introduce(user=ada, called="Another", pronouns="", spoken="")
    client.post("/moderation/", {"show_words": f"introduction-{row.pk}"})
    assert "Rude Word" in page(client)

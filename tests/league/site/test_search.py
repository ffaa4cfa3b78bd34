"""The search box: everything with a name, grouped, for scripts and without them; what is hidden is not found."""

import pytest
from django.core.cache import cache

from characters.rules.names import search_key, sort_key
from characters.services.registration import keep_former_name
from league.models import League
from league.site.rules.search import sought
from league.talk.services import hide_league
from tests.factories.crowds import a_crowd
from tests.factories.pages import text as text_of
from tests.factories.seasons import a_season
from tests.factories.thursday_club import a_tournament_of, post_game

URL = "/search/"


def answer(client, words: str, **headers: str) -> str:
    return text_of(client.get(URL, {"q": words}, headers=headers))


def headings(page: str) -> list[str]:
    return [one for one in (*OF_LEAGUES, "Companies", "Rules") if f"<h2>{one}</h2>" in page]


def of_leagues(page: str) -> list[str]:
    return [one for one in headings(page) if one in OF_LEAGUES]


OF_LEAGUES = ("Characters", "People", "Games", "Tournaments", "Leagues and seasons")


def test_a_character_is_found_by_any_part_of_the_name_and_by_a_former_one(client, thursday):
    ada = thursday.characters["Ada"]
    keep_former_name(character=ada, name="Zoë d’Augusta Byron")
    for words in ("Ada", "ADA", "da", "byron", "zoe", "byron daugusta"):
        assert ada.get_absolute_url() in answer(client, words)
    assert ada.get_absolute_url() not in answer(client, "Adamant")
    assert f'href="{ada.get_absolute_url()}"> <svg class="portrait' in answer(client, "Ada"), "with a face"


def test_words_are_found_in_any_order_and_names_that_begin_so_come_first(client, thursday):
    ada, bo, cleo = (thursday.characters[name] for name in ("Ada", "Bo", "Cleo"))
    for who, name in ((ada, "Grey, Ada Mary"), (bo, "Mary Grey"), (cleo, "Mary Blue")):
        type(who).objects.filter(pk=who.pk).update(
            name=name, name_key=name.casefold(), search_key=search_key(name), sort_key=sort_key(name)
        )
    page = answer(client, "mary grey")
    assert page.index("/characters/bo/") < page.index("/characters/ada/") and "/characters/cleo/" not in page


def test_a_game_is_found_by_its_number_and_by_the_beginning_of_its_reference(client, thursday):
    game = post_game(thursday, reference="Friday-17")
    for words in (str(game["id"]), f"#{game['id']}", "Friday-1"):
        assert f'href="/games/{game["id"]}/"' in answer(client, words), words
    assert headings(answer(client, "riday-1")) == []


def test_a_number_beyond_every_key_finds_nothing(client, db):
    assert "Nothing is called that" in answer(client, "9" * 19)
    assert sought("9" * 30).number is None


def test_tournaments_leagues_and_seasons_companies_and_rules_are_found(client, thursday):
    tournament = a_tournament_of(thursday, draw=False)
    assert tournament.get_absolute_url() in answer(client, "spring OPEN")
    assert headings(answer(client, "Thursday")) == ["Leagues and seasons"]
    assert "/seasons/spring-2026/" in answer(client, "spring")
    assert "/companies/london/lister_bacon/" in answer(client, "lister")
    assert "/rules/careers/#R48" in answer(client, "R48")


def test_a_name_in_another_alphabet_is_found_in_small_letters(client, db):
    League.objects.create(name="Ärger im Büro", slug="ärger-im-büro")
    assert "/leagues/%C3%A4rger-im-b%C3%BCro/" in answer(client, "ärger im büro")


def test_htmx_is_sent_the_list_alone(client, thursday):
    page = answer(client, "thursday club", **{"HX-Request": "true"})
    assert "<html" not in page and thursday.league.get_absolute_url() in page
    assert 'role="status"' in page and "1 found" in page


def test_the_box_stands_on_every_page_and_works_without_scripts(client, db):
    page = answer(client, "")
    assert 'action="/search/" method="get" role="search"' in page and "Ctrl-K" in page


@pytest.mark.parametrize("words", ["", " ", "a", "\x00", "%", "_", "a\x00", "'--", "\\"])
def test_too_little_or_odd_is_answered_and_finds_not_everything(client, thursday, words):
    assert thursday.characters["Bo"].get_absolute_url() not in answer(client, words)


def test_a_hidden_league_stays_hidden_with_all_that_is_its_own(client, thursday):
    post_game(thursday, reference="Friday-17")
    a_tournament_of(thursday, draw=False)
    asked = ("Ada", "Friday-17", "Spring", "Thursday")
    assert all(of_leagues(answer(client, words)) for words in asked)
    hide_league(league=thursday.league, why="Insults", by=thursday.users["otto"])
    cache.clear()
    for words in asked:
        assert of_leagues(answer(client, words)) == []
    client.force_login(thursday.users["ada"])
    assert all(of_leagues(answer(client, words)) for words in asked)


def test_a_full_group_is_bounded_and_leads_to_the_list(client, queries, thursday):
    post_game(thursday, reference="Person")
    one = queries(client, f"{URL}?q=person")
    a_crowd(a_season("crowd"), 100)
    page = answer(client, "person")
    assert page.count('href="/characters/person-') == 20 and 'href="/characters/?q=person"' in page
    assert queries(client, f"{URL}?q=person") <= one

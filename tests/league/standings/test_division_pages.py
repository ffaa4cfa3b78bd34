"""Divisions of a season: read by everybody, made by organisers."""

import pytest

from league.models import Season
from league.standings import views
from league.standings.services.divisions import assign_by_standings, set_divisions
from tests.factories.characters import a_character
from tests.factories.people import a_member, an_organiser
from tests.factories.results import placed_game
from tests.factories.seasons import set_house_rules

pytestmark = pytest.mark.django_db
URL = "/seasons/spring/divisions/"


@pytest.fixture
def divided(season, cast):
    """Ada and Bo above Cleo and Dev."""
    placed_game(season, "one", 1, cast.ada, cast.bo, cast.cleo, cast.dev)
    set_divisions(season=season, names=["First", "Second"])
    assign_by_standings(season=season)
    return season


@pytest.fixture
def autumn(season):
    made = Season.objects.create(league=season.league, name="Autumn", slug="autumn", draw_seed="seed")
    set_house_rules(made)
    return made


@pytest.fixture
def organiser(season, client):
    client.force_login(an_organiser(season))


def test_a_season_without_divisions_has_no_tab(season, text):
    assert "Divisions" not in text("/seasons/spring/")
    assert "without divisions" in text(URL)


def test_an_organiser_is_led_to_make_them(season, organiser, text):
    assert URL in text("/seasons/spring/")
    assert "Make divisions" in text(URL)


def test_arrows_say_who_would_go_up_or_down_now(divided, text):
    page = text(URL)
    assert URL in text("/seasons/spring/")
    assert page.count("goes-up") == 1 and page.count("goes-down") == 1
    bo, cleo = page.index("/characters/bo/"), page.index("/characters/cleo/")
    assert bo < page.index("▼") < cleo < page.index("▲")


def test_large_divisions_have_pages(divided, organiser, text, monkeypatch):
    monkeypatch.setattr(views, "IN_A_DIVISION", 1)
    for page in (URL, f"{URL}edit/"):
        shown = [
            [f"<bdi>{name}</bdi>" in text(part) for name in ("Ada", "Bo", "Cleo", "Dev")]
            for part in (page, f"{page}?page=2")
        ]
        assert shown == [[True, False, True, False], [False, True, False, True]]
    assert '<td class="position">2</td>' in text(f"{URL}?page=2")


def test_own_rows_are_marked(divided, cast, client, text):
    client.force_login(cast.bo.owner)
    assert text(URL).count("is-you") == 1


@pytest.mark.parametrize("path", ["edit/", "carry/?to=autumn"])
def test_making_them_is_for_organisers(divided, autumn, client, path):
    assert client.get(URL + path).headers["Location"].startswith("/accounts/login/")
    client.force_login(a_member(divided, "player"))
    assert client.get(URL + path).status_code == 403
    assert client.post(URL + "edit/", {"names": "One"}).status_code == 403
    assert client.post(URL + "carried/", {"to": "autumn"}).status_code == 403
    assert divided.divisions.count() == 2


def test_an_organiser_makes_places_and_moves(season, cast, organiser, client, text):
    placed_game(season, "one", 1, cast.ada, cast.bo, cast.cleo, cast.dev)
    client.post(URL + "edit/", {"names": "First\nSecond"})
    assert "4 characters are placed" in client.post(URL + "edit/", {"assign": "yes"}, follow=True).content.decode()
    second = season.divisions.get(tier=2)
    client.post(URL + "edit/", {"character": cast.ada.pk, "division": second.pk})
    assert season.division_places.get(character=cast.ada).division == second
    client.post(URL + "edit/", {"character": cast.ada.pk, "division": ""})
    assert not season.division_places.filter(character=cast.ada).exists()
    assert "In no division" in text(URL + "edit/")


def test_a_refusal_is_a_sentence(divided, organiser, client):
    page = client.post(URL + "edit/", {"names": "First"}, follow=True).content.decode()
    assert "Second still has characters. Move them first." in page


def test_carrying_over_is_shown_first_and_then_done_once(divided, autumn, organiser, client, text, cast):
    zoe = a_character(divided, "Zoe")
    page = text(URL + "carry/?to=autumn&newcomers=yes")
    assert "Up (1)" in page and "Down (1)" in page and "New (1)" in page and "Place 1 of 2: the first goes up" in page
    assert not autumn.division_places.exists()
    response = client.post(URL + "carried/", {"to": "autumn", "newcomers": "yes"})
    assert response.headers["Location"] == "/seasons/autumn/divisions/"
    assert autumn.division_places.get(character=zoe).division.tier == 2
    assert autumn.division_places.get(character=cast.cleo).division.tier == 1
    again = client.post(URL + "carried/", {"to": "autumn"}, follow=True).content.decode()
    assert "already has divisions with characters" in again
    assert autumn.division_places.count() == 5


@pytest.mark.parametrize("path", ["", "edit/", "carry/?to=spring"])
def test_an_unknown_season_is_not_found(season, organiser, client, path):
    assert client.get(f"/seasons/nowhere/divisions/{path}").status_code == 404


def test_carrying_into_nowhere_is_not_found(divided, organiser, client):
    assert client.get(URL + "carry/?to=nowhere").status_code == 404
    assert client.post(URL + "carried/", {"to": "nowhere"}).status_code == 404


def test_the_number_of_queries_does_not_grow(divided, client, queries):
    before = queries(client, URL)
    people = [a_character(divided, f"Extra {number}") for number in range(6)]
    placed_game(divided, "two", 2, *people)
    assign_by_standings(season=divided)
    assert queries(client, URL) <= before + 1

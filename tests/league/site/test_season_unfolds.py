"""A season from empty to full: each stage shows what it has, and the one thing to do next."""

from datetime import date

import pytest

from league.models import Season
from league.standings.services.divisions import set_divisions
from tests.factories.characters import a_character
from tests.factories.games import reviewed
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.sheets import at
from tests.factories.thursday_club import promoting

pytestmark = pytest.mark.django_db
URL = "/seasons/spring/"
TABS = {
    "games": f'href="{URL}games/"',
    "divisions": f'href="{URL}divisions/"',
    "odds": f'href="{URL}odds/"',
    "rules": f'href="{URL}house-rules/"',
}
REST = {
    "picture": f'href="{URL}race/"',
    "companies": f'href="{URL}companies/"',
    "filter": 'aria-label="Filter the standings"',
    "export": "/export/results.csv",
    "lines": 'class="spark"',
}


@pytest.fixture
def season() -> Season:
    return a_season("spring")


@pytest.fixture
def shown(text):
    """Return what the page of the season has of all that it may have."""

    def look(address: str = URL) -> set[str]:
        page = text(address)
        return {name for name, mark in (TABS | REST).items() if mark in page}

    return look


def play(season, number, *characters):
    first, *others = characters
    seats = [at(first, 100, won=True), *(at(who, 50) for who in others)]
    reviewed(season, f"game-{number}", *seats, day=number)


def test_a_season_unfolds(season, shown, text):
    Season.objects.filter(pk=season.pk).update(ends_on=date(2090, 12, 31))
    assert shown() == {"rules"}
    ada, bo = a_character(season, "Ada"), a_character(season, "Bo", company="stonehenge")
    assert shown() == {"rules"} and "Enter the first result" in text(URL)
    play(season, 1, ada, bo)
    assert shown() == {"rules", "games", "export"}
    play(season, 2, ada, bo)
    assert shown() == {"rules", "games", "export", "picture", "lines"}
    play(season, 3, ada, bo)
    assert shown() == {"rules", "games", "export", "picture", "lines", "companies"}
    play(season, 4, ada, bo)
    assert "odds" not in shown()
    play(season, 5, ada, bo)
    assert shown() == {"rules", "games", "export", "picture", "lines", "companies", "odds"}
    play(season, 6, *(a_character(season, f"Extra {number}") for number in range(5)))
    assert "filter" not in shown()
    play(season, 7, *(a_character(season, f"More {number}") for number in range(3)))
    assert "filter" in shown() and "divisions" not in shown()
    set_divisions(season=season, names=["First", "Second"])
    assert shown() == set(TABS | REST)


def test_a_choice_in_the_address_can_be_taken_back_in_a_small_season(season, shown):
    play(season, 1, a_character(season, "Ada"), a_character(season, "Bo"))
    assert "filter" in shown(URL + "?level=vp") and "filter" in shown(URL + "?sort=wins")


def test_an_organiser_of_an_empty_season_is_led_to_the_players_then_to_the_first_result(season, client, text):
    client.force_login(an_organiser(season))
    body = text(URL).partition("<main")[2]
    assert "Register the players" in body and body.count("button primary") == 1
    a_character(season, "Ada")
    assert "Enter the first result" in text(URL) and "Register the players" not in text(URL)


def test_tools_stand_behind_more_for_those_who_may_use_them(season, client, text):
    play(season, 1, a_character(season, "Ada"), a_character(season, "Bo"))
    assert "Let bots play it out" not in text(URL)
    client.force_login(an_organiser(season))
    page = text(URL)
    assert page.index("More about Spring") < page.index("Let bots play it out")


def test_games_are_searched_from_ten_on(season, text):
    ada, bo = a_character(season, "Ada"), a_character(season, "Bo")
    for number in range(9):
        play(season, number + 1, ada, bo)
    assert "Search games" not in text(URL + "games/")
    assert "Search games" in text(URL + "games/?q=ada")
    play(season, 10, ada, bo)
    assert "Search games" in text(URL + "games/")


def test_what_followed_from_the_games_is_folded_below_them(thursday, text):
    promoting(thursday, 1)
    assert '<details class="disclosure"> <summary> <h2>Promoted, demoted, retired' in text(
        "/seasons/spring-2026/games/"
    )
    assert "Promoted, demoted, retired" not in text("/seasons/spring-2026/")

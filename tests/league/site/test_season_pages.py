import re

import pytest

from league.results.services.games import dispute_game, void_game
from tests.factories.characters import a_character
from tests.factories.games import a_game_of, played, reviewed
from tests.factories.people import an_organiser, owner_of
from tests.factories.seasons import a_season
from tests.factories.sheets import at

URL = "/seasons/spring/"


@pytest.fixture
def games(season, cast):
    return [
        reviewed(season, "spring-1", at(cast.ada, 110, won=True), at(cast.bo, 60), at(cast.cleo, 20), day=1),
        reviewed(season, "spring-2", at(cast.bo, 120, won=True), at(cast.ada, 90), day=3),
    ]


def test_standings_show_position_character_and_points(games, text):
    page = text(URL)
    assert page.index("/characters/ada/") < page.index("/characters/cleo/")
    assert "AGRIVI" in page and ">72 " in page and "Entry Level" in page


def test_an_empty_season_says_how_its_standings_begin(season, text):
    page = text(URL)
    assert "The standings begin with the first confirmed score sheet" in page


def test_the_games_of_a_season_are_listed_by_day_and_found_by_game_and_year(season, cast, text):
    for number, (system, day) in enumerate(
        [("office_job", 1), ("office_job", 2), ("career_compass", 2), ("career_compass", -100)]
    ):
        a_game_of(system, season, [cast.ada, cast.bo, cast.cleo], day=day, reference=f"g{number}")
    page = text(URL + "games/")
    assert page.index("2 January 2026") < page.index("1 January 2026") < page.index("22 September 2025")
    assert page.count("2 January 2026</h3>") == 1
    assert references(text(URL + "games/?system=office_job")) == ["g1", "g0"]
    assert references(text(URL + "games/?system=career_compass&year=2025")) == ["g3"]
    assert "No game of this season matches" in text(URL + "games/?system=office_job&year=2025")


def references(page: str) -> list[str]:
    return re.findall(r'class="reference">(\w+)<', page)


def test_a_filter_that_fits_nobody_leads_back_to_everybody(games, text):
    page = text(URL + "?level=vp")
    assert "Nobody matches" in page and "Show everybody" in page


def test_the_choice_is_kept_in_the_address(games, text):
    page = text(URL + "?company=stonehenge&sort=wins")
    assert page.count('class="position"') == 1 and "Why is Cleo here?" in page
    assert '<option value="wins" selected>' in page and '<option value="stonehenge" selected>' in page


@pytest.mark.parametrize("query", ["?sort=nonsense", "?page=99", "?page=x", "?level=%00", "?page=" + "9" * 40])
def test_an_odd_address_still_shows_the_season(games, text, query):
    assert "Spring" in text(URL + query)


def test_own_rows_are_marked(games, cast, client, text):
    client.force_login(owner_of(cast.ada))
    assert text(URL).count("is-you") == 1


def test_an_organiser_gets_the_season_by_its_own_door_only(season, client, text):
    stranger = text(URL)
    client.force_login(an_organiser(season))
    assert "Edit the season" not in stranger
    assert text(URL)


def test_why_here_gives_each_tiebreak_with_its_working(games, text):
    page = text(URL + "why/ada/")
    assert "number 2 of 3" in page and "First places" in page and "1 January" in page


def test_why_here_is_a_fragment_for_htmx(games, text):
    fragment = text(URL + "why/ada/", **{"HX-Request": "true"})
    assert "<html" not in fragment and "First places" in fragment and "All games that count" in fragment


def test_why_here_of_somebody_who_never_played_is_not_found(games, season, client):
    a_character(season, "Zoe")
    assert client.get(URL + "why/zoe/").status_code == 404


@pytest.mark.parametrize("page", ["", "games/", "house-rules/", "why/ada/"])
def test_an_unknown_season_is_not_found(db, client, page):
    assert client.get(f"/seasons/nowhere/{page}").status_code == 404


def test_the_number_of_queries_does_not_grow(games, season, cast, client, queries):
    before = queries(client, URL)
    others = [a_character(season, f"Extra {number}") for number in range(6)]
    for number, one in enumerate(others):
        reviewed(season, f"more-{number}", at(one, 100 + number, won=True), at(cast.dev, 40 + number), day=4 + number)
    assert queries(client, URL) <= before + 1  # one more where some are level


def test_games_are_found_by_reference_character_and_state(games, season, cast, text):
    played(season, "odd", at(cast.cleo, 100, won=True), at(cast.dev, 10), confirm=False)
    assert "spring-2" in text(URL + "games/?q=SPRING-2") and "spring-1" not in text(URL + "games/?q=SPRING-2")
    assert "odd" in text(URL + "games/?q=dev") and "spring-1" not in text(URL + "games/?q=dev")
    assert "odd" in text(URL + "games/?status=submitted") and "spring-1" not in text(URL + "games/?status=submitted")
    assert "No such game" in text(URL + "games/?status=doubtful")
    assert "No such game" in text(URL + "games/?status=failed")


def test_void_and_disputed_games_stay_in_the_list(games, season, cast, text):
    void_game(season_game=games[0], reason="Played twice")
    odd = played(season, "odd", at(cast.cleo, 100, won=True), at(cast.dev, 10), confirm=False)
    dispute_game(season_game=odd, reason="Dev had 20")
    assert "spring-1" in text(URL + "games/?status=void")
    assert "Disputed" in text(URL + "games/?status=disputed")


def test_a_season_without_games_says_what_will_be_listed(season, text):
    assert "Every table of this season will be listed here" in text(URL + "games/")


def test_the_list_of_games_takes_as_many_queries_for_many(games, season, cast, client, queries):
    before = queries(client, URL + "games/")
    for number in range(8):
        reviewed(season, f"more-{number}", at(cast.cleo, 100, won=True), at(cast.dev, 40), day=4 + number)
    assert queries(client, URL + "games/") == before


def test_the_seasons_are_listed_with_their_games(games, text, client, queries):
    assert "League of spring" in text("/seasons/")
    before = queries(client, "/seasons/")
    for number in range(5):
        a_season(f"season-{number}")
    assert queries(client, "/seasons/") == before


def test_without_a_league_the_list_of_seasons_says_so(db, text):
    assert "there is no league so far" in text("/seasons/")

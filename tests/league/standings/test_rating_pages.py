"""The ratings of a league, why somebody is rated so, and the file to take away."""

import re

import pytest

from characters.models import Character
from league.models import Rating
from league.results.services.games import void_game
from league.standings.views import PER_PAGE
from tests.factories.characters import a_character
from tests.factories.games import a_game_of, reviewed
from tests.factories.ratings import rate
from tests.factories.sheets import at

URL = "/leagues/league-of-spring/ratings/"


@pytest.fixture
def games(season, cast):
    """Ada has beaten Bo six times in Careers, and Cleo once; all of it is rated."""
    games = [reviewed(season, f"g{day}", at(cast.ada, 120, won=True), at(cast.bo, 40), day=day) for day in range(1, 7)]
    games.append(reviewed(season, "g7", at(cast.ada, 120, won=True), at(cast.cleo, 40), day=7))
    rate()
    return games


def part(page: str, heading: str) -> str:
    return page.split(f"<h2>{heading}</h2>")[1].split("</section>")[0]


def test_settled_ratings_stand_apart_from_provisional_ones(games, text):
    page = text(URL)
    settled, provisional = part(page, "Settled"), part(page, "Provisional")
    assert settled.index("Ada") < settled.index("Bo") and "Cleo" not in settled
    assert "Cleo" in provisional and "Ada" not in provisional and "provisional" in provisional
    assert '<td class="position">1</td>' in settled and '<td class="position">2</td>' in settled


def test_a_rating_is_shown_with_its_uncertainty(games, text):
    row = part(text(URL), "Settled").split("</tr>")[1]
    assert "±" in row and "rough" in row and " and " in row


def test_every_game_has_a_list_of_its_own(games, season, cast, text):
    a_game_of("career_compass", season, list(vars(cast).values()))
    rate()
    page = text(URL + "?system=career_compass")
    assert "Ratings: The Ecologist" in page and "Dev" in page
    assert "Dev" not in part(text(URL), "Provisional")


def test_a_league_without_games_says_what_will_be_here(season, text):
    assert "Nobody is rated yet" in text(URL)
    assert "Nobody is rated yet" in text(URL + "?system=office_job")


@pytest.mark.parametrize("url", ["/leagues/nowhere/ratings/", URL + "?system=chess", URL + "careers/ada/"])
def test_what_there_is_not_is_404(season, cast, client, url: str):
    assert client.get(url).status_code == 404


def test_somebody_is_found_by_a_part_of_the_name_and_keeps_the_position(games, text):
    page = text(URL + "?q=BO")
    assert '<td class="position">2</td>' in part(page, "Settled") and "Cleo" not in page
    assert "Nobody matches" in text(URL + "?q=zoe")


def test_while_games_wait_the_page_says_so_and_completes_itself(games, season, cast, client, text):
    void_game(season_game=games[0], reason="never played")
    page = text(URL)
    assert "1 game waits to be rated" in page and f'hx-get="{URL}"' in page
    waiting = client.get(URL, headers={"HX-Request": "true"})
    assert "<html" not in waiting.content.decode() and "Being recomputed" in waiting.content.decode()
    assert "1 game of this list waits to be rated" in text(URL + "careers/ada/")
    rate()
    done = client.get(URL, headers={"HX-Request": "true"})
    assert done["HX-Reselect"] == "#main" and "Being recomputed" not in done.content.decode()


def test_your_own_character_is_marked(games, cast, client, text):
    client.force_login(cast.ada.owner)
    assert text(URL).count('<span class="badge navy">you</span>') == 1


def test_why_a_character_is_rated_so(games, text):
    page = text(URL + "careers/bo/")
    rows = part(page, "Game by game").split("<tbody>")[1].split("</tr>")
    assert "6 January" in rows[0] and "1 January" in rows[5] and "2 of 2" in rows[0]
    assert "1,000" in rows[5] and "▼" in rows[5]
    assert "Personnel file" in page


def test_a_rating_is_a_line_within_a_band_that_grows_narrower(games, season, cast, text):
    page = text(URL + "careers/ada/")
    of_phone, band = re.findall(r'<polygon class="band" points="([^"]*)"', page)
    edges = [int(corner.split(",")[1]) for corner in band.split()]
    upper, lower = edges[:7], edges[:6:-1]
    assert len(of_phone.split()) == 10 and len(edges) == 14 and lower[-1] - upper[-1] < lower[0] - upper[0]
    assert "after game 1 to" in page and "The same as a table" in page
    assert 'class="band"' not in text(URL + "careers/cleo/"), "one game is no line"


def test_a_page_of_a_long_history_goes_on_from_the_game_before_it(season, cast, text):
    for number in range(PER_PAGE + 1):
        reviewed(season, f"g{number:02}", at(cast.ada, 120, won=True), at(cast.bo, 40), day=1 + number % 28)
    rate()
    url = URL + "careers/ada/"
    oldest = part(text(url), "Game by game").split("<tbody>")[1].split("</tr>")[PER_PAGE - 1]
    first = part(text(url + "?page=2"), "Game by game").split("<tbody>")[1].split("</tr>")[0]
    assert "1,000" not in oldest and "1,000" in first
    after = first.split('num key">')[1].split('<span class="nowrap">')[1].split(" ")[0]
    assert after in oldest


def test_the_personnel_file_shows_ratings_and_the_last_games(games, season, cast, text):
    page = text("/characters/bo/numbers/").split(">Ratings</h2>")[1].split("</section>")[0]
    assert page.count("▼") == 5 and "rough, 6 games" in page
    assert URL + "careers/bo/" in page
    assert ">Ratings</h2>" not in text("/characters/cleo/numbers/"), "one game says too little"


def test_the_league_links_to_its_ratings_once_games_have_been_played(season, text, request):
    assert f'href="{URL}"' not in text("/leagues/league-of-spring/")
    request.getfixturevalue("games")
    assert f'href="{URL}"' in text("/leagues/league-of-spring/")


def test_longer_lists_take_no_more_queries(games, season, cast, client, queries):
    urls = (URL, URL + "careers/ada/", "/characters/ada/numbers/")
    before = [queries(client, url) for url in urls]
    for number in range(8):
        who = a_character(season, f"Newcomer {number}")
        reviewed(season, f"n{number}", at(cast.ada, 120, won=True), at(who, 40), day=8 + number)
    rate()
    assert [queries(client, url) for url in urls] == before


def test_ratings_are_taken_away_as_csv(games, client):
    answer = client.get("/leagues/league-of-spring/export/ratings.csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "system,character,rating,margin,certainty,games,last_played_at,mu,sigma"
    assert [line.split(",")[1] for line in lines[1:]] == ["Ada", "Cleo", "Bo"]
    assert lines[1].startswith("careers,Ada,") and ",rough,7,2026-01-07T18:00:00Z," in lines[1]
    assert Character.objects.count() == 4 and Rating.objects.count() == 3


def test_the_personnel_file_shows_the_rating_over_time_with_a_table_behind_it(games, text, cast):
    page = text(f"/characters/{cast.ada.slug}/numbers/")
    assert "Ratings over time" in page and "Careers, 7 Jan" in page and "The same as a table" in page
    assert "Ratings over time" not in text(f"/characters/{cast.cleo.slug}/numbers/"), "one day is no course"

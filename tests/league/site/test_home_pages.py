import re

import pytest

from games.models import Sheet
from league.clubs.queries.floors import house_of
from league.models import FileImport, League
from league.results.services.games import dispute_game
from tests.factories.characters import a_character
from tests.factories.games import played, reviewed
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.seasons import a_season
from tests.factories.sheets import at

READY = {"degrees": {"law": 1, "sales_marketing": 1}, "trips": {"agrivi": 2, "harrods": 2}}


@pytest.fixture
def games(season, cast):
    return [
        reviewed(season, "spring-1", at(cast.ada, 110, won=True), at(cast.bo, 60), at(cast.cleo, 20), day=1),
        reviewed(season, "spring-2", at(cast.bo, 120, won=True), at(cast.ada, 90), day=3),
    ]


def test_a_stranger_reads_what_this_is_and_what_to_do(games, text):
    page = text("/")
    assert "League of spring" in page and "climb from Entry Level to the corner office" in page
    assert "Sign up to play" in page and "Your character" not in page and "Waiting for you" not in page


def test_a_stranger_sees_who_leads_and_the_league_as_a_house(games, cast, text):
    page = text("/")
    assert page.count('class="position"') == 3 and page.count('class="face"') == 4
    assert "The corner office is vacant" in page and "promoted" not in page


def test_who_moved_of_late_is_marked_on_the_floor_and_told(games, season, cast, client, text):
    reviewed(season, "spring-3", at(cast.ada, 510, won=True, **READY), at(cast.bo, 90), day=5, target=500)
    page = text("/")
    floor = page.partition("level-senior")[2].partition("</li>")[0]
    assert "Ada</bdi>, promoted" in floor and page.count('class="face-move up"') == 1
    assert "promoted</span> to Senior" in page
    house = house_of(season.league)
    assert [(floor.tier.level, floor.tier.count) for floor in house.floors if floor.tier.count] == [
        ("senior", 1),
        ("entry", 3),
    ]


def test_an_empty_installation_asks_for_a_league(db, client, text):
    assert "Nobody has opened an office here yet" in text("/")


def test_a_season_without_games_says_how_it_begins(season, text):
    assert "The standings begin with the first confirmed result" in text("/")


def test_a_member_sees_the_next_promotion_as_have_of_need(games, cast, client, text):
    client.force_login(owner_of(cast.ada))
    page = text("/")
    assert "Your character" in page and "200 of 500 game points" in page and "To become Senior" in page


def test_a_member_without_a_character_is_not_bothered(games, season, client, text):
    client.force_login(a_member(season, "sam", "spectator"))
    assert "Your character" not in text("/")


def test_an_organiser_sees_what_waits_and_why(games, season, cast, client, text):
    odd = played(season, "odd", at(cast.cleo, 100, won=True), at(cast.dev, 10), day=5, confirm=False)
    dispute_game(season_game=odd, reason="Dev had 20")
    played(season, "new", at(cast.cleo, 100, won=True), at(cast.dev, 10), day=6, confirm=False)
    Sheet.objects.filter(game=games[0].game_id).update(doubts=["Seat 1 (Ada): 1 layoff too many."])
    Sheet.objects.filter(game=games[1].game_id).update(reviewed_at=None, review_error="disk full")
    organiser = an_organiser(season)
    FileImport.objects.create(
        league=season.league, kind="results", name="last-year.csv", status="refused", uploaded_by=organiser
    )
    client.force_login(organiser)
    page = text("/")
    for words in (
        "Disputed",
        "Dev had 20",
        "Waiting for confirmation",
        "1 layoff too many",
        "Review failed",
        "last-year.csv",
    ):
        assert words in page


def test_a_full_desk_shows_the_oldest_and_takes_no_more_queries(season, cast, client, queries, text):
    client.force_login(an_organiser(season))
    seats = at(cast.cleo, 100, won=True), at(cast.dev, 10)
    games = [played(season, "open-0", *seats, day=1, confirm=False)]
    before = queries(client, "/")
    games += [played(season, f"open-{day}", *seats, day=day, confirm=False) for day in range(2, 9)]
    assert queries(client, "/") == before
    page = text("/")
    assert [f"/games/{game.game_id}/confirm/" in page for game in games] == 5 * [True] + 3 * [False]
    assert "There are more" in page


def test_the_front_page_takes_as_many_queries_for_many(games, season, cast, client, queries):
    before = queries(client, "/")
    for number in range(6):
        extra = a_character(season, f"Extra {number}")
        reviewed(season, f"more-{number}", at(extra, 100 + number, won=True), at(cast.dev, 40 + number), day=4 + number)
    assert queries(client, "/") <= before + 1  # one more where some are level


def test_other_leagues_are_one_step_away(games, text):
    a_season("autumn")
    assert "League of autumn" in text(re.search('href="([^"]+)">Open leagues', text("/"))[1])


def test_a_league_page_shows_seasons_members_and_characters(games, season, cast, client, text):
    client.force_login(an_organiser(season))
    page = text("/leagues/league-of-spring/")
    assert "You are organiser here" in page and "1 organiser" in page and "Spring" in page
    assert "?league=league-of-spring" in page


def test_a_new_league_page_says_what_comes_next(db, text, client):
    League.objects.create(name="Lonely", slug="lonely")
    assert "No season yet" in text("/leagues/lonely/")
    assert client.get("/leagues/nowhere/").status_code == 404


def test_a_league_page_takes_as_many_queries_for_many_members(games, season, client, queries):
    before = queries(client, "/leagues/league-of-spring/")
    for number in range(5):
        a_member(season, f"member-{number}")
    assert queries(client, "/leagues/league-of-spring/") == before


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        ("evening", "invitation that your organiser sent"),
        ("levels", "Vice President"),
        ("levels", "10,000"),
        ("standings", "50.40"),
        ("standings", "at most 48 points"),
        ("tournaments", "Career Poker evening"),
        ("tables", "Scan the code"),
        ("bots", "house rule of the season"),
        ("files", "formula_happiness"),
        ("files", "name, club, household, checked_in"),
        ("files", "/api/v1/docs/"),
    ],
)
def test_help_explains_each_subject_on_a_page(db, text, subject, words):
    assert f'href="/help/{subject}/"' in text("/help/")
    assert words in text(f"/help/{subject}/")


def test_there_is_no_help_on_what_is_no_subject(db, client):
    assert client.get("/help/chess/").status_code == 404

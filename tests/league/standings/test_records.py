"""What people look up: records of a league with the game that proves each, head-to-head, the race of a season."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from characters.models import Character
from league.models import Season
from league.results.services.games import void_game
from league.standings.queries.head_to_head import PairScore, meetings, meetings_filter, rivals, scores, total
from league.standings.queries.league_records import league_records
from league.standings.queries.season_race import season_race
from league.standings.queries.standings import standings
from tests.factories.careers import climb
from tests.factories.characters import hire, many_characters
from tests.factories.games import a_game_of, played, review
from tests.factories.pages import text
from tests.factories.people import a_member, an_organiser
from tests.factories.seasons import a_season, set_house_rules
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def ada(season) -> Character:
    return hire(season, "Ada")


@pytest.fixture
def bo(season) -> Character:
    return hire(season, "Bo")


def held(season: Season) -> dict[str, tuple[str, str, str]]:
    """By title: who holds the record, what it is, and the game that proves it."""
    return {one.title: (one.person.name, one.words, one.game) for one in league_records(season.league)}


def evening(season: Season, ada: Character, bo: Character) -> None:
    played(season, "g1", at(ada, 110, cash=5_000, degrees={"law": 2}), at(bo, 20), day=1)
    played(season, "g2", at(ada, 110, trips={"harrods": 3}), at(bo, 20, cash=9_000), day=2)
    played(season, "g3", at(bo, 110), at(ada, 20), day=3)
    review()


def test_each_record_has_the_character_the_figure_and_the_game_that_proves_it(season, ada, bo):
    evening(season, ada, bo)
    found = held(season)
    assert found["Longest winning run"] == ("Ada", "2 wins in a row", "Careers, Friday 2 January")
    assert found["Highest cash in a game"] == ("Bo", "£9,000", "Careers, Friday 2 January")
    assert found["Most degrees in a game"] == ("Ada", "2 degrees", "Careers, Thursday 1 January")
    assert found["Most trips in a game"] == ("Ada", "3 trips", "Careers, Friday 2 January")
    assert found["Most games"][1:] == ("3 games", "Careers, Saturday 3 January")


def test_the_way_to_the_top_is_counted_in_games(season, ada):
    climb(season, ada, 6)
    review()
    assert held(season)["Fastest to the C-suite"] == ("Ada", "5 games", "Careers, Monday 5 January")
    assert held(season)["Longest without a demotion"][1] == "6 games in a row"


def test_a_comeback_is_what_was_climbed_after_a_demotion(season, ada, bo):
    climb(season, ada, 2)
    played(season, "low", at(bo, 300), at(ada, 10), day=10, target=None)
    climb(season, ada, 2, prefix="d", first_day=20)
    review()
    assert held(season)["Greatest comeback"] == ("Ada", "2 levels up again", "Careers, Wednesday 21 January")


def test_a_void_takes_a_record_back(season, ada, bo):
    evening(season, ada, bo)
    void_game(season_game=season.season_games.get(reference="g2"), reason="Never took place", by=an_organiser(season))
    review()
    found = held(season)
    assert "Longest winning run" not in found and "Most trips in a game" not in found
    assert found["Highest cash in a game"] == ("Ada", "£5,000", "Careers, Thursday 1 January")


def test_who_did_it_first_keeps_it(season, ada, bo):
    played(season, "g1", at(ada, 110, degrees={"law": 2}), at(bo, 20), day=1)
    played(season, "g2", at(bo, 110, degrees={"law": 2}), at(ada, 20), day=2)
    review()
    assert held(season)["Most degrees in a game"] == ("Ada", "2 degrees", "Careers, Thursday 1 January")


def test_the_page_of_records_is_reached_from_league_and_season(client, season, ada, bo):
    address = f"/leagues/{season.league.slug}/records/"
    assert "No record yet" in text(client.get(address))
    places = season.league.get_absolute_url(), season.get_absolute_url()
    assert [address in text(client.get(place)) for place in places] == [False, False], "before the first one"
    assert "/records/" in text(client.get("/characters/")) and client.get("/records/").url == address
    evening(season, ada, bo)
    assert [address in text(client.get(place)) for place in places] == [True, True]
    page = text(client.get(address))
    assert "Longest winning run" in page and "2 wins in a row" in page and 'href="/games/' in page


@pytest.mark.django_db(transaction=True)
def test_records_are_kept_for_as_long_as_nothing_changes(season, ada, bo):
    evening(season, ada, bo)
    league_records(season.league)
    with CaptureQueriesContext(connection) as asked:
        assert held(season)["Most games"][1] == "3 games"
    assert len(asked) == 6
    played(season, "g4", at(bo, 110), at(ada, 20), day=4)
    review()
    assert held(season)["Most games"][1] == "4 games"


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_of_records_is_said_in_the_language_of_who_reads(season, ada, bo):
    evening(season, ada, bo)
    assert "£9,000" in [one.words for one in league_records(season.league)]
    with override("de"):
        assert "£9.000" in [one.words for one in league_records(season.league)]


def met(one: Character, other: Character, **asked: str) -> list[PairScore]:
    return scores(meetings(one, other, meetings_filter(one, other, asked)))


def test_head_to_head_counts_who_was_ahead_by_system(season, ada, bo):
    evening(season, ada, bo)
    a_game_of("office_job", season, [bo, ada, None], day=5)
    found = met(ada, bo)
    assert [(one.name, one.games, one.ahead, one.behind, one.level) for one in found] == [
        ("Careers", 3, 2, 1, 0),
        ("Office Job", 1, 0, 1, 0),
    ]
    other = total(met(bo, ada))
    assert (other.games, other.ahead, other.behind) == (4, 2, 2)
    assert [(person.name, games) for person, games in rivals(ada)] == [("Bo", 4)]


def test_the_page_of_two_characters_lists_their_games(client, season, ada, bo):
    evening(season, ada, bo)
    assert "/characters/ada/against/" in text(client.get("/characters/ada/"))
    assert "/characters/ada/against/" in text(client.get("/people/ada/"))
    assert "/characters/ada/against/bo/" in text(client.get("/characters/ada/against/"))
    assert "/characters/ada/against/bo/" in text(client.get("/characters/ada/against/", {"q": "b"}))
    page = text(client.get("/characters/ada/against/bo/"))
    assert "3 games together" in page and "Careers, Thursday 1 January" in page and "place 2" in page


@pytest.fixture
def two_years(season, ada, bo) -> None:
    """Careers in both years, Office Job in the second one."""
    played(season, "g1", at(ada, 110), at(bo, 20), day=datetime(2025, 12, 31, 23, 30, tzinfo=UTC))
    played(season, "g2", at(ada, 110), at(bo, 20), day=1)
    played(season, "g3", at(ada, 110), at(bo, 20), day=2)
    a_game_of("office_job", season, [bo, ada, None], day=5)
    review()


def test_two_may_be_compared_in_one_game_and_one_year(client, season, ada, bo, two_years):
    assert [(one.name, one.games) for one in met(ada, bo, year="2026")] == [("Careers", 2), ("Office Job", 1)]
    assert [(one.name, one.games) for one in met(ada, bo, system="careers", year="2025")] == [("Careers", 1)]
    page = text(client.get("/characters/ada/against/bo/", {"system": "office_job"}))
    assert "1 game together" in page and '<option value="office_job" selected>' in page
    assert "These two did not play this game" in text(
        client.get("/characters/ada/against/bo/", {"system": "office_job", "year": "2025"})
    )
    assert "4 games together" in text(client.get("/characters/ada/against/bo/", {"system": "chess", "year": "x"}))


def test_a_year_begins_where_the_league_plays(season, ada, bo, two_years):
    assert met(ada, bo, year="2025")
    season.league.zone = ada.enrolment.league.zone = "Asia/Tokyo"
    assert [first.name for first in met(ada, bo, year="2026")] == ["Careers", "Office Job"]
    assert sum(one.games for one in met(ada, bo, year="2026")) == 4


def test_records_may_be_of_one_game_and_one_year(client, season, ada, bo, two_years):
    address = f"/leagues/{season.league.slug}/records/"
    page = text(client.get(address, {"system": "careers", "year": "2026"}))
    assert "2 wins in a row" in page and "2 times ahead of Bo" in page and "90 points" in page
    assert "Highest cash" not in page and "Share" not in page.split("<main")[1].split("</main")[0]
    assert "3 times ahead of Bo" in text(client.get(address, {"system": "careers"}))
    assert "3 games" in text(client.get(address, {"year": "2026"})), "of every game"
    assert "Nobody played this game in this year" in text(client.get(address, {"system": "office_job", "year": "2025"}))


def test_two_who_have_not_met_are_told_so_and_two_leagues_never_meet(client, season, ada, bo):
    page = client.get("/characters/ada/against/bo/")
    assert page.status_code == 200 and "They have not met" in text(page)
    assert client.get("/characters/ada/against/ada/").status_code == 404
    hire(a_season("autumn"), "Cleo", owner=a_member(season, "cleo"))
    assert client.get("/characters/ada/against/cleo/").status_code == 404


def test_head_to_head_asks_as_much_for_many_games_as_for_few(client, season, ada, bo):
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/characters/ada/against/bo/")
        return len(found)

    played(season, "g0", at(ada, 110), at(bo, 20), day=1)
    few = asked()
    for number in range(1, 12):
        played(season, f"g{number}", at(ada, 110), at(bo, 20), day=1 + number)
    assert asked() == few


@pytest.mark.parametrize("rules", [{}, {"count_games": "average"}, {"count_games": "best", "best_of": 2}])
def test_the_race_is_on_each_day_where_the_standings_were(season, rules):
    people = many_characters(season, 6)
    for day in range(1, 6):
        order = people[day:] + people[:day]
        points = [100, 90, 90, 70, 60, 60]  # some are level, day after day
        played(season, f"g{day}", *map(at, order[: 4 + day % 3], points), day=day)
    set_house_rules(season, **rules)
    chart, zone = season_race(season).chart, ZoneInfo(season.league.zone)
    assert chart is not None and chart.labels[0] == "1 Jan" and len(chart.labels) == 5
    for day in range(5):
        then = standings(season, until=datetime(2026, 1, 2 + day, tzinfo=zone))
        places = {Character.objects.get(pk=who).name: place for place, who in enumerate(then, 1)}
        assert {one.name: one.values[day] for one in chart.rows} == {
            one.name: places.get(one.name) for one in chart.rows
        }
    assert [one.values[-1] for one in chart.rows] == [1, 2, 3, 4, 5, 6]


def test_the_race_says_of_a_newcomer_that_there_was_nothing_yet(client, season, ada, bo):
    cleo = hire(season, "Cleo")
    played(season, "g1", at(ada, 110), at(bo, 20), day=1)
    played(season, "g2", at(cleo, 110), at(bo, 20), day=2)
    rows = {one.name: list(one.values) for one in season_race(season).chart.rows}
    assert rows["Cleo"][0] is None and rows["Cleo"][1] in (1, 2)
    page = text(client.get(f"/seasons/{season.slug}/race/"))
    assert "The same as a table" in page and "Cleo, 2 Jan" in page


def test_on_a_phone_the_race_has_only_the_places_of_its_newest_days(season):
    people = many_characters(season, 9)
    played(season, "first", *map(at, people[:5], [110, 90, 80, 70, 60]), day=1)
    played(season, "second", *map(at, people[5:], [110, 50, 40, 30]), day=1)
    for day in range(2, 8):  # the last of the first day overtakes the others
        played(season, f"g{day}", at(people[8], 110), at(people[0], 100), day=day)
    race = season_race(season)
    lowest, newest = (max(max(row.values) for row in chart.rows) for chart in (race.chart, race.newest))
    assert race.newest.labels == race.chart.labels[-5:] and newest < lowest == 9
    assert [rule.label for rule in race.newest.rules][-1] == str(newest)
    assert race.newest.width < 390 < race.chart.width


def test_a_race_needs_two_game_days(client, season, ada, bo):
    played(season, "g1", at(ada, 110), at(bo, 20), day=1)
    page = text(client.get(f"/seasons/{season.slug}/race/"))
    assert "No race yet" in page and "/race/" not in text(client.get(season.get_absolute_url()))
    played(season, "g2", at(ada, 110), at(bo, 20), day=2)
    assert "/race/" in text(client.get(season.get_absolute_url()))


def test_the_race_asks_as_much_for_many_days_as_for_few(client, season, ada, bo):
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(f"/seasons/{season.slug}/race/")
        return len(found)

    for number in range(1, 4):
        played(season, f"g{number}", at(ada, 110), at(bo, 20), day=number)
    few = asked()
    for number in range(4, 12):
        played(season, f"g{number}", at(ada, 110), at(bo, 20), day=number)
    assert asked() == few


def test_programs_read_the_records_with_the_games_that_prove_them(client, season, ada, bo):
    assert client.get(f"/api/v1/leagues/{season.league.slug}/records/").json()["records"] == []
    game = played(season, "g1", at(ada, 100, won=True), at(bo, 50))
    found = {
        one["record"]: one for one in client.get(f"/api/v1/leagues/{season.league.slug}/records/").json()["records"]
    }
    assert found["games"]["name"] == "Ada" and found["games"]["figure"] == 1
    assert found["games"]["game"] == game.game_id
    assert client.get("/api/v1/leagues/nowhere/records/").status_code == 404

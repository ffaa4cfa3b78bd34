"""Companies compete: the mean of what their people brought, and who counts."""

import pytest

from league.standings.queries import companies
from league.standings.queries.companies import company_rows, ways_to_show
from league.standings.queries.standings import standings
from league.standings.rules.companies import company_standings
from league.standings.rules.tiebreaks import Tally
from tests.factories.characters import a_character
from tests.factories.results import placed_game
from tests.factories.seasons import set_house_rules

UNIT = 840
URL = "/seasons/spring/companies/"


def tally(character: int, games: int, points: int, share: int = 0) -> Tally:
    return Tally(character, games, 0, points * UNIT, share)


def test_the_mean_of_one_game_decides_not_the_sum():
    rows = company_standings([("big", tally(1, 10, 300)), ("big", tally(2, 5, 150)), ("small", tally(3, 3, 120))])
    assert [(row.position, row.company, row.games, row.people) for row in rows] == [
        (1, "small", 3, (3,)),
        (2, "big", 15, (1, 2)),
    ]
    assert [row.tiebreaks[0].shown for row in rows] == ["40.00", "30.00"]
    assert rows[1].tiebreaks[0].explanation == "450.00 points over 15 games: 30.00 on average."


def test_who_played_less_than_three_games_counts_for_nobody():
    rows = company_standings([("one", tally(1, 3, 30)), ("one", tally(2, 2, 120)), ("other", tally(3, 2, 120))])
    assert [(row.company, row.people, row.tiebreaks[0].shown) for row in rows] == [("one", (1,), "10.00")]


def test_the_average_share_decides_between_equal_means_and_then_they_share_a_place():
    rows = company_standings(
        [("a", tally(1, 4, 40, 1_000)), ("b", tally(2, 4, 40, 2_000)), ("c", tally(3, 4, 40, 1_000))]
    )
    assert [(row.position, row.company) for row in rows] == [(1, "b"), (2, "a"), (2, "c")]


@pytest.fixture
def three_games(season, cast):
    """Ada of AGRIVI wins twice, Cleo of Stonehenge once; Dev of Stonehenge plays too seldom to count."""
    placed_game(season, "one", 1, cast.ada, cast.cleo)
    placed_game(season, "two", 2, cast.ada, cast.cleo)
    placed_game(season, "three", 3, cast.cleo, cast.ada, cast.dev)
    return season


@pytest.mark.django_db
def test_a_season_ranks_its_companies_by_name_and_people(three_games):
    rows = company_rows(three_games)
    assert [(row.name, [person.name for person in row.people], row.apart) for row in rows] == [
        ("AGRIVI", ["Ada"], "+12.00"),  # 52 and 28 are 40 on average
        ("Stonehenge", ["Cleo"], "−12.00"),
    ]
    assert [(row.bar_start, row.bar_width) for row in rows] == [(50, 50), (0, 50)]


@pytest.mark.django_db
def test_every_game_counts_for_a_company_also_where_only_the_best_count_for_its_people(three_games):
    set_house_rules(three_games, count_games="best", best_of=1)
    assert [row.standing.tiebreaks[0].shown for row in company_rows(three_games)] == ["52.00", "28.00"]


@pytest.mark.django_db
def test_ways_come_with_a_second_day_and_a_second_company(season, cast):
    def ways():
        return ways_to_show(season, standings(season).tallies.values())

    assert ways() == ["table"]
    placed_game(season, "one", 1, cast.ada, cast.cleo)
    assert ways() == ["table"]
    placed_game(season, "two", 2, cast.ada, cast.cleo)
    assert ways() == ["table", "picture"]
    placed_game(season, "three", 3, cast.ada, cast.cleo)
    assert ways() == ["table", "picture", "companies"]


def test_the_page_says_what_each_company_stands_on(three_games, text):
    page = text(URL)
    assert page.index("AGRIVI") < page.index("Stonehenge")
    assert page.split("company-bars")[1].count('class="portrait') == 2, "a face for each of the two who count"
    assert "points over 3 games" in page and "/characters/cleo/" in page and "/characters/dev/" not in page


def test_a_large_company_names_its_first_people_and_leads_to_all_of_them(three_games, cast, text, monkeypatch):
    monkeypatch.setattr(companies, "NAMED", 2)
    for name in ("Abe", "Zoe"):
        who = a_character(three_games, name)
        for day in range(3):
            placed_game(three_games, f"{name}-{day}", 4 + day, cast.bo, who)
    row = next(row for row in company_rows(three_games) if row.name == "AGRIVI")
    assert ([person.name for person in row.people], row.more, len(row.standing.people)) == (["Abe", "Ada"], 2, 4)
    assert "/seasons/spring/?company=agrivi" in text(URL)


def test_a_season_in_which_nobody_played_enough_says_so(season, text):
    assert "three games of this season" in text(URL)


def test_an_unknown_season_has_no_companies(db, client):
    assert client.get("/seasons/nowhere/companies/").status_code == 404


def test_the_number_of_queries_does_not_grow(three_games, cast, client, queries):
    before = queries(client, URL)
    for number in range(3):
        placed_game(three_games, f"more-{number}", 4 + number, cast.bo, cast.dev)
    assert queries(client, URL) <= before + 1

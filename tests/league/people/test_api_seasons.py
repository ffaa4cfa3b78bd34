import pytest

from league.clubs.services.leagues import create_season
from tests.factories.thursday_club import ThursdayClub, post_game, promoting, retire

URL = "/api/v1/seasons/"


@pytest.fixture
def played(thursday: ThursdayClub) -> ThursdayClub:
    post_game(thursday, "Ada", "Bo", "Cleo")
    post_game(thursday, "Bo", "Ada", played_at="2026-01-07T18:00:00Z")
    return thursday


def test_seasons_are_listed_newest_first_and_by_league(thursday: ThursdayClub, django_assert_num_queries):
    create_season(league=thursday.league, name="Autumn 2026")
    with django_assert_num_queries(1):
        rows = thursday.client().get(URL).json()["results"]
    assert [row["slug"] for row in rows] == ["autumn-2026", "spring-2026"]
    assert thursday.client().get(URL + "?league=other").json()["results"] == []


def test_a_season_tells_its_house_rules(thursday: ThursdayClub):
    answer = thursday.client().get(URL + "spring-2026/").json()
    assert (answer["name"], answer["league_name"], answer["games"]) == ("Spring 2026", "Thursday Club", 0)
    assert answer["house_rules"]["league_min_target"] == 100


def test_a_season_tells_what_it_chooses_of_each_game(thursday: ThursdayClub):
    chosen = {"career_compass": {"uneven": "set_aside"}, "game_of_the_year": {"points": [5, 5, 2]}}
    rules = {"games": {**chosen, "office_job": {"max_turns": 60}}}
    create_season(league=thursday.league, name="Autumn 2026", rules=rules)
    assert thursday.client().get(URL + "autumn-2026/").json()["house_rules"]["games"] == chosen
    assert thursday.client().get(URL + "spring-2026/").json()["house_rules"]["games"] == {}


@pytest.mark.parametrize("page", ["", "standings/", "promotions/"])
def test_an_unknown_season_is_404(thursday: ThursdayClub, page: str):
    assert thursday.client().get(f"{URL}winter/{page}").status_code == 404
    assert thursday.client().get(f"{URL}%00/{page}").status_code == 404


def test_standings_show_points_and_tie_breaks_with_their_working(played: ThursdayClub):
    answer = played.client().get(URL + "spring-2026/standings/").json()
    assert (answer["count"], answer["counting"]) == (3, "all")
    assert [(row["position"], row["name"], row["points"], row["games"]) for row in answer["results"]] == [
        (1, "Bo", "84.00", 2),  # 60 and a second place shared with Cleo, 24 each
        (2, "Ada", "72.00", 2),
        (3, "Cleo", "24.00", 1),
    ]
    first = answer["results"][0]
    assert [one["name"] for one in first["tiebreaks"]] == [
        "Table points",
        "First places",
        "Average share",
        "Opponents' average",
        "Head-to-head",
        "Draw",
    ]
    assert all(one["working"] for one in first["tiebreaks"])


def test_points_are_plain_numbers_with_two_decimals(thursday: ThursdayClub):
    for day in range(1, 20):
        post_game(thursday, played_at=f"2026-01-{day:02}T18:00:00Z")
    [row] = thursday.client().get(URL + "spring-2026/standings/?limit=1").json()["results"]
    assert row["points"] == "1140.00"


def test_a_part_of_the_standings(played: ThursdayClub):
    def part(query: str) -> list[int]:
        rows = played.client().get(f"{URL}spring-2026/standings/{query}").json()["results"]
        return [row["position"] for row in rows]

    assert part("?limit=2") == [1, 2]
    assert part("?limit=2&offset=2") == [3]
    assert part("?offset=9") == []


def test_each_part_of_the_standings_leads_to_the_next(played: ThursdayClub):
    address, names = f"{URL}spring-2026/standings/?limit=2", []
    while address:
        answer = played.client().get(address).json()
        names += [row["name"] for row in answer["results"]]
        address = answer["next"]
    assert names == ["Bo", "Ada", "Cleo"]


@pytest.mark.parametrize("query", ["?limit=0", "?limit=x", "?offset=-1", "?limit=201", "?limit=99999999999999999999"])
def test_a_part_that_makes_no_sense_is_refused(played: ThursdayClub, query: str):
    assert played.client().get(f"{URL}spring-2026/standings/{query}").status_code == 400


def test_the_why_of_a_row(played: ThursdayClub):
    answer = played.client().get(URL + "spring-2026/standings/?character=ada").json()
    assert (answer["name"], answer["of"]) == ("Ada", 3)
    assert [(game["reference"], game["place"], game["counted"]) for game in answer["played"]] == [
        ("spring-2026-0001", 1, True),
        ("spring-2026-0002", 2, True),
    ]
    assert {answer["above"] and answer["above"]["name"], answer["below"] and answer["below"]["name"]} <= {
        "Bo",
        "Cleo",
        None,
    }


def test_there_is_no_why_for_who_did_not_play(played: ThursdayClub):
    for slug in ("dev", "nobody", "%00"):
        assert played.client().get(f"{URL}spring-2026/standings/?character={slug}").status_code == 404


def test_longer_standings_take_no_more_queries(played: ThursdayClub, django_assert_max_num_queries):
    for query in ("?limit=1", ""):
        with django_assert_max_num_queries(8):
            played.client().get(f"{URL}spring-2026/standings/{query}")


def test_the_promotion_feed_is_newest_first(thursday: ThursdayClub, django_assert_num_queries):
    promoting(thursday, 1)
    promoting(thursday, 2)
    with django_assert_num_queries(2):
        rows = thursday.client().get(URL + "spring-2026/promotions/").json()["results"]
    assert [(row["character"], row["from"], row["to"], row["game"]) for row in rows] == [
        ("Ada", "senior", "manager", "spring-2026-0002"),
        ("Ada", "entry", "senior", "spring-2026-0001"),
    ]
    assert rows[0]["to_name"] == "Manager"
    assert rows[0]["why"].startswith("670 of 500 points")


def test_the_feed_is_filtered_by_kind_and_character(thursday: ThursdayClub):
    promoting(thursday, 1)
    for query, expected in (("?kind=demotion", 0), ("?kind=promotion&character=ada", 1), ("?character=bo", 0)):
        rows = thursday.client().get(f"{URL}spring-2026/promotions/{query}").json()["results"]
        assert len(rows) == expected


def test_passed_reviews_and_other_seasons_are_not_in_the_feed(played: ThursdayClub):
    retire(played, "Cleo")
    assert played.client().get(URL + "spring-2026/promotions/").json()["results"] == []

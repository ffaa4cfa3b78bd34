import pytest

from league.models import Rating
from tests.factories.ratings import rate
from tests.factories.thursday_club import ThursdayClub, post_game

URL = "/api/v1/ratings/"


@pytest.fixture
def played(thursday: ThursdayClub) -> ThursdayClub:
    post_game(thursday, "Ada", "Bo", "Cleo")
    post_game(thursday, "Ada", "Bo", played_at="2026-01-07T18:00:00Z")
    rate()
    return thursday


def names(thursday: ThursdayClub, query: str = "") -> list[str]:
    return [row["name"] for row in thursday.client().get(URL + query).json()["results"]]


def test_ratings_are_listed_from_high_to_low_with_their_uncertainty(played: ThursdayClub, django_assert_num_queries):
    with django_assert_num_queries(1):
        rows = played.client().get(URL).json()["results"]
    assert rows[0]["slug"] == "ada"
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    ada = Rating.objects.get(character__name="Ada")
    assert (rows[0]["mu"], rows[0]["sigma"], rows[0]["games"]) == (ada.mu, ada.sigma, 2)
    assert rows[0]["certainty"] == "provisional" and rows[0]["last_played_at"] == "2026-01-07T18:00:00Z"


def test_ratings_are_found_by_league_system_and_character(played: ThursdayClub):
    everybody = names(played)
    assert sorted(everybody) == ["Ada", "Bo", "Cleo"]
    assert names(played, "?league=thursday-club&system=careers") == everybody
    assert names(played, "?character=bo") == ["Bo"]
    assert names(played, "?league=other") == names(played, "?system=office_job") == []


def test_a_system_that_nobody_knows_is_refused(played: ThursdayClub):
    answer = played.client().get(URL + "?system=chess")
    assert answer.status_code == 400 and answer.json()["errors"][0]["attr"] == "system"


def test_pages_follow_each_other_without_gap_or_repetition(played: ThursdayClub):
    post_game(played, "Cleo", "Dev", played_at="2026-01-05T18:00:00Z")
    rate()
    found, url = [], URL + "?page_size=1"
    while url:
        answer = played.client().get(url).json()
        found += [row["name"] for row in answer["results"]]
        url = answer["next"]
    assert found == names(played) and len(found) == 4
    assert played.client().get(URL + "?cursor=nonsense").status_code == 404

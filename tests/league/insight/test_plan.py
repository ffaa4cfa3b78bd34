"""The page of the next game, the same for programs, and where people find it."""

import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character
from league.models import Season
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.people import owner_of
from tests.factories.seasons import a_season
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


def page(character: Character, **asked: object) -> str:
    response = Client().get(reverse("character_plan", args=[character.slug]), asked)
    assert response.status_code == 200
    return text(response)


def test_before_the_first_game_the_book_s_200_points_are_planned(ada):
    shown = page(ada)
    assert "whatever the game brings" in shown
    assert "500 points, 1 more degree in Law" in shown


def test_the_usual_kind_of_game_is_planned_and_another_can_be_asked_for(season, ada, bo):
    for day in (1, 2):
        played(season, f"g{day}", at(ada, 110), at(bo, 20), day=day, target=100)
    review()
    assert Client().get(reverse("character_plan", args=[ada.slug])).context["game"].target == 100
    assert page(ada, mode="formula", target=300)


def test_a_bad_question_is_refused_in_a_sentence(ada):
    address = reverse("character_plan", args=[ada.slug])
    for asked, words in (
        ({"mode": "formula", "target": ""}, "such as 200"),
        ({"mode": "timed"}, "the winner may have"),
        ({"mode": "formula", "target": "0"}, "greater than or equal to 1"),
        ({"mode": "formula", "target": "9" * 30}, "less than or equal to 100000"),
        ({"mode": "solo"}, "Select a valid choice"),
    ):
        response = Client().get(address, asked)
        assert response.status_code == 422
        assert words in text(response), asked
        assert "(optional)" not in text(response), "which figure is needed depends on the kind of game"


def test_a_character_of_no_league_or_none_at_all_is_not_found():
    assert Client().get("/characters/nobody/plan/").status_code == 404
    assert Client().get("/api/v1/characters/nobody/plan/").status_code == 404


def test_programs_read_the_same(ada):
    address = f"/api/v1/characters/{ada.slug}/plan/"
    found = Client().get(address, {"mode": "timed", "winner_total": 120}).json()
    assert (found["level"], found["goal"], found["keeps"], found["rises"]) == ("entry", "senior", 0, 500)
    assert found["outcomes"][-1] == {"least": 500, "most": None, "leads_to": "senior"}
    assert found["spoils"][0] == {"kind": "degrees", "subject": "law", "missing": 1}
    assert Client().get(address, {"mode": "timed"}).status_code == 400
    assert Client().get(address).json()["target"] == 200


def test_after_a_golden_parachute_the_page_says_what_to_do(season, ada):
    climb(season, ada, 9)
    review()
    assert "Nothing left to climb" in page(ada)
    assert Client().get(f"/api/v1/characters/{ada.slug}/plan/").status_code == 400


def test_the_personnel_file_and_the_desk_lead_there(ada):
    link = reverse("character_plan", args=[ada.slug])
    assert link in Client().get(ada.get_absolute_url()).content.decode()
    client = Client()
    client.force_login(owner_of(ada))
    assert link in client.get("/").content.decode()


def test_the_page_asks_as_often_for_a_long_career_as_for_a_short_one(season, ada, bo, django_assert_max_num_queries):
    for day in range(1, 25):
        played(season, f"g{day}", at(ada, 110), at(bo, 20), day=day)
    review()
    with django_assert_max_num_queries(14):
        page(ada)

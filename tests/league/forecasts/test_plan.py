"""The page of the next game, the same for programs, and where people find it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters.models import Character
from league.models import League, Season
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.people import owner_of
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


def page(character: Character, **asked: object) -> str:
    response = Client().get(reverse("character_plan", args=[character.slug]), asked)
    assert response.status_code == 200
    return text(response)


def test_before_the_first_game_the_book_s_200_points_are_planned(ada):
    shown = page(ada)
    assert "whatever the game brings" in shown
    assert "500 game points, 1 more degree in Law" in shown


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
    for refused in ({"mode": "timed"}, {"minutes": 30}, {"winner_total": -1}):
        assert Client().get(address, refused).status_code == 400, refused
    assert Client().get(address).json()["target"] == 200
    assert Client().get(address, {"target": 180}).json()["mode"] == "formula"


def another_season(league: League, slug: str, *, ended: bool = False, **settings: object) -> Season:
    ends_on = timezone.localdate() - timedelta(days=1) if ended else None
    season = Season.objects.create(league=league, name=slug.title(), slug=slug, draw_seed="seed", ends_on=ends_on)
    set_house_rules(season, **settings)
    return season


def test_the_house_rules_of_any_season_that_runs_can_be_chosen(season, ada):
    climb(season, ada, 3)
    review()
    another_season(season.league, "autumn", timed_performance="par")
    another_season(season.league, "winter", promotion_points="cumulative")
    offered = Client().get(reverse("character_plan", args=[ada.slug])).context["form"].fields["season"].choices
    assert [slug for slug, _name in offered] == ["winter", "autumn", "spring"], "the newest one first"
    address = f"/api/v1/characters/{ada.slug}/plan/"
    newest, spring = Client().get(address).json(), Client().get(address, {"season": "spring"}).json()
    assert (newest["season"], spring["season"]) == ("winter", "spring")
    assert newest["rises"] != spring["rises"], "points count from the level on in one, in the whole career in the other"
    assert "the house rules of <bdi>Spring" in page(ada, season="spring")
    assert Client().get(address, {"season": "autumn", "mode": "timed", "winner_total": 120}).status_code == 400, "par"
    assert Client().get(address, {"season": "winter", "mode": "timed", "winner_total": 120}).status_code == 200


def test_a_season_that_is_over_or_of_nobody_is_refused(season, ada):
    another_season(season.league, "autumn", ended=True)
    another_season(season.league, "winter")
    stranger = a_season("elsewhere")
    for slug in ("autumn", stranger.slug, "never"):
        response = Client().get(reverse("character_plan", args=[ada.slug]), {"season": slug})
        assert response.status_code == 422 and "Choose a season that runs" in text(response)
        assert Client().get(f"/api/v1/characters/{ada.slug}/plan/", {"season": slug}).status_code == 400


def test_the_only_season_is_the_newest_even_before_it_begins(season, ada):
    season.starts_on = timezone.localdate() + timedelta(days=7)
    season.save()
    assert "the house rules of <bdi>Spring" in page(ada)
    assert 'type="hidden" name="season"' in Client().get(reverse("character_plan", args=[ada.slug])).content.decode()


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

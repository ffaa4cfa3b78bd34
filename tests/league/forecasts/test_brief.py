"""Tell the desk of the next game: one sentence and the odds, as the plan has them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from characters.models import Career, Character
from characters.rules.house_rules import DEFAULTS
from league.forecasts.queries.brief import briefs_of
from league.forecasts.services import make_forecasts
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


def desk_of(character: Character) -> str:
    client = Client()
    client.force_login(owner_of(character))
    return text(client.get("/"))


def five_games(season: Season, ada: Character, bo: Character) -> None:
    """So many that the odds are those of the character's own games."""
    for day in range(11, 16):
        played(season, f"g{day}", at(ada, 110), at(bo, 20), day=day, target=100)
    review()
    make_forecasts()


def test_who_has_a_level_to_lose_reads_what_keeps_it_and_the_odds(season, ada, bo):
    climb(season, ada, 3)
    five_games(season, ada, bo)
    shown = desk_of(ada)
    assert "game points are enough for Ada to stay" in shown
    assert "Passes the next review: " in shown and "Promoted by the next game: " in shown


def test_odds_that_are_mostly_of_others_stand_in_the_plan_alone(season, ada, bo):
    played(season, "g1", at(ada, 110), at(bo, 20), target=100)
    review()
    make_forecasts()
    assert "Promoted by the next game" not in desk_of(ada)
    plan = text(Client().get(reverse("character_plan", args=[ada.slug])))
    assert "Promoted by the next game" in plan and "do not rely on it" in plan


def test_who_has_nothing_to_lose_reads_what_leads_to_the_next_level(ada):
    shown = desk_of(ada)
    assert "the next game has to bring 500 game points, 1 more degree in Law" in shown
    assert "Promoted by the next game: " not in shown, "nobody has played yet"


def test_odds_of_before_the_newest_game_are_not_shown_beside_its_sentence(season, ada, bo):
    five_games(season, ada, bo)
    assert "Promoted by the next game: " in desk_of(ada)
    played(season, "g2", at(ada, 110), at(bo, 20), day=20, target=100)
    review()
    assert "Promoted by the next game: " not in desk_of(ada)
    make_forecasts()
    assert "Promoted by the next game: " in desk_of(ada)


def test_after_a_golden_parachute_nothing_is_said(season, ada):
    climb(season, ada, 9)
    review()
    assert "has to bring" not in desk_of(ada)


def test_ten_characters_ask_as_often_as_one(season):
    for number in range(10):
        hire(season, f"Mine {number}")
    careers = list(Career.objects.filter(current=True).select_related("character__enrolment"))
    house = {season.league_id: DEFAULTS}
    with CaptureQueriesContext(connection) as of_one:
        assert len(briefs_of(careers[:1], house)) == 1
    with CaptureQueriesContext(connection) as of_ten:
        assert len(briefs_of(careers, house)) == 10
    assert len(of_one) == len(of_ten) == 2

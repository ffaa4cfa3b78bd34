"""Odds: made by a worker, kept, shown with how they were found, and scored."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from characters.models import Character
from games.models import Sheet
from league.forecasts.models import Forecast
from league.forecasts.rules.odds import METHOD
from league.forecasts.services import make_forecasts, make_newcomer_forecasts
from league.forecasts.tasks import forecast_newcomers, make_waiting_forecasts
from league.models import Season
from league.results.services.games import correct_game, void_game
from tests.factories.careers import climb, qualified
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at

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


def forecasts_of(character: Character) -> list[Forecast]:
    return list(Forecast.objects.filter(character=character).order_by("after_fact"))


def plan_page(character: Character) -> str:
    return text(Client().get(reverse("character_plan", args=[character.slug])))


def games(season: Season, *people: Character, count: int, first: int = 1, foretold: bool = True) -> None:
    one, other = people
    for day in range(first, first + count):
        played(season, f"g{day}", at(one, 110), at(other, 20), day=day, target=100)
        review()
        if foretold:
            make_forecasts()


def test_a_forecast_is_made_once_for_each_thing_that_becomes_known_and_stays(season, ada, bo):
    games(season, ada, bo, count=2)
    assert make_forecasts() == 0, "nothing waits"
    made = forecasts_of(ada)
    assert [one.after_fact for one in made] == [1, 2]
    assert [one.own for one in made] == [1, 2] and {one.level for one in made} == {"entry"}
    assert all(0 <= share <= 10_000 for one in made for share in (one.passes, one.rises, one.soon, one.top))
    for change in (lambda: made[0].delete(), lambda: Forecast.objects.filter(pk=made[0].pk).update(own=9)):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()


def test_the_same_facts_lead_to_the_same_forecast(season, ada, bo):
    played(season, "g1", at(ada, 110), at(bo, 20), target=100)
    review()
    make_forecasts()
    said = {one.character_id: (one.rises, one.soon, one.least, one.middle, one.most) for one in Forecast.objects.all()}
    with transaction.atomic():
        again = Forecast.objects.all()
        assert make_forecasts() == 0
        assert {one.character_id: (one.rises, one.soon, one.least, one.middle, one.most) for one in again} == said


def test_a_forecast_waits_for_the_review(season, ada, bo):
    played(season, "g1", at(ada, 110), at(bo, 20), target=100)
    assert make_forecasts() == 0
    review()
    make_waiting_forecasts()
    assert len(forecasts_of(ada)) == len(forecasts_of(bo)) == 1


def test_a_correction_leads_to_another_forecast_and_the_first_one_stays(season, ada, bo):
    first = played(season, "g1", at(ada, 490, **qualified(ada)), at(bo, 20), target=100)
    review()
    make_forecasts()
    sheet = a_sheet(at(ada, 110, **qualified(ada)), at(bo, 20))
    correct_game(season_game=first, sheet=sheet, reason="misread", source=Sheet.WEB)
    review()
    make_forecasts()
    before, after = forecasts_of(ada)
    assert before.soon > after.soon, "so many fewer points each time"


def test_after_a_golden_parachute_nothing_is_foretold(season, ada):
    climb(season, ada, 9)
    review()
    while make_forecasts():
        pass
    assert ada.careers.get(current=True).status == "retired"
    assert forecasts_of(ada) == []
    assert "The odds" not in plan_page(ada)


def test_who_never_earns_a_degree_never_rises(season, ada, bo):
    games(season, bo, ada, count=6, foretold=False)
    make_forecasts()
    [newest] = forecasts_of(ada)
    assert (newest.passes, newest.rises, newest.soon, newest.top) == (10_000, 0, 0, 0)
    assert (newest.least, newest.middle, newest.most) == (None, None, None)
    assert "more than 60" in plan_page(ada)


def test_the_page_says_how_the_odds_were_found_and_when_not_to_rely_on_them(season, ada, bo):
    assert "Nothing to go by yet" in plan_page(ada)
    games(season, ada, bo, count=1)
    shown = plan_page(ada)
    assert "Promoted by the next game" in shown and "Promoted within 5 games" in shown
    assert "Drawn from 1 game of Ada, with a weight of 17 %, and from 1 game that others" in shown
    assert "With fewer than 5 games by this character" in shown
    games(season, ada, bo, count=5, first=2, foretold=False)
    make_forecasts()
    assert "With fewer than 5 games by this character" not in plan_page(ada)


def test_a_page_whose_forecast_is_older_than_the_newest_game_says_so(season, ada, bo):
    games(season, ada, bo, count=1)
    played(season, "g2", at(ada, 110), at(bo, 20), day=2, target=100)
    review()
    assert "Made before the newest game" in plan_page(ada)


def test_programs_read_the_same(season, ada, bo):
    address = f"/api/v1/characters/{ada.slug}/odds/"
    assert Client().get(address).status_code == 404
    games(season, ada, bo, count=1)
    said = Client().get(address).json()
    made = forecasts_of(ada)[-1]
    assert (said["rises"], said["games_most"], said["own_games"]) == (made.rises, made.most, 1)
    assert Client().get("/api/v1/characters/nobody/odds/").status_code == 404


def test_a_newcomer_reads_the_leagues_figure_once_others_have_played_enough(season, ada, bo):
    cleo = hire(season, "Cleo")
    games(season, ada, bo, count=4, foretold=False)
    assert make_newcomer_forecasts() == 0, "eight games are too few"
    assert "Nothing to go by yet" in plan_page(cleo)
    games(season, ada, bo, count=1, first=5, foretold=False)
    assert [make_newcomer_forecasts(), make_newcomer_forecasts()] == [1, 0]
    made = forecasts_of(cleo)[0]
    assert (made.after_fact, made.own, made.pool, made.weight) == (0, 0, 10, 0)
    shown = plan_page(cleo)
    assert "Drawn from 10 games that others" in shown
    assert "Without a game by this character" in shown
    assert Client().get(f"/api/v1/characters/{cleo.slug}/odds/").json()["own_games"] == 0


def test_the_worker_makes_those_of_newcomers_too_and_their_first_game_scores_them(season, ada, bo):
    cleo = hire(season, "Cleo")
    games(season, ada, bo, count=5, foretold=False)
    make_waiting_forecasts()
    forecast_newcomers()
    assert len(forecasts_of(cleo)) == 1
    scored = f"/api/v1/leagues/{season.league.slug}/forecasts/"
    assert Client().get(scored).json() == []
    games(season, cleo, bo, count=1, first=6, foretold=False)
    after = {one["forecast"]: one["count"] for one in Client().get(scored).json()}
    assert after["rises"] == 2, "of both, and Cleo's was made before any game of hers"


def test_newcomers_of_another_league_wait_for_their_own(season, ada, bo):
    hire(a_season("other"), "Stranger")
    games(season, ada, bo, count=6, foretold=False)
    assert make_newcomer_forecasts() == 0


def test_a_forecast_without_a_fact_must_come_from_others(ada):
    with pytest.raises(IntegrityError, match="forecast_of_newcomer"), transaction.atomic():
        Forecast.objects.create(character=ada, method=METHOD, after_fact=0, level="entry")


def scores_page(season: Season) -> str:
    return text(Client().get(f"/leagues/{season.league.slug}/forecasts/"))


def test_forecasts_are_scored_in_public_by_the_game_that_followed(season, ada, bo):
    assert "Nothing to score yet" in scores_page(season)
    games(season, ada, bo, count=1)
    games(season, ada, bo, count=1, first=2, foretold=False)
    found = {one["forecast"]: one for one in Client().get(f"/api/v1/leagues/{season.league.slug}/forecasts/").json()}
    assert found["rises"]["count"] == 2, "a game of each that had a forecast before"
    assert sum(one["count"] for one in found["rises"]["reliability"]) == 2
    shown = scores_page(season)
    assert "Brier score" in shown and "2 forecasts" in shown


def test_a_forecast_made_after_the_site_heard_of_the_game_is_not_scored(season, ada, bo):
    for day in (1, 2):
        played(season, f"g{day}", at(ada, 110), at(bo, 20), day=day, target=100)
    review()
    make_forecasts()
    assert Client().get(f"/api/v1/leagues/{season.league.slug}/forecasts/").json() == []


def test_another_league_has_no_part_in_it(season, ada, bo):
    games(season, ada, bo, count=1)
    games(season, ada, bo, count=1, first=2, foretold=False)
    other = a_season("other")
    assert "Nothing to score yet" in scores_page(other)
    assert Client().get("/leagues/nowhere/forecasts/").status_code == 404


def test_a_voided_game_is_no_outcome(season, ada, bo):
    games(season, ada, bo, count=1)
    games(season, ada, bo, count=1, first=2, foretold=False)
    void_game(season_game=season.season_games.order_by("-game_id")[0], reason="never played")
    review()
    assert Client().get(f"/api/v1/leagues/{season.league.slug}/forecasts/").json() == []

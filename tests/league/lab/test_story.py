"""The story of a game: every sentence from the sheet, the ratings of before, the careers or the record."""

import re
from itertools import pairwise, zip_longest
from math import exp, sqrt

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine import record_game
from games.models import GameRecord
from league.forecasts.rules.season_chances import WHOLE
from league.lab.queries.story import story_of
from league.lab.rules.story import Lead, chances_of_first, leads
from league.models import RatingStep, Season, SeasonGame
from league.results.services.games import void_game
from league.standings.rules.ratings import BETA_SQUARED, RatingEstimate
from tests.factories.careers import climb
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.ratings import rate
from tests.factories.sheets import at

RATED = RatingEstimate(25, 3, 9)
courses = st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=1, max_size=20)


def test_of_equals_each_has_the_same_chance_and_the_better_one_what_the_model_says():
    assert chances_of_first([RATED] * 4) == [WHOLE // 4] * 4
    better = RATED._replace(mu=RATED.mu + 6)
    scale = sqrt(2 * (RATED.sigma**2 + BETA_SQUARED))
    one, other = chances_of_first([better, RATED])
    assert one + other == WHOLE and one == round(WHOLE / (1 + exp(-6 / scale)))


@given(courses)
def test_whoever_leads_is_alone_in_front_and_nobody_was_in_between(course):
    found = leads(course)
    for one, after in zip_longest(found, found[1:]):
        values = course[one.at]
        assert values.count(max(values)) == 1 and values[one.seat] == max(values)
        until = after.at if after else len(course)
        for between in course[one.at : until]:
            others = [value for seat, value in enumerate(between) if seat != one.seat]
            assert between[one.seat] == max(between) or others.count(max(others)) > 1, "nobody else was alone in front"
    assert all(one.seat != other.seat for one, other in pairwise(found))


def test_level_with_the_leader_is_not_in_front():
    assert leads([[0, 0], [2, 0], [2, 2], [2, 3], [4, 3]]) == [Lead(0, 1), Lead(1, 3), Lead(0, 4)]
    assert leads([[1, 1], [2, 2]]) == []


def told(game: SeasonGame) -> list[str]:
    found = story_of(game)
    assert found is not None
    return [one.text for one in found.sentences]


@pytest.mark.django_db
def test_a_paper_game_is_told_by_its_figures_and_no_more(season: Season):
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    first = played(season, "g1", at(ada, 110), at(bo, 40), day=on_day(1), target=100)
    upset = played(season, "g2", at(bo, 120), at(ada, 40), day=on_day(2), target=100)
    review()
    rate()
    assert told(first)[0] == "Ada won with 110 points; Bo came next with 40."
    assert told(first)[1] == "The ratings had given Ada 50 % to come first, as an equal among equals."
    assert told(upset)[1].startswith("Against the odds: the ratings had given Bo 40 %")
    expected = played(season, "g3", at(bo, 120), at(ada, 40), day=on_day(3), target=100)
    again = played(season, "g4", at(bo, 120), at(ada, 40), day=on_day(4), target=100)
    rate()
    assert told(expected)[1].startswith("The ratings had given Bo") and told(again)[1].startswith(
        "As could be expected"
    )
    page = text(Client().get(f"/games/{first.game_id}/story/"))
    assert "leaves only its sheet" in page and "Choice by choice" not in page
    assert f"/games/{first.game_id}/story/" in Client().get(f"/games/{first.game_id}/").content.decode()
    for link in re.findall(r'<a class="small" href="([^"]+)"', page):
        assert Client().get(link).status_code == 200, link


@pytest.mark.django_db
def test_what_it_meant_for_careers_is_part_of_it(season: Season):
    game = climb(season, hire(season, "Ada"), 1)[0]
    review()
    assert "It made Ada Senior." in told(game), "a game that is not rated has no sentence of the ratings"
    assert not any("ratings" in one for one in told(game))


@pytest.mark.django_db
def test_a_guest_who_wins_and_a_game_that_is_void(season: Season):
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    game = played(season, "g1", at("Zoe", 110), at(ada, 40), at(bo, 20), day=on_day(1), target=100)
    review()
    rate()
    assert told(game) == ["Zoe won with 110 points; Ada came next with 40."]
    page = text(Client().get(f"/games/{game.game_id}/story/"))
    table = page.split('<ol class="finish"')[1].split("</ol>")[0]
    assert re.findall(r"<bdi>([^<]*)</bdi>", table) == ["Zoe", "Ada", "Bo"] and table.count('class="portrait') == 2
    assert re.findall(r'<rect width="(\d+)"', table) == ["100", "36", "18"], "bars in proportion to the points"
    void_game(season_game=game, reason="never played")
    assert "No story yet" in text(Client().get(f"/games/{game.game_id}/story/"))
    assert Client().get("/games/999999/story/").status_code == 404


@pytest.mark.django_db
def test_a_recorded_game_is_told_choice_by_choice(season: Season):
    people = [hire(season, name) for name in ("Ada", "Bo", "Cleo")]
    game = played(
        season, "g1", *(at(who, 110 - 30 * seat) for seat, who in enumerate(people)), day=on_day(1), target=100
    )
    review()
    recorded = record_game("careers", 3, ["greedy"], 7)
    GameRecord.objects.create(game_id=game.game_id, text=recorded.text(), rules_version=recorded.game.version)
    [*_others, last] = [one for one in told(game) if "for good" in one or "to the end" in one]
    assert re.search(r"(Ada|Bo|Cleo)", last)
    page = text(Client().get(f"/games/{game.game_id}/story/"))
    assert "Choice by choice" in page and "leaves only its sheet" not in page
    [moment] = set(re.findall(r'href="(/games/\d+/replay/\?at=\d+&amp;seat=all)"', page)[-1:])
    assert Client().get(moment.replace("&amp;", "&")).status_code == 200
    assert RatingStep.objects.count() == 0

"""The end of a game: who won with a face, what follows for the careers, what decided it, and one way on."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import SeasonPlay
from tests.factories.games import review
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


@pytest.fixture(autouse=True)
def nobody_came_before():
    cache.clear()


def a_game_over(club: ThursdayClub, *names: str, counts: bool = True, **table) -> SeasonPlay:
    season_play = a_running_play(club, *names, bots=0, counts=counts, **table)
    plays_on(season_play)
    return fresh(season_play)


def page(club: ThursdayClub, season_play: SeasonPlay, name: str) -> str:
    client = Client()
    client.force_login(club.users[name])
    return client.get(f"/play/{season_play.pk}/").content.decode()


def test_the_winner_stands_first_with_a_large_face_and_there_is_one_primary_button(club):
    over = a_game_over(club, "ada", "bo")
    winner = over.play.seats.get(seat=over.play.outcome["winners"][0] + 1).name
    for name in ("ada", "bo", "vera"):
        seen = page(club, over, name)
        end = seen[seen.index('class="card play-end"') : seen.index('class="play-side"')]
        told = "You won." if name == winner.lower() else f"<bdi>{winner}</bdi> wins the game"
        assert end.index("portrait") < end.index(told) and " large" in end[: end.index(told)]
        assert end.count("button primary") == 1


def test_the_page_completes_itself_and_shows_a_promotion_before_the_reviews(club):
    over = a_game_over(club, "ada", "bo")
    waiting = page(club, over, "ada")
    assert "The review is running" in waiting and f'hx-get="/play/{over.pk}/career/"' in waiting
    review()
    after = page(club, over, "ada")
    assert "The review is running" not in after and "<summary>The sheet" in after


def test_the_end_asks_for_the_turning_point_of_the_story(club):
    over = a_game_over(club, "ada", "bo", system="office_job")
    [address] = re.findall(r'hx-get="(/games/\d+/story/)"', page(club, over, "ada"))
    asked = {"HX-Request": "true", "HX-Target": "turning-point"}
    part = Client().get(address, headers=asked).content.decode()
    assert "<html" not in part and f'href="{address}"' in part and "/replay/?at=" in part
    assert "<html" in Client().get(address, headers={"HX-Request": "true"}).content.decode()


def test_practice_has_no_careers_and_no_story(club):
    seen = page(club, a_game_over(club, "ada", "bo", counts=False), "ada")
    assert 'id="career"' not in seen and 'id="turning-point"' not in seen and "Play again" in seen


def test_a_page_of_the_end_asks_the_database_no_more_for_more_people(club):
    tables = (("ada", "bo"), ("ada", "bo", "cleo", "dev"))
    overs = [a_game_over(club, *names, counts=False, system="office_job") for names in tables]
    client, counts = Client(), []
    client.force_login(club.users["ada"])
    for over in overs * 2:  # the first look at a table is noted
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/play/{over.pk}/")
        counts.append(len(queries))
    assert counts[2] == counts[3]

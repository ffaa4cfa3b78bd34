"""What a move costs on the way: a page sends what it has, and the answer leaves that out."""

import gzip
from statistics import mean

import pytest
from django.test import Client

from games.models import Play
from games.services.plays import game_of
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.families import family
from tests.factories.play_pages import PageOfTable
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import a_thursday_club

SYSTEMS = ("career_compass", "career_poker", "careers", "game_of_the_year", "office_job")
AIM = 3 * 1024  # bytes
MOVES = 15


@pytest.mark.django_db
@pytest.mark.parametrize("system", family(SYSTEMS))
def test_a_move_sends_what_is_new(system):
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", bots=2, system=system)
    ada = Client()
    ada.force_login(club.users["ada"])
    page, sizes = PageOfTable(ada, f"/play/{season_play.pk}/"), []
    wholes = []
    for _move in range(MOVES):
        while play_for_bots():
            pass
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            break
        wholes.append(len(gzip.compress(PageOfTable(ada, page.address).asks())))
        sizes.append(len(gzip.compress(page.asks())))
        legal = [one.text for one in game_of(play).legal]
        liked = [one for one in legal if not one.startswith(("trade", "declare"))] or legal
        action = liked[play.number % len(liked)]
        take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    print(f"{system}: {mean(sizes[1:]):.0f} bytes packed, at most {max(sizes[1:])}; whole {mean(wholes):.0f}")
    assert mean(sizes[1:]) < 1.2 * AIM and mean(sizes[1:]) < 0.9 * mean(wholes[1:])  # no two games are the same


def test_an_answer_to_a_page_that_has_nothing_is_whole(db):
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="game_of_the_year")
    ada = Client()
    ada.force_login(club.users["ada"])
    page = PageOfTable(ada, f"/play/{season_play.pk}/")
    whole, again = page.asks(), page.asks()
    assert b"hx-preserve" not in whole and again.count(b"hx-preserve") >= 12 and len(again) < len(whole) / 2


def test_a_page_that_waits_for_the_game_is_loaded_whole_when_it_begins(db):
    """Head and bar of the site make room for the table, whoever began."""
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="career_compass")
    bo = Client(headers={"HX-Request": "true"})
    bo.force_login(club.users["bo"])
    address = f"/play/{season_play.pk}/"
    assert bo.get(address, headers={"X-Frame": "open"}).headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in bo.get(address).headers

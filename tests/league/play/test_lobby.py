"""The lobby: which tables come first, who is there, and what fits in the time that somebody has."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Play, PlaySeat
from games.services.presence import note_seen
from league.play.queries.lengths import EVENING, TIMES, fitting, game_lengths, measured
from league.play.queries.lobby import lobby_of
from league.play.rules.systems import PLAYED_HERE
from league.play.services.rematches import play_again
from tests.factories.plays import a_running_play, a_table_of, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


def looks(club: ThursdayClub, name: str, play: int) -> None:
    note_seen(play_id=play, person=club.users[name])


def here(club: ThursdayClub, name: str) -> list[str]:
    return lobby_of(club.users[name]).here


def test_others_who_look_at_a_table_are_here_for_two_minutes(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", bots=0)
    for name in ("ada", "bo"):
        looks(club, name, season_play.pk)
    assert here(club, "ada") == ["Bo"] and set(here(club, "vera")) == {"Ada", "Bo"}
    PlaySeat.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    assert here(club, "vera") == []


def test_nobody_is_seen_at_a_table_that_lists_do_not_show(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, visibility=Play.LINK)
    looks(club, "ada", season_play.pk)
    assert here(club, "vera") == [] and here(club, "bo") == ["Ada"]


def test_a_table_where_a_seat_waits_for_the_reader_comes_before_other_open_ones(club):
    over = a_running_play(club, "ada", "bo", bots=0)
    plays_on(over)
    table = play_again(season_play=fresh(over), by=club.users["ada"])
    other = a_table_of(club, "cleo")
    lobby = lobby_of(club.users["bo"])
    assert (lobby.invited, lobby.open, lobby.calls) == ([table], [other], True)
    assert {*lobby_of(club.users["cleo"]).open} == {table, other} and not lobby_of(club.users["cleo"]).calls


def test_every_game_that_is_played_here_was_measured_and_an_evening_fits_all():
    assert set(measured()) == set(PLAYED_HERE)
    lengths = game_lengths()
    assert [each.minutes for each in lengths] == sorted(each.minutes for each in lengths)
    assert fitting(lengths, EVENING) == lengths[::-1]


@pytest.mark.parametrize("minutes", TIMES)
def test_what_fits_is_no_longer_than_the_time_and_the_longest_comes_first(minutes):
    fits = [each.minutes for each in fitting(game_lengths(), minutes)]
    assert fits == sorted(fits, reverse=True) and fits[0] <= minutes
    assert fits == [each.minutes for each in game_lengths() if each.minutes <= minutes][::-1]


def test_if_nothing_fits_the_shortest_game_is_shown():
    lengths = game_lengths()
    assert fitting(lengths, 1) == lengths[:1]


def test_five_live_games_of_people_say_more_than_the_estimate(club):
    def usual() -> int:
        return {each.system.ID: each.minutes for each in game_lengths()}["career_compass"]

    estimate = usual()
    for games in range(1, 6):
        plays_on(a_running_play(club, "ada", "bo", bots=0, pace=Play.LIVE))
        now = timezone.now()
        Play.objects.update(started_at=now - timedelta(minutes=14), over_at=now)
        assert usual() == (estimate if games < 5 else 14)
    Play.objects.update(started_at=timezone.now() - timedelta(days=2))
    assert usual() == estimate


def test_the_page_answers_with_one_primary_button(club):
    member = Client()
    member.force_login(club.users["ada"])
    for client in (Client(), member):
        page = client.get("/play/?minutes=20").content.decode().split('id="main"')[1]
        part = page[page.index('id="time-at-hand"') :]
        part = part[: part.index("</section>")]
        assert "about 3 minutes for four" in part and page.count("button primary") == 1 == part.count("button primary")
    assert Client().get("/play/?minutes=7").context["fits"] == []


def test_the_page_asks_the_database_no_more_for_more_tables(club):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            lobby_of(club.users["ada"])
        return len(asked)

    a_running_play(club, "ada", "bo", bots=0)
    before = queries()
    for _more in range(3):
        a_table_of(club, "bo", "cleo")
    assert queries() <= before + 1  # the seats of the first open tables

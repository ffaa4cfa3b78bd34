"""Who looks at a table at the moment."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Play, PlaySeat
from games.rules.absence import LOOKS_FOR, NOTED_EVERY, is_here
from games.services.presence import note_seen
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

NOW = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "here"), [(timedelta(0), True), (LOOKS_FOR - timedelta(seconds=1), True), (LOOKS_FOR, False)]
)
def test_who_looked_lately_is_here(ago, here):
    assert is_here(NOW - ago, NOW) is here


def test_who_never_looked_is_away():
    assert not is_here(None, NOW)


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


def seen(play_id: int, club: ThursdayClub, name: str) -> datetime | None:
    return PlaySeat.objects.get(play=play_id, person=club.users[name]).seen_at


def looks(club: ThursdayClub, name: str, play_id: int, **headers: str) -> str:
    client = Client()
    client.force_login(club.users[name])
    answer = client.get(f"/play/{play_id}/", headers=headers)
    return f"{answer.status_code} {answer.headers.get('ETag')} {' '.join(answer.content.decode().split())}"


def test_a_look_is_written_once_a_minute_and_for_nobody_else(club, django_assert_num_queries):
    play = a_running_play(club, "ada", "bo", bots=0).pk
    note_seen(play_id=play, person=club.users["ada"])
    first = seen(play, club, "ada")
    assert first is not None and seen(play, club, "bo") is None
    with django_assert_num_queries(1):
        note_seen(play_id=play, person=club.users["ada"])
    assert seen(play, club, "ada") == first
    PlaySeat.objects.filter(play=play).update(seen_at=timezone.now() - NOTED_EVERY)
    note_seen(play_id=play, person=club.users["ada"])
    assert seen(play, club, "ada") >= first


def test_who_has_just_come_to_decide_is_noted_at_once_and_others_within_the_minute(club):
    season_play = a_running_play(club, "ada", "bo", system="career_compass", bots=0)
    note_seen(play_id=season_play.pk, person=club.users["ada"])
    note_seen(play_id=season_play.pk, person=club.users["bo"])
    first = {name: seen(season_play.pk, club, name) for name in ("ada", "bo")}
    play = season_play.play
    Play.objects.filter(pk=play.pk).update(decides_since=timezone.now())
    for name in first:
        note_seen(play_id=play.pk, person=club.users[name])
    decides = decider(fresh(season_play).play).username
    assert {name for name, at in first.items() if seen(play.pk, club, name) > at} == {decides}


def test_the_page_of_the_table_says_who_is_here_and_who_is_away(club):
    play = a_running_play(club, "ada", "bo", bots=1).pk
    page = looks(club, "ada", play)
    people = page.partition("play-line")[2].partition("</ol>")[0]
    assert people.count("<li") == 3 and people.count(">here<") == people.count(">away<") == 1


def test_a_page_in_a_hidden_tab_and_a_stranger_are_not_noted(club):
    play = a_running_play(club, "ada", "bo", bots=0).pk
    looks(club, "ada", play, looking="no")
    looks(club, "cleo", play)
    Client().get(f"/play/{play}/")
    assert seen(play, club, "ada") is None and seen(play, club, "bo") is None


def test_a_page_learns_that_somebody_has_come(club):
    play = a_running_play(club, "ada", "bo", bots=0).pk
    before = looks(club, "ada", play, hx_request="true").split()[1]
    assert looks(club, "ada", play, hx_request="true").split()[1] == before
    looks(club, "bo", play)
    assert looks(club, "ada", play, hx_request="true").split()[1] != before

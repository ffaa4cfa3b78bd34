"""What a table costs does not grow with its turns."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Play, PlaySeat, Turn
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from tests.factories.families import family
from tests.factories.plays import a_running_play, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def as_after(season_play: SeasonPlay, turns: int) -> Play:
    """The same moment of the game, after more turns than it had: those it had, told over and over, as if somebody who
    does not decide now had sent them."""
    play = fresh(season_play).play
    known = list(Turn.objects.filter(play=play))
    somebody = play.seats.exclude(person=decider(play))[0].person
    Turn.objects.bulk_create(
        Turn(play=play, number=at, author=Turn.PERSON, by=somebody, seat=one.seat, action=one.action, told=one.told)
        for at, one in ((at, known[at % len(known)]) for at in range(play.number, turns))
    )
    Play.objects.filter(pk=play.pk).update(number=turns)
    return fresh(season_play).play


def asks(club: ThursdayClub, play: Play) -> dict[str, Callable[[], Any]]:
    """What is asked of a running play, and the turn of whoever decides last of all."""
    by = decider(play)
    browser, program = Client(), APIClient()
    browser.force_login(by)
    program.force_authenticate(by)
    at, api = f"/play/{play.pk}/", f"/api/v1/plays/{play.pk}/"
    sent = {"number": play.number, "action": game_of(play).legal[0].text, "key": f"key {play.number}"}
    return {
        "page": lambda: browser.get(at),
        "fragment": lambda: browser.get(at, headers={"HX-Request": "true"}),
        "lobby": lambda: browser.get("/play/"),
        "program": lambda: program.get(api),
        "newest turns": lambda: program.get(f"{api}turns/?since={play.number - 5}"),
        "turn": lambda: browser.post(f"{at}turns/", sent),
    }


def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert act().status_code in (200, 302)
    return len(asked)


@pytest.mark.parametrize("system", family(PLAYED_HERE))
def test_queries_are_as_many_after_200_turns_as_after_twenty(club, system):
    found = {}
    for turns in (20, 200):
        season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system=system, bots=0)
        plays_on(season_play, most=3)
        play = as_after(season_play, turns)
        for act in asks(club, play).values():
            act()  # the first time, what is kept between requests is not there yet
        play = as_after(season_play, turns + 20)
        PlaySeat.objects.filter(play=play).update(seen_at=timezone.now())  # as it is but once a minute
        found[turns] = {what: queries(act) for what, act in asks(club, fresh(season_play).play).items()}
        Play.objects.filter(pk=play.pk).update(status=Play.CLOSED, actor=None, due_at=None)
    assert found[20] == found[200]
    assert found[20]["turn"] <= 20 and found[20]["fragment"] <= 18

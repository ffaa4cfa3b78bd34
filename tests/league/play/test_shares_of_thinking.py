"""Bots of somebody who has spent the day's thinking time play plainly, and hold up nobody else's."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Play, PlaySeat, ThinkingTime, Turn
from games.services.bot_turns import bots_turn, waiting_bot
from games.services.plays import game_of, take_bots_turn
from games.services.thinking import AHEAD, counted
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ThursdayClub:
    return a_thursday_club()


def waits(club: ThursdayClub, who: str) -> Play:
    """Return a play that somebody opened, in which a bot has a choice. No such bot is there to make it."""
    season_play = a_running_play(club, who, bots=3, system="career_poker")
    play = season_play.play
    while not play.bot_decides or len(game_of(play).legal_actions()) == 1:
        if play.bot_decides:
            take_bots_turn(play=play, action=bots_turn(play=play).action)
        else:
            action = game_of(play).legal[0].text
            take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
        play = fresh(season_play).play
    PlaySeat.objects.filter(play=play, person=None).update(bot="nobody")
    return play


def has_used(club: ThursdayClub, who: str, seconds: int) -> None:
    values = {"day": timezone.now().date(), "milliseconds": 1000 * seconds}
    ThinkingTime.objects.update_or_create(person=club.users[who], defaults=values)


def failed_in(play: Play) -> bool:
    return any("fails" in str(told) for told in Turn.objects.filter(play=play).values_list("told", flat=True))


@pytest.mark.parametrize(("used", "asked"), [(3599, True), (3600, False)])
def test_another_bot_decides_at_the_tables_of_somebody_who_has_spent_the_day(club, used, asked):
    play = waits(club, "ada")
    has_used(club, "ada", used)
    assert play_for_bots() and Play.objects.get(pk=play.pk).number > play.number
    assert failed_in(play) == asked


def test_a_game_that_was_ordered_from_bots_waits_for_the_next_day(club):
    play = waits(club, "ada")
    Play.objects.filter(pk=play.pk).update(ordered_as="one")
    has_used(club, "ada", 3600)
    assert waiting_bot() is None
    ThinkingTime.objects.update(day=timezone.now().date() - timedelta(days=1))
    assert waiting_bot() == play


def test_the_bots_of_who_has_used_least_come_first_however_long_others_wait(club):
    *many, last = [waits(club, who) for who in ("ada", "ada", "bo")]
    Play.objects.filter(pk=last.pk).update(changed_at=timezone.now() + timedelta(minutes=1))
    has_used(club, "ada", 5)
    assert [waiting_bot() for _ in range(3)] == [last, *many]


def test_a_portion_is_charged_before_it_begins_and_settled_by_what_it_took(club):
    ada = club.users["ada"].pk
    with counted(ada):
        assert ThinkingTime.objects.get().milliseconds == 1000 * AHEAD
        with counted(ada):
            assert ThinkingTime.objects.get().milliseconds == 2000 * AHEAD
    assert ThinkingTime.objects.get().milliseconds < 1000 * AHEAD
    with counted(ada):
        ThinkingTime.objects.update(day=timezone.now().date() - timedelta(days=1))
    assert ThinkingTime.objects.get().milliseconds == 0, "nothing of yesterday is given back today"


@pytest.mark.parametrize(
    ("ordered", "words"), [("", "The bots play plainly today"), ("one", "The bots go on tomorrow")]
)
def test_the_page_of_the_table_says_why_its_bots_play_plainly_or_wait(club, client, ordered, words):
    play = waits(club, "ada")
    Play.objects.filter(pk=play.pk).update(ordered_as=ordered)
    for used, shown in ((3599, False), (3600, True)):
        has_used(club, "ada", used)
        for who in ("ada", "bo"):
            client.force_login(club.users[who])
            assert (words in client.get(f"/play/{play.pk}/").text) == shown


def test_a_table_without_bots_has_nothing_to_say_of_them(club, client):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    has_used(club, "ada", 3600)
    client.force_login(club.users["bo"])
    assert "play plainly" not in client.get(f"/play/{season_play.pk}/").text

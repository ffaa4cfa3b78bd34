"""The site passes for a person who can't follow, and nobody can tell it from a pass of their own."""

from datetime import timedelta

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from games.models import Play, PlaySeat, Turn
from games.services.absence import ask_for_pause
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.queries.attendance import attendance
from league.play.services.season_plays import play_for_bots, take_own_turn
from league.play.services.sweeps import next_turn_is_due, take_due_turns
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def at_a_pass(club: ThursdayClub, *names: str, forced: bool = True, **opened) -> SeasonPlay:
    """Play Career Poker until a person is asked to follow who alone knows that they can't, or who can."""
    names = names or ("ada", "bo", "cleo")
    opened = {"system": "career_poker", "bots": 4 - len(names)} | opened
    season_play = a_running_play(club, *names, **opened)
    for _turn in range(200):
        while play_for_bots():
            pass
        play = fresh(season_play).play
        game = game_of(play)
        legal = [choice.text for choice in game.legal]
        if game.prompt == "follow" and (len(legal) == 1) == forced and not game.openly_forced():
            return fresh(season_play)
        action = legal[-1] if game.prompt == "follow" else legal[0]
        take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    raise AssertionError("nobody was asked")


def due(season_play: SeasonPlay, *, away: timedelta = timedelta()) -> SeasonPlay:
    """Let the delay pass, while everybody last looked so long ago."""
    now = timezone.now()
    PlaySeat.objects.filter(play=season_play.pk).update(seen_at=now - away)
    Play.objects.filter(~Q(due_at=None), pk=season_play.pk).update(due_at=now)
    return fresh(season_play)


@pytest.mark.parametrize("forced", [True, False])
def test_the_moment_is_drawn_whether_or_not_there_is_a_choice(club, forced):
    play = at_a_pass(club, forced=forced).play
    assert timedelta(seconds=1) <= play.due_at - play.decides_since <= timedelta(seconds=6)


def test_a_worker_waits_for_the_turn_that_is_due_first(club):
    assert next_turn_is_due() is None
    one, other = (at_a_pass(club).play for _ in range(2))
    Play.objects.filter(pk=other.pk).update(due_at=one.due_at + timedelta(seconds=9))
    assert next_turn_is_due() == one.due_at
    held = one.due_at - timedelta(seconds=9)
    Play.objects.filter(pk=other.pk).update(due_at=None, bot_decides=True, leased_until=held)
    assert next_turn_is_due() == held, "of a worker that may have been killed"


def test_among_bots_alone_nobody_waits(club):
    at_a_pass(club, "ada")
    PlaySeat.objects.update(seen_at=timezone.now())
    assert take_due_turns() == 1


def test_who_can_only_pass_passes_once_in_their_own_name(club):
    season_play = due(at_a_pass(club))
    play, by = season_play.play, decider(season_play.play)
    assert take_due_turns() == 1
    turn = Turn.objects.get(play=play.pk, number=play.number)
    assert (turn.action, turn.by, turn.kind, turn.key) == ("pass", by, Turn.ACT, "")
    assert take_due_turns() == 0


def test_a_turn_that_fails_keeps_no_other_one_waiting(club):
    failing, other = due(at_a_pass(club)), due(at_a_pass(club))
    Play.objects.filter(pk=failing.pk).update(state="spilt", due_at=timezone.now() - timedelta(minutes=1))
    number = other.play.number
    assert take_due_turns() == 1
    assert fresh(other).play.number > number
    assert Play.objects.get(pk=failing.pk).due_at is None


def test_nothing_happens_before_its_moment(club):
    season_play = at_a_pass(club)
    PlaySeat.objects.update(seen_at=timezone.now())
    assert take_due_turns() == 0 and fresh(season_play).play.number == season_play.play.number


def test_who_has_a_choice_is_asked(club):
    season_play = due(at_a_pass(club, forced=False))
    assert take_due_turns() == 0
    play = fresh(season_play).play
    assert (play.number, play.due_at) == (season_play.play.number, None)


def test_for_who_is_away_nobody_passes_until_they_look(club):
    season_play = due(at_a_pass(club), away=timedelta(minutes=3))
    by = decider(season_play.play)
    assert take_due_turns() == 0 and fresh(season_play).play.due_at is None
    browser = Client()
    browser.force_login(by)
    browser.get(f"/play/{season_play.pk}/")
    play = fresh(season_play).play
    assert play.due_at > timezone.now() and play.number == season_play.play.number
    due(season_play)
    assert take_due_turns() == 1


def test_nobody_else_can_take_back_what_a_pass_followed(club):
    season_play = due(at_a_pass(club))
    by = decider(season_play.play)
    take_due_turns()
    season_play = fresh(season_play)
    for user in (club.users[name] for name in ("ada", "bo", "cleo")):
        assert user == by or not attendance(season_play, user).may_take_back


def test_no_pass_is_made_while_the_game_is_paused(club):
    season_play = at_a_pass(club)
    for name in ("ada", "bo", "cleo"):
        ask_for_pause(play_id=season_play.pk, by=club.users[name])
    assert fresh(season_play).play.due_at is None
    due(season_play)
    assert take_due_turns() == 0


def test_where_the_table_agreed_otherwise_everybody_passes_themselves(club):
    season_play = due(at_a_pass(club, passes=False))
    assert season_play.play.due_at is None and take_due_turns() == 0
    browser = Client()
    assert "passes automatically" not in browser.get(f"/play/{season_play.pk}/").content.decode()


def test_a_table_says_that_it_passes(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    assert "passes automatically after a few seconds" in Client().get(f"/play/{season_play.pk}/").content.decode()


def test_a_table_is_opened_with_or_without_it(club):
    ada = Client()
    ada.force_login(club.users["ada"])
    sent = {"seats": "4", "season": club.season.slug, "system": "career_poker"}
    for extra, passes in (({"passes": "on"}, True), ({}, False), ({"passes": "on", "system": "office_job"}, False)):
        assert ada.post("/play/new/", sent | extra).status_code == 302
        assert Play.objects.first().passes is passes


def test_a_pass_takes_the_time_of_its_seat_and_no_more(club):
    season_play = at_a_pass(club, pace="live")
    now = timezone.now()
    Play.objects.update(decides_since=now - timedelta(seconds=30))
    bank = PlaySeat.objects.get(seat=season_play.play.actor + 1).bank
    due(season_play)
    take_due_turns()
    assert bank - PlaySeat.objects.get(seat=season_play.play.actor + 1).bank in (10, 11)

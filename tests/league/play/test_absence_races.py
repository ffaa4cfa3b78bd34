"""Choices taken back, voices and returns at the same moment as somebody's turn."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from games.models import PlaySeat, Turn
from games.queries.plays import actions_of
from games.services.absence import ask_for_bot, come_back
from games.services.plays import game_of
from games.services.presence import note_seen
from games.services.take_backs import take_back
from league.play.queries.attendance import attendance
from league.play.services.season_plays import play_for_bots, take_own_turn
from league.play.services.sweeps import end_clocks
from tests.factories.plays import a_running_play, decider, fresh, harmless, plays_on, time_passes
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db(transaction=True)


def numbered(play) -> None:
    numbers = list(Turn.objects.filter(play=play).values_list("number", flat=True))
    assert numbers == list(range(play.number)) and len(actions_of(play)) == play.actions


def test_a_choice_is_taken_back_or_the_next_player_acts_never_both():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system="career_poker", bots=0)
    raced = 0
    for _turn in range(60):
        play = fresh(season_play).play
        by, found = decider(play), harmless(play)
        if not found:
            plays_on(season_play, most=1)
            continue
        take_own_turn(season_play=season_play, number=play.number, action=found[0], key="", by=by)
        play = fresh(season_play).play
        after = decider(play)
        if after == by or not attendance(fresh(season_play), by).may_take_back:
            continue
        sent = {"number": play.number, "action": game_of(play).legal[0].text, "key": "", "by": after}
        outcomes = at_once(
            lambda sent=sent: take_own_turn(season_play=season_play, **sent),
            lambda by=by, play=play: take_back(play_id=play.pk, number=play.number, by=by),
        )
        assert len(refused(outcomes)) == 1 and isinstance(refused(outcomes)[0], ValidationError)
        numbered(fresh(season_play).play)
        raced += 1
        if raced == 4:
            break
    assert raced


def test_two_who_take_back_at_once_take_back_one_choice():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    for _turn in range(60):
        while play_for_bots():
            pass
        play = fresh(season_play).play
        by, found = decider(play), harmless(play)
        if found:
            take_own_turn(season_play=season_play, number=play.number, action=found[0], key="", by=by)
            play = fresh(season_play).play
            if attendance(fresh(season_play), by).may_take_back:
                break
        plays_on(season_play, most=1)
    outcomes = at_once(*[lambda: take_back(play_id=play.pk, number=play.number, by=by)] * 3)
    assert len(refused(outcomes)) == 2 and Turn.objects.filter(kind=Turn.BACK).count() == 1
    numbered(fresh(season_play).play)


def test_a_voice_and_the_turn_of_the_late_one():
    club = a_thursday_club()
    for _round in range(4):
        season_play = a_running_play(club, "ada", "bo", bots=0, pace="live")
        late, play = decider(season_play.play), season_play.play
        time_passes(season_play, timedelta(minutes=6))
        other = next(club.users[name] for name in ("ada", "bo") if club.users[name] != late)
        seat = PlaySeat.objects.get(play=play, person=late).seat
        sent = {"season_play": season_play, "number": 0, "action": "throw", "key": "", "by": late}
        outcomes = at_once(
            lambda sent=sent: take_own_turn(**sent),
            lambda pk=play.pk, seat=seat, other=other: ask_for_bot(play_id=pk, seat=seat, by=other),
        )
        assert len(refused(outcomes)) == 1 or Turn.objects.filter(play=play, kind=Turn.ACT, seat=seat - 1).count() == 1
        numbered(fresh(season_play).play)


def test_who_comes_back_and_their_bot_at_once():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, pace="live")
    while play_for_bots():
        pass
    late = decider(fresh(season_play).play)
    time_passes(season_play, timedelta(minutes=6))
    other = next(club.users[name] for name in ("ada", "bo") if club.users[name] != late)
    seat = PlaySeat.objects.get(play=season_play.pk, person=late).seat
    assert ask_for_bot(play_id=season_play.pk, seat=seat, by=other)
    outcomes = at_once(
        lambda: come_back(play_id=season_play.pk, by=late),
        play_for_bots,
        lambda: note_seen(play_id=season_play.pk, person=late),
        end_clocks,
    )
    assert refused(outcomes) == []
    play = fresh(season_play).play
    numbered(play)
    assert PlaySeat.objects.get(play=play, seat=seat).replaced_at is None
    back = Turn.objects.get(play=play, kind=Turn.RETURNED).number
    assert not Turn.objects.filter(play=play, seat=seat - 1, number__gt=back, by=None, kind=Turn.ACT).exclude(
        action__startswith="pass"
    )


def test_one_voice_three_times_at_once_replaces_nobody_twice():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", bots=0, pace="live")
    time_passes(season_play, timedelta(minutes=6))
    other = next(club.users[name] for name in ("ada", "bo") if club.users[name] != decider(season_play.play))
    seat = season_play.play.actor + 1
    outcomes = at_once(*[lambda: ask_for_bot(play_id=season_play.pk, seat=seat, by=other)] * 3)
    assert len(refused(outcomes)) == 2 and Turn.objects.filter(kind=Turn.REPLACED).count() == 1

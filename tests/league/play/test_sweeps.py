"""What is done for plays without anybody asking."""

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Play, PlaySeat, Turn
from games.queries.plays import prove_play, record_of
from games.services.absence import ask_for_pause, come_back, go_on_holiday
from games.services.plays import game_of
from league.models import Round, SeasonPlay, Table
from league.play.services.season_plays import begin, play_for_bots
from league.play.services.sweeps import (
    NOBODY_ACTED,
    NOBODY_BEGAN,
    call_times,
    close_forgotten,
    end_clocks,
    follow_rounds,
    give_up_for_absent,
    next_clock_ends,
)
from league.tournaments.desk.services.rounds import end_round, pause_round, resume_round
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on, time_passes
from tests.factories.seasons import set_house_rules
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games, a_tournament_of

pytestmark = pytest.mark.django_db
TIMED = {"system": "careers", "mode": "timed", "minutes": 30}


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


def at_a_tournament(club: ThursdayClub, season_play: SeasonPlay) -> SeasonPlay:
    a_tournament_of(club)
    SeasonPlay.objects.filter(pk=season_play.pk).update(table=Table.objects.first())
    return fresh(season_play)


def test_at_a_table_of_a_tournament_a_bot_plays_by_itself_for_who_is_out_of_time(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, pace="live"))
    late = decider(season_play.play)
    assert end_clocks() == 0
    time_passes(season_play, timedelta(minutes=5, seconds=21))
    assert end_clocks() == 1 and end_clocks() == 0
    assert PlaySeat.objects.get(person=late).replaced_at is not None
    assert Turn.objects.get().kind == Turn.REPLACED
    assert play_for_bots() and fresh(season_play).play.actions > 0


def stands_still(still: bool) -> None:
    (pause_round if still else resume_round)(round=Round.objects.get())


def test_a_play_of_a_tournament_stands_still_while_the_clock_of_its_round_does(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=1, pace="live"))
    assert follow_rounds() == 0
    before = fresh(season_play).play.decide_by
    assert next_clock_ends() == before
    stands_still(True)
    assert follow_rounds() == 1 and follow_rounds() == 0
    play = fresh(season_play).play
    assert (play.paused_at is not None, play.decide_by, play.bot_decides) == (True, None, False)
    time_passes(season_play, timedelta(hours=1))
    assert end_clocks() == 0
    stands_still(False)
    assert follow_rounds() == 1 and follow_rounds() == 0
    play = fresh(season_play).play
    assert play.paused_at is None and (before is None or play.decide_by >= before)
    assert list(Turn.objects.order_by("number").values_list("kind", "by")) == [("paused", None), ("resumed", None)]


def clock_runs_out(*, extra: int = 0) -> None:
    Round.objects.update(minutes=30, started_at=timezone.now() - timedelta(minutes=31))
    Table.objects.update(extra_minutes=extra)


@pytest.mark.rule("careers R14")
def test_the_clock_of_the_round_ends_a_timed_game_with_the_turn_under_way(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, **TIMED))
    assert call_times() == 0
    clock_runs_out(extra=2)
    assert call_times() == 0, "the table has time of its own"
    clock_runs_out()
    assert call_times() == 1 and call_times() == 0
    turn = Turn.objects.latest("number")
    assert (turn.action, turn.author, turn.seat, turn.by) == ("time is up", Turn.HOST, None, None)
    play = plays_on(season_play, 200, choice=0)
    assert play.outcome["reason"] == "time"
    prove_play(play, record_of(play))


@pytest.mark.rule("career_poker 27")
@pytest.mark.rule("career_poker B14")
def test_the_clock_of_the_round_ends_a_match_with_the_deal_under_way(club):
    season_play = at_a_tournament(club, a_table_of(club, "ada", "bo", "cleo", "dev", bots=0, system="career_poker"))
    begin(season_play=season_play, by=club.users["ada"])
    clock_runs_out()
    assert call_times() == 1 and call_times() == 0
    play = plays_on(season_play)
    assert play.outcome["reason"] == "time"
    assert len(game_of(play).history) == 1


def test_a_game_that_time_does_not_end_waits_for_the_referee(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, system="careers"))
    clock_runs_out()
    assert call_times() == 0 and fresh(season_play).play.status == Play.RUNNING


def test_a_game_that_begins_while_the_clock_stands_still_waits_for_it(club):
    season_play = at_a_tournament(club, a_table_of(club, "ada", "bo", bots=0, pace="live"))
    stands_still(True)
    assert follow_rounds() == 0
    begin(season_play=season_play, by=club.users["ada"])
    assert follow_rounds() == 1 and fresh(season_play).play.paused_at is not None


def test_a_table_may_agree_to_play_on_in_the_pause_of_the_round(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, pace="live"))
    stands_still(True)
    follow_rounds()
    for name in ("ada", "bo"):
        ask_for_pause(play_id=season_play.pk, by=club.users[name])
    assert fresh(season_play).play.paused_at is None and follow_rounds() == 0
    stands_still(False)
    assert follow_rounds() == 0
    stands_still(True)
    assert follow_rounds() == 1


def test_a_pause_that_the_table_asked_for_is_not_ended_by_the_clock_of_the_round(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, pace="live"))
    for name in ("ada", "bo"):
        ask_for_pause(play_id=season_play.pk, by=club.users[name])
    stands_still(True)
    assert follow_rounds() == 0
    stands_still(False)
    assert follow_rounds() == 0 and fresh(season_play).play.paused_at is not None


def test_a_play_outlives_the_round_that_is_ended_in_a_pause(club):
    season_play = at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, pace="live"))
    stands_still(True)
    follow_rounds()
    end_round(round=Round.objects.get(), force=True, reason="It is late")
    assert follow_rounds() == 1 and fresh(season_play).play.paused_at is None


def test_among_friends_nobody_is_replaced_unless_they_say_so(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace="live")
    time_passes(season_play, timedelta(days=3))
    assert end_clocks() == 0 and not Turn.objects.exists()


@pytest.mark.parametrize(("days", "closed"), [(13, 0), (15, 1)])
def test_a_table_that_nobody_begins_is_closed_after_two_weeks(club, days, closed):
    season_play = a_table_of(club, "ada", bots=1)
    time_passes(season_play, timedelta(days=days))
    assert close_forgotten() == closed and close_forgotten() == 0
    play = fresh(season_play).play
    assert (play.status, play.problem) == (("closed", str(NOBODY_BEGAN)) if closed else ("open", ""))


@pytest.mark.parametrize("pace", ["none", "day"])
@pytest.mark.parametrize(("days", "closed"), [(59, 0), (61, 1)])
def test_a_game_in_which_nobody_acts_is_closed_after_60_days(club, client, pace, days, closed):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace=pace)
    time_passes(season_play, timedelta(days=days))
    assert close_forgotten() == closed
    play = fresh(season_play).play
    assert (play.status, play.problem) == (("closed", str(NOBODY_ACTED)) if closed else ("running", ""))
    assert play.state is not None
    if closed:
        assert NOBODY_ACTED in client.get(f"/play/{play.pk}/").content.decode()


def test_what_is_over_and_what_goes_on_is_left_alone(club):
    over = plays_on(a_running_play(club, "ada", bots=2))
    bots = a_running_play(club, "bo", bots=2)
    Play.objects.filter(pk=bots.pk).update(bot_decides=True)
    for one in (over.season_play, bots):
        time_passes(one, timedelta(days=99))
    assert close_forgotten() == 0 and Play.objects.filter(status="closed").count() == 0


def later(days: int) -> datetime:
    return timezone.now() + timedelta(days=days)


@pytest.mark.parametrize("paused", [False, True])
def test_who_does_not_go_on_with_a_game_that_counts_has_given_up_and_bots_play_it_to_its_end(club, paused):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    plays_on(season_play, most=4)
    gone = decider(fresh(season_play).play)
    if paused:
        for name in ("ada", "bo"):
            ask_for_pause(play_id=season_play.pk, by=club.users[name])
    assert give_up_for_absent(later(59)) == 0
    if paused:  # nobody loses while they may not move: the host ends the pause, and the days begin again
        assert give_up_for_absent(later(61)) == 0 and fresh(season_play).play.paused_at is None
        assert give_up_for_absent(later(59)) == 0
        with pytest.raises(ValidationError, match="paused for too long"):
            ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    assert give_up_for_absent(later(61)) == 1 and give_up_for_absent(later(61)) == 0
    play = fresh(season_play).play
    assert (play.status, play.paused_at, play.bot_decides) == (Play.RUNNING, None, True)
    with pytest.raises(ValidationError):
        come_back(play_id=play.pk, by=gone)
    while play_for_bots():
        pass
    give_up_for_absent(later(130))  # the other one stays away as well
    while play_for_bots():
        pass
    play = fresh(season_play).play
    assert play.status == Play.OVER and play.game is not None and not play.game.played_by_bots


def test_neither_voices_nor_holidays_nor_looks_delay_it(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    by = decider(season_play.play)
    go_on_holiday(play_id=season_play.pk, days=30, by=by)
    Play.objects.filter(pk=season_play.pk).update(changed_at=later(60))
    assert give_up_for_absent(later(61)) == 1


def test_the_season_says_after_how_many_days(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    set_house_rules(club.season, days_without_a_move=3)
    assert give_up_for_absent(later(2)) == 0 and give_up_for_absent(later(4)) == 1
    assert PlaySeat.objects.get(play=season_play.pk, resigned_at__isnull=False).person == decider(season_play.play)


def test_at_a_table_of_a_tournament_the_referee_decides(club):
    at_a_tournament(club, a_running_play(club, "ada", "bo", bots=0, counts=True))
    assert give_up_for_absent(later(400)) == 0

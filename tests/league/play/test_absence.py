"""Who is away: given up, replaced by the others' voices, back with one tap; pauses and holidays."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.models import Play, PlaySeat, Turn
from games.services import absence
from games.services.presence import note_seen
from league.play.queries.attendance import attendance
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on, time_passes
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db
ALL = ("ada", "bo", "cleo", "dev")


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


def roles(club, season_play) -> tuple[str, list[str]]:
    """Who is at turn, and the others."""
    names = [one.person.username for one in season_play.play.seats.select_related("person") if one.person]
    late = decider(fresh(season_play).play).username
    return late, [name for name in names if name != late]


def seat_of(season_play, name: str) -> PlaySeat:
    return PlaySeat.objects.get(play=season_play.play, person__username=name)


def kinds(season_play) -> list[str]:
    return list(Turn.objects.filter(play=season_play.play).exclude(kind=Turn.ACT).values_list("kind", flat=True))


def test_more_than_half_of_the_others_let_a_bot_play_for_who_is_out_of_time(club):
    season_play = a_running_play(club, *ALL, bots=0, pace="live")
    late, others = roles(club, season_play)
    time_passes(season_play, timedelta(minutes=6))
    ask = {"play_id": season_play.pk, "seat": seat_of(season_play, late).seat}
    assert not absence.ask_for_bot(**ask, by=club.users[others[0]])
    assert not absence.ask_for_bot(**ask, by=club.users[others[0]]), "one voice counts once"
    assert not fresh(season_play).play.bot_decides
    assert absence.ask_for_bot(**ask, by=club.users[others[1]])
    play = fresh(season_play).play
    assert play.bot_decides and play.decide_by is None and kinds(season_play) == [Turn.REPLACED]
    assert play_for_bots() and fresh(season_play).play.actions > 0


def test_nobody_is_replaced_while_there_is_time(club):
    season_play = a_running_play(club, *ALL, bots=0, pace="day")
    late, others = roles(club, season_play)
    time_passes(season_play, timedelta(days=7, hours=23))
    ask = {"play_id": season_play.pk, "by": club.users[others[0]]}
    with pytest.raises(ValidationError, match="still has time"):
        absence.ask_for_bot(seat=seat_of(season_play, late).seat, **ask)
    with pytest.raises(ValidationError, match="Nobody is waiting"):
        absence.ask_for_bot(seat=seat_of(season_play, others[1]).seat, **ask)
    with pytest.raises(ValidationError, match="your own seat"):
        absence.ask_for_bot(seat=seat_of(season_play, others[0]).seat, **ask)
    with pytest.raises(ValidationError, match="no seat 9"):
        absence.ask_for_bot(seat=9, **ask)
    assert kinds(season_play) == []


def test_without_a_clock_who_was_not_seen_for_three_days_can_be_replaced(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    late, [other] = roles(club, season_play)
    ask = {"play_id": season_play.pk, "seat": seat_of(season_play, late).seat, "by": club.users[other]}
    time_passes(season_play, timedelta(days=4))
    note_seen(play_id=season_play.pk, person=club.users[late])
    with pytest.raises(ValidationError, match="three days"):
        absence.ask_for_bot(**ask)
    time_passes(season_play, timedelta(days=4))
    assert absence.ask_for_bot(**ask)


def test_a_voice_counts_for_the_choice_that_it_was_raised_about(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", system="career_poker", bots=1, pace="live")
    while play_for_bots():
        pass
    late, others = roles(club, season_play)
    time_passes(season_play, timedelta(minutes=6))
    seat = seat_of(season_play, late).seat
    assert not absence.ask_for_bot(play_id=season_play.pk, seat=seat, by=club.users[others[0]])
    plays_on(season_play, most=1)
    for _turn in range(50):
        while play_for_bots():
            pass
        if decider(fresh(season_play).play) == club.users[late]:
            break
        plays_on(season_play, most=1)
    time_passes(season_play, timedelta(minutes=6))
    assert not absence.ask_for_bot(play_id=season_play.pk, seat=seat, by=club.users[others[1]])
    assert not PlaySeat.objects.exclude(replaced_at=None).exists()


def test_who_is_back_decides_next_and_their_clock_begins_anew(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace="live")
    late, [other] = roles(club, season_play)
    time_passes(season_play, timedelta(minutes=6))
    absence.ask_for_bot(play_id=season_play.pk, seat=seat_of(season_play, late).seat, by=club.users[other])
    play = fresh(season_play).play
    with pytest.raises(ValidationError, match="a bot plays for you"):
        take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=club.users[late])
    play = absence.come_back(play_id=season_play.pk, by=club.users[late])
    assert not play.bot_decides and play.decide_by > play.changed_at
    assert kinds(season_play) == [Turn.REPLACED, Turn.RETURNED]
    take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=club.users[late])
    with pytest.raises(ValidationError, match="already here"):
        absence.come_back(play_id=season_play.pk, by=club.users[late])


def test_who_gives_up_is_played_to_the_end_and_the_game_counts(club):
    season_play = a_running_play(
        club, "ada", "bo", "cleo", system="career_poker", bots=1, counts=True, settings={"deals": 1}
    )
    absence.resign(play_id=season_play.pk, by=club.users["ada"])
    for deed, says in ((absence.resign, "given up"), (absence.come_back, "gave up")):
        with pytest.raises(ValidationError, match=says):
            deed(play_id=season_play.pk, by=club.users["ada"])
    play = plays_on(season_play)
    assert (play.status, play.problem) == (Play.OVER, "") and not play.game.played_by_bots
    assert not Turn.objects.filter(play=play, by=club.users["ada"], kind=Turn.ACT).exists()


def test_when_everybody_gave_up_bots_play_to_the_end_and_it_is_a_game_of_bots(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    for name in ("ada", "bo"):
        absence.resign(play_id=season_play.pk, by=club.users[name])
    while play_for_bots():
        pass
    play = fresh(season_play).play
    assert play.status == Play.OVER and play.game.played_by_bots


def test_a_pause_needs_all_and_half_of_them_end_it(club):
    season_play = a_running_play(club, "ada", "bo", "cleo", bots=0, pace="day")
    time_passes(season_play, timedelta(hours=10))
    pause = [absence.ask_for_pause(play_id=season_play.pk, by=club.users[name]) for name in ("ada", "bo", "cleo")]
    play = fresh(season_play).play
    assert pause == [False, False, True] and play.paused_at is not None and play.decide_by is None
    with pytest.raises(ValidationError, match="paused"):
        take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=decider(play))
    time_passes(season_play, timedelta(days=30))
    assert not absence.ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    assert absence.ask_for_pause(play_id=season_play.pk, by=club.users["bo"])
    play = fresh(season_play).play
    left = play.decide_by - play.changed_at
    assert play.paused_at is None and timedelta(days=7, hours=13) < left <= timedelta(days=7, hours=14)
    assert kinds(season_play) == [Turn.PAUSED, Turn.RESUMED]


def test_one_of_two_ends_a_pause(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    for name in ("ada", "bo"):
        absence.ask_for_pause(play_id=season_play.pk, by=club.users[name])
    assert fresh(season_play).play.paused_at is not None
    assert absence.ask_for_pause(play_id=season_play.pk, by=decider(fresh(season_play).play))
    assert fresh(season_play).play.paused_at is None


def test_bots_rest_in_a_pause(club):
    season_play = a_running_play(club, "ada", bots=2)
    for _turn in range(20):
        if fresh(season_play).play.bot_decides:
            break
        plays_on(season_play, most=1)
        play = fresh(season_play).play
        if not play.bot_decides:
            take_own_turn(season_play=season_play, number=play.number, action="throw", key="", by=club.users["ada"])
    absence.ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    assert not play_for_bots()
    absence.ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    assert fresh(season_play).play.bot_decides == (decider(fresh(season_play).play) is None)


def test_days_of_the_bank_are_a_holiday_and_what_is_left_comes_back(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace="day")
    name, [_other] = roles(club, season_play)
    by, before = club.users[name], fresh(season_play).play
    absence.go_on_holiday(play_id=season_play.pk, days=3, by=by)
    play, week = fresh(season_play).play, 7 * 86400
    assert seat_of(season_play, name).bank == week - 3 * 86400 and play.decides_since > play.changed_at
    assert abs(play.decide_by - before.decide_by) < timedelta(seconds=2)
    with pytest.raises(ValidationError, match="on holiday"):
        absence.go_on_holiday(play_id=season_play.pk, days=1, by=by)
    time_passes(season_play, timedelta(days=1))
    absence.come_back(play_id=season_play.pk, by=by)
    seat = seat_of(season_play, name)
    assert seat.holiday_until is None and week - 86400 - 5 < seat.bank <= week - 86400
    play = fresh(season_play).play
    assert abs(play.decide_by - play.changed_at - timedelta(days=7)) < timedelta(seconds=5)


@pytest.mark.parametrize(("pace", "days"), [("live", 1), ("day", 8), ("day", 0), ("none", 31), ("none", -1)])
def test_a_holiday_is_no_longer_than_what_is_left(club, pace, days):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace=pace)
    with pytest.raises(ValidationError):
        absence.go_on_holiday(play_id=season_play.pk, days=days, by=club.users["ada"])
    assert seat_of(season_play, "ada").holiday_until is None


@pytest.mark.parametrize("deed", ["resign", "return", "replace", "pause", "holiday", "wants", "back"])
def test_who_does_not_sit_there_is_told_so_at_every_door(club, deed):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    sent = {"seat": 1, "days": 1, "wants": "away", "number": 0}
    cleo = Client()
    cleo.force_login(club.users["cleo"])
    before = (fresh(season_play).play.number, list(season_play.play.seats.values("replaced_at", "wants", "bank")))
    page = cleo.post(f"/play/{season_play.pk}/{deed}/", sent, follow=True).content.decode()
    assert "message" in page
    answer = club.client("cleo").post(f"/api/v1/plays/{season_play.pk}/{deed}/", sent, format="json")
    assert answer.status_code == 422 and answer.data["errors"][0]["detail"]
    after = (fresh(season_play).play.number, list(season_play.play.seats.values("replaced_at", "wants", "bank")))
    assert before == after


@pytest.mark.parametrize("deed", ["resign", "return", "replace", "pause", "holiday"])
def test_before_the_game_begins_there_is_nothing_to_leave(club, deed):
    season_play = a_table_of(club, "ada", bots=1)
    answer = club.client("ada").post(f"/api/v1/plays/{season_play.pk}/{deed}/", {"seat": 1, "days": 1}, format="json")
    assert answer.status_code == 409 and "not begun" in str(answer.data)


def test_by_the_buttons_of_the_page_alone(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, pace="live")
    late, [other] = roles(club, season_play)
    clients = {name: Client() for name in ("ada", "bo")}
    for name, client in clients.items():
        client.force_login(club.users[name])
    at = f"/play/{season_play.pk}/"
    assert "has time until" in clients[other].get(at).content.decode()
    time_passes(season_play, timedelta(minutes=6))
    seen = clients[other].get(at).content.decode()
    assert "Time is up" in seen and f"Let a bot play for {late.title()}" in seen
    clients[other].post(f"{at}replace/", {"seat": seat_of(season_play, late).seat})
    assert "who is absent" in clients[other].get(at).content.decode()
    seen = clients[late].get(at).content.decode()
    assert "I am back" in seen and 'name="action"' not in seen
    clients[late].post(f"{at}return/")
    seen = clients[late].get(at).content.decode()
    assert "I am back" not in seen and 'name="action"' in seen
    clients[late].post(f"{at}wants/", {"wants": "always"})
    assert seat_of(season_play, late).wants == "always"
    clients[other].post(f"{at}resign/")
    assert "gave up" in clients[late].get(at).content.decode()
    assert attendance(fresh(season_play), club.users["vera"]).me is None

"""Taking the own last choice back: only as long as nobody acted since and nobody learnt anything by it."""

import pytest
from django.core.exceptions import ValidationError

from engine import SYSTEMS, replay
from games.models import Play, Turn
from games.queries.plays import actions_of, another_decided_last, way_back
from games.services.plays import StaleTurn
from games.services.take_backs import take_back
from league.play.queries.attendance import attendance
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.families import family
from tests.factories.plays import a_running_play, decider, fresh, harmless, other, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def sends(season_play, action: str) -> Play:
    play = fresh(season_play).play
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    return fresh(season_play).play


def until_a_choice_tells_nothing(season_play) -> tuple[Play, str]:
    """The play before a choice that nobody learns anything by, and that choice."""
    for _turn in range(300):
        plays_on(season_play, most=1)
        while play_for_bots():
            pass
        play = fresh(season_play).play
        found = harmless(play) if play.status == Play.RUNNING else []
        if found:
            return play, found[0]
    raise AssertionError("no such choice in 300")


def until_a_choice_may_be_taken_back(season_play) -> tuple[Play, str, Play]:
    """The play before it, the choice, and the play after it."""
    for _choice in range(40):
        before, action = until_a_choice_tells_nothing(season_play)
        after = sends(season_play, action)
        if attendance(fresh(season_play), decider(before)).may_take_back:
            return before, action, after
    raise AssertionError("something told by what followed, 40 times")


@pytest.mark.parametrize("system", [one for one in PLAYED_HERE if one != "career_compass"])
def test_after_a_choice_is_taken_back_every_seat_sees_what_it_saw(club, system):
    """In Career Compass hardly a choice tells nobody anything."""
    season_play = a_running_play(club, "ada", "bo", system=system, bots=max(0, SYSTEMS[system].seats[0] - 2))
    before, action, after = until_a_choice_may_be_taken_back(season_play)
    by = decider(before)
    back = take_back(play_id=before.pk, number=after.number, by=by)
    assert (back.actions, back.actor, back.state) == (before.actions, before.actor, before.state)
    assert back.number == after.number + 1
    last = Turn.objects.filter(play=before).last()
    assert (last.kind, last.back_to, last.by) == (Turn.BACK, before.actions, by)
    assert sends(season_play, action).state == after.state, "the same choice has the same chance"


def test_who_may_take_back_made_the_last_choice_or_somebody_just_took_theirs_back(club):
    """The quick question, which spares most readers the whole play, never says no where the play says yes."""
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    ways = 0
    for turn in range(12):
        before, _action, after = until_a_choice_may_be_taken_back(season_play)
        if turn % 3 == 0:
            take_back(play_id=before.pk, number=after.number, by=decider(before))
        play, seats = fresh(season_play).play, list(season_play.play.seats.order_by("seat"))
        for name in ("ada", "bo"):
            person = club.users[name].pk
            if way_back(play, seats, person).game is not None:
                ways += 1
                assert not another_decided_last(play, person)
    assert ways


@pytest.mark.parametrize("system", family(PLAYED_HERE))
def test_the_state_that_is_kept_and_the_whole_play_lead_back_to_the_same_game(club, system):
    season_play = a_running_play(club, "ada", "bo", system=system, bots=max(0, SYSTEMS[system].seats[0] - 2))
    kept = 0
    for _turn in range(30):
        play, seats = fresh(season_play).play, list(season_play.play.seats.order_by("seat"))
        if play.status != Play.RUNNING:
            break
        people = [club.users[name].pk for name in ("ada", "bo")]
        quick = [way_back(play, seats, person) for person in people]
        kept += play.state_before is not None
        play.state_before = play.actions_before = None
        assert [way_back(play, seats, person) for person in people] == quick
        plays_on(season_play, most=1)
    assert kept


def test_a_play_keeps_the_state_before_a_choice_until_one_is_taken_back_or_it_ends(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, settings={"deals": 1})
    before, _action, after = until_a_choice_may_be_taken_back(season_play)
    assert (after.state_before, after.actions_before) == (before.state, before.actions)
    back = take_back(play_id=before.pk, number=after.number, by=decider(before))
    assert (back.state_before, back.actions_before) == (None, None)
    over = plays_on(season_play)
    assert (over.status, over.state_before, over.actions_before) == (Play.OVER, None, None)


def test_a_game_with_choices_taken_back_is_handed_in_and_proved(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, counts=True, settings={"deals": 1})
    for _turn in range(3):
        before, _action, after = until_a_choice_may_be_taken_back(season_play)
        take_back(play_id=before.pk, number=after.number, by=decider(before))
    play = plays_on(season_play)
    assert play.status == Play.OVER and play.problem == ""
    assert replay(play.game.record.text.splitlines()).as_dict() == play.outcome
    assert len(actions_of(play)) == play.actions < play.number


def test_a_throw_stands(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    by = decider(season_play.play)
    after = sends(season_play, "throw")
    with pytest.raises(ValidationError, match="followed by chance"):
        take_back(play_id=after.pk, number=after.number, by=by)
    assert fresh(season_play).play.number == after.number


def test_a_choice_stands_once_somebody_acted(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    before, action = until_a_choice_tells_nothing(season_play)
    sends(season_play, action)
    by = decider(before)
    while Turn.objects.filter(play=before, by__isnull=False).last().by == by:
        plays_on(season_play, most=1)
    with pytest.raises(ValidationError):
        take_back(play_id=before.pk, number=fresh(season_play).play.number, by=by)
    assert not Turn.objects.filter(kind=Turn.BACK).exists()


def test_nobody_takes_back_what_is_not_theirs_or_what_they_did_not_see(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    before, action = until_a_choice_tells_nothing(season_play)
    after, by = sends(season_play, action), decider(before)
    stranger = club.users[other(club, season_play, "cleo")]
    with pytest.raises(ValidationError, match="no choice to take back"):
        take_back(play_id=after.pk, number=after.number, by=stranger)
    with pytest.raises(StaleTurn, match="Somebody was faster"):
        take_back(play_id=after.pk, number=after.number - 1, by=by)
    assert fresh(season_play).play.number == after.number


def test_nothing_is_taken_back_before_the_game_begins_or_after_its_end(club):
    season_play = a_running_play(club, "ada", bots=2)
    with pytest.raises(ValidationError, match="no choice to take back"):
        take_back(play_id=season_play.pk, number=0, by=club.users["ada"])
    play = plays_on(season_play)
    with pytest.raises(StaleTurn, match="over"):
        take_back(play_id=play.pk, number=play.number, by=club.users["ada"])


def test_a_program_takes_a_choice_back_and_is_told_why_not(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    before, action, after = until_a_choice_may_be_taken_back(season_play)
    name, at = decider(before).username, f"/api/v1/plays/{season_play.pk}/"
    assert club.client(name).post(f"{at}back/", {"number": 0}, format="json").status_code == 409
    assert club.client(name).post(f"{at}back/", {}, format="json").status_code == 400
    assert club.client("cleo").post(f"{at}back/", {"number": after.number}, format="json").status_code == 422
    seen = club.client(name).get(at).data
    back = club.client(name).post(f"{at}back/", {"number": seen["number"]}, format="json")
    assert back.status_code == 200 and "takes the last choice back" in back.data["log"][0]["told"][0]
    assert action in [one["action"] for one in back.data["legal"]]

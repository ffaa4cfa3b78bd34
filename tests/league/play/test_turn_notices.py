"""The notice that it is one's turn ends with the turn, however that ends."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Play
from games.services.absence import ask_for_pause, resign
from games.services.take_backs import take_back
from league.models import Notice, SeasonPlay
from league.play.queries.lobby import turn_key
from league.play.services import sweeps
from tests.factories.plays import a_running_play, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ThursdayClub:
    return a_thursday_club()


def told_of_turn(season_play: SeasonPlay) -> Notice:
    play = fresh(season_play).play
    key, by = turn_key(play.pk, play.number), decider(play)
    league = season_play.season.league
    return Notice.objects.create(user=by, league=league, key=key, kind="turn", subject="x", text="x", link="/x/")


def unread() -> list[str]:
    return list(Notice.objects.filter(read_at=None).values_list("user__username", flat=True))


@pytest.mark.parametrize("system", ["careers", "game_of_the_year"])
def test_a_turn_taken_back_ends_the_notice_of_the_next_one(club, system):
    # In most games somebody soon decides something that chance does not follow, but not in each.
    games = (a_running_play(club, "ada", "bo", system=system, bots=0) for _game in range(6))
    for season_play, _turn in ((game, turn) for game in games for turn in range(60)):
        before = fresh(season_play).play
        plays_on(season_play, most=1)
        play = fresh(season_play).play
        if decider(play) == decider(before):
            continue
        told_of_turn(season_play)
        try:
            take_back(play_id=play.pk, number=play.number, by=decider(before))
        except ValidationError:  # chance fell, or somebody learnt something
            Notice.objects.all().delete()
            continue
        assert unread() == []
        return
    pytest.fail("no choice that ended a turn could be taken back in six games")


def by_its_person(club, season_play):
    plays_on(season_play, most=1)


def by_a_bot(club, season_play):
    resign(play_id=season_play.pk, by=decider(fresh(season_play).play))


def by_a_pause(club, season_play):
    for name in ("ada", "bo"):
        ask_for_pause(play_id=season_play.pk, by=club.users[name])


def by_nobody(club, season_play):
    Play.objects.filter(pk=season_play.pk).update(changed_at=timezone.now() - timedelta(days=61))
    assert sweeps.close_forgotten() == 1


@pytest.mark.parametrize("ends", [by_its_person, by_a_bot, by_a_pause, by_nobody])
def test_the_notice_of_a_turn_ends_with_it(club, ends):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    told_of_turn(season_play)
    ends(club, season_play)
    assert unread() == []


def test_the_notice_of_the_present_turn_and_of_another_play_stay(club):
    season_play, other = (a_running_play(club, "ada", "bo", bots=0) for _number in range(2))
    ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    told_of_turn(other)
    present = told_of_turn(season_play)
    plays_on(other, most=0)
    ask_for_pause(play_id=season_play.pk, by=club.users["ada"])
    assert Notice.objects.filter(read_at=None).count() == 2 and present.user == decider(season_play.play)

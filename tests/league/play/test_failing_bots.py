"""A play whose bots take their workers down, again and again: it says so, and the people at the table go on."""

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Play, Turn
from games.services.bot_turns import BOTS, CHANCE_DECIDES, MOST_ASKED, ask_bots_again, bots_turn, waiting_bot
from games.services.plays import STANDS_STILL, game_of, take_bots_turn
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def waits(club: ThursdayClub):
    """A bot at Ada's table has a choice."""
    season_play = a_running_play(club, "ada", bots=3, system="career_poker")
    play = season_play.play
    while not play.bot_decides or len(game_of(play).legal_actions()) == 1:
        if play.bot_decides:
            take_bots_turn(play=play, action=bots_turn(play=play).action)
        else:
            action = game_of(play).legal[0].text
            take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
        play = fresh(season_play).play
    return fresh(season_play)


def workers_end(times: int) -> None:
    for _ in range(times):
        assert waiting_bot() is not None
        Play.objects.update(leased_until=timezone.now() - timedelta(seconds=1))


def test_after_some_workers_chance_decides_for_the_bots_until_somebody_asks_them_again(club, waits, client, text):
    workers_end(MOST_ASKED)
    claimed = waiting_bot()
    play = take_bots_turn(play=claimed, **asdict(bots_turn(play=claimed)))
    assert (play.problem, play.tries) == (CHANCE_DECIDES, 0)
    assert "fails. Chance decides" in str(Turn.objects.get(play=play, number=claimed.number).told)
    assert not bots_turn(play=play).failed, "it is said once"
    client.force_login(club.users["ada"])
    assert CHANCE_DECIDES in text(f"/play/{play.pk}/")
    client.post(f"/play/{play.pk}/ask/")
    assert fresh(waits).play.problem == ""


def test_a_turn_over_which_worker_after_worker_ends_is_left_alone_until_somebody_at_the_table_goes_on(club, waits):
    workers_end(BOTS.tries)
    assert waiting_bot() is None and not play_for_bots()
    program = club.client("ada")
    seen = program.get(f"/api/v1/plays/{waits.pk}/").data
    assert (seen["problem"], seen["status"]) == (STANDS_STILL, "running")
    assert program.post(f"/api/v1/plays/{waits.pk}/ask/").data["problem"] == ""
    number = fresh(waits).play.number
    assert play_for_bots() and fresh(waits).play.number > number


def test_others_than_those_at_the_table_do_not_ask_and_nobody_does_where_the_bots_play(club, waits):
    with pytest.raises(ValidationError, match="The bots at this table play"):
        ask_bots_again(play_id=waits.pk, by=club.users["ada"])
    Play.objects.update(problem=STANDS_STILL)
    assert club.client("cleo").post(f"/api/v1/plays/{waits.pk}/ask/").status_code == 422
    assert fresh(waits).play.problem == STANDS_STILL

"""Several people, and workers, at one play at the same moment."""

import pytest

from games.models import Play, Turn
from games.services.plays import game_of
from league.play.services import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, decider, fresh, plays_on
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db(transaction=True)


def test_eight_senders_of_one_number_make_one_turn():
    season_play = a_running_play(a_thursday_club(), "ada", "bo", system="career_poker", bots=2)
    while play_for_bots():
        pass
    play = fresh(season_play).play
    by, actions = decider(play), [one.text for one in game_of(play).legal]
    sends = [
        lambda at=at: take_own_turn(
            season_play=season_play, number=play.number, action=actions[at % len(actions)], key=f"{at}", by=by
        )
        for at in range(8)
    ]
    assert len(refused(at_once(*sends))) == 7
    assert Turn.objects.filter(play=play, number=play.number).count() == 1
    assert Turn.objects.filter(play=play).exclude(key="").count() == 1


def test_one_key_five_times_at_once_is_one_turn_and_one_answer():
    season_play = a_running_play(a_thursday_club(), "ada", "bo", bots=0)
    play = season_play.play
    sent = {"number": 0, "action": game_of(play).legal[0].text, "key": "mine", "by": decider(play)}
    answers = at_once(*[lambda: take_own_turn(season_play=season_play, **sent)] * 5)
    assert refused(answers) == [] and sorted(one.again for one in answers) == [False, True, True, True, True]


def test_two_workers_take_each_turn_of_a_bot_once():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, counts=True)
    for _round in range(3):
        assert refused(at_once(play_for_bots, play_for_bots)) == []
        plays_on(season_play, most=1)
    numbers = list(Turn.objects.filter(play=season_play.play).values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert fresh(season_play).play.status == Play.RUNNING

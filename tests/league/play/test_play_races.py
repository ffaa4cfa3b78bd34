"""Several people, and workers, at one play at the same moment."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from games.models import Play, Turn
from games.services.plays import StaleTurn, Taken, game_of
from league.models import SeasonPlay
from league.play.services.rematches import play_again
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.plays import a_running_play, decider, fresh, plays_on
from tests.factories.races import at_once, refused
from tests.factories.seasons import set_house_rules
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db(transaction=True)


PEOPLE = ("ada", "bo", "cleo", "dev")


def eight_senders(season_play: SeasonPlay, play: Play, key: str, same: bool) -> list[Callable[[], Taken]]:
    """Of one number; with `same`, of one choice under one key."""
    by, legal = decider(play), [one.text for one in game_of(play).legal]
    sent = {"season_play": season_play, "number": play.number, "by": by}
    return [
        partial(take_own_turn, **sent, action=legal[0 if same else at % len(legal)], key=key if same else f"{key}-{at}")
        for at in range(8)
    ]


def rounds_of_senders(rounds: int) -> int:
    """Eight at once send different choices with the same number, in every other round one choice with one key; how many
    turns were taken in all."""
    club = a_thursday_club()
    season_play = None
    for number in range(rounds):
        if season_play is None or fresh(season_play).play.status != Play.RUNNING:
            season_play = a_running_play(club, *PEOPLE, system="career_poker", bots=0)
        play, same = fresh(season_play).play, number % 2 == 1
        answers = at_once(*eight_senders(season_play, play, f"{number}", same))
        taken = Turn.objects.filter(play=play, number__gte=play.number).exclude(by=None)
        assert taken.count() == 1 and taken.get().number == play.number
        if same:
            assert sorted(one.again for one in answers) == [False, *[True] * 7], answers
        else:
            assert [isinstance(one, StaleTurn) for one in answers].count(True) == 7, answers
        numbers = list(Turn.objects.filter(play=play).values_list("number", flat=True))
        assert numbers == list(range(fresh(season_play).play.number))
    return Turn.objects.exclude(by=None).count()


def test_eight_senders_of_one_number_make_one_turn_and_one_key_gets_one_answer():
    assert rounds_of_senders(4) == 4


def test_of_a_call_for_a_trade_and_the_turn_itself_one_is_heard():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", "cleo", system="careers", bots=0)
    while game_of(fresh(season_play).play).prompt != "turn":
        plays_on(season_play, most=1)
    play = fresh(season_play).play
    [[caller, [call, *_others]], *_rest] = game_of(play).asides().items()
    sends = partial(take_own_turn, season_play=season_play, number=play.number, key="")
    call = partial(sends, action=game_of(play).describe(call), by=club.users[PEOPLE[caller]])
    answers = at_once(call, partial(sends, action="roll", by=decider(play)))
    assert sorted(isinstance(one, StaleTurn) for one in answers) == [False, True], answers
    assert Turn.objects.filter(play=play, number__gte=play.number).exclude(by=None).count() == 1


@pytest.mark.slow
def test_eight_senders_of_one_number_make_one_turn_500_times():
    assert rounds_of_senders(500) == 500
    print(f"500 rounds of eight senders on {connection.vendor}: 500 turns")


def test_two_workers_take_each_turn_of_a_bot_once():
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, counts=True)
    for _round in range(3):
        assert refused(at_once(play_for_bots, play_for_bots)) == []
        plays_on(season_play, most=1)
    numbers = list(Turn.objects.filter(play=season_play.play).values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert fresh(season_play).play.status == Play.RUNNING


def test_of_people_who_play_again_at_once_all_sit_at_one_table():
    club = a_thursday_club()
    set_house_rules(club.season, games={"career_compass": {"max_rounds": 5}})
    season_play = a_running_play(club, *PEOPLE, bots=0)
    plays_on(season_play)
    people = [club.users[name] for name in PEOPLE]
    tables = at_once(*(partial(play_again, season_play=fresh(season_play), by=by) for by in people))
    assert refused(tables) == [] and len({table.pk for table in tables}) == 1
    assert fresh(tables[0]).play.status == Play.RUNNING

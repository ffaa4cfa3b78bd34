"""Plays from the open table to the game of the season."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction

from engine import BadRecord, replay
from games.models import Play, PlaySeat, Sheet, Turn
from games.queries.plays import record_of
from games.rules.fair_chance import commitment_to, new_secret
from games.rules.play_records import prove
from games.services.plays import StaleTurn, game_of, take_turn
from league.models import SeasonGame, SeasonPlay
from league.play.services.season_plays import begin, open_season_play, sit_down, stand_up, take_own_turn
from league.play.tasks import take_waiting_turns
from tests.factories.plays import ANY_GAME, a_running_play, a_table_of, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


@pytest.mark.parametrize("system", ANY_GAME)
def test_two_people_and_bots_play_to_the_end_and_it_is_a_game_of_the_season(club, system):
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2, counts=True)
    play = plays_on(season_play)
    assert (play.status, play.problem) == (Play.OVER, "")
    game = SeasonGame.objects.get(game=play.game)
    sheet = Sheet.objects.get(game=play.game)
    assert (game.season, sheet.status, sheet.source, sheet.played_at) == (
        club.season,
        "confirmed",
        "engine",
        play.started_at,
    )
    assert not play.game.played_by_bots
    assert [seat.won for seat in sheet.seats.all()] == [at in play.outcome["winners"] for at in range(4)]
    assert replay(play.game.record.text.splitlines()).as_dict() == play.outcome


def test_practice_becomes_no_game(club):
    play = plays_on(a_running_play(club, "ada", bots=2))
    assert (play.status, play.game) == (Play.OVER, None) and not SeasonGame.objects.exists()


def test_alone_against_bots_nothing_counts(club):
    season_play = a_table_of(club, "ada", bots=2, counts=True)
    with pytest.raises(ValidationError, match=r"at least two people"):
        begin(season_play=season_play, by=club.users["ada"])
    assert fresh(season_play).play.status == Play.OPEN


def test_the_record_proves_the_play_and_no_line_of_it_can_be_changed(club):
    play = plays_on(a_running_play(club, "ada", bots=2))
    lines = record_of(play).splitlines()
    assert prove(lines, published=play.commitment).as_dict() == play.outcome
    with pytest.raises(BadRecord, match="published"):
        prove(lines, published=commitment_to(new_secret()))
    other = lines[0].replace(play.seats.first().salt, "0" * 32)
    with pytest.raises(BadRecord, match="follows neither from its hash nor from the secret"):
        prove([other, *lines[1:]])


def test_the_state_is_what_the_turns_lead_to(club):
    play = plays_on(a_running_play(club, "ada", "bo", bots=1), most=6)
    from engine import new_game
    from engine.core.records import play_keyed
    from games.queries.plays import key_of_play

    key = key_of_play(play, list(play.seats.all()))
    again = new_game(play.system, 3, options=play.setup, key=key)
    for turn in Turn.objects.filter(play=play):
        play_keyed(again, turn.action, key, turn.number)
    assert again == game_of(play) and play.number == Turn.objects.filter(play=play).count() > 0


def at_turn(season_play: SeasonPlay) -> tuple[Play, str]:
    play = fresh(season_play).play
    return play, game_of(play).legal[0].text


def test_a_turn_upon_an_outdated_sight_is_refused(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play, action = at_turn(season_play)
    take_own_turn(season_play=season_play, number=0, action=action, key="", by=decider(play))
    after = fresh(season_play).play
    with pytest.raises(StaleTurn, match="Somebody was faster"):
        take_own_turn(season_play=season_play, number=0, action=action, key="", by=decider(after))
    assert fresh(season_play).play.number == after.number


def test_the_same_turn_sent_twice_is_taken_once(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play, action = at_turn(season_play)
    by = decider(play)
    sent = {"play_id": play.pk, "number": 0, "action": action, "key": "mine", "by": by}
    assert not take_turn(**sent).again and take_turn(**sent).again
    assert Turn.objects.filter(play=play, key="mine").count() == 1
    play, action = at_turn(season_play)
    with pytest.raises(StaleTurn, match="another turn"):
        take_turn(**sent | {"number": play.number, "action": action, "by": decider(play)})
    assert fresh(season_play).play.number == play.number


def test_a_key_that_somebody_else_used_is_refused_in_a_sentence(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    for _turn in range(50):
        play, action = at_turn(season_play)
        used = Turn.objects.filter(play=play, key="mine").first()
        if used is not None and used.by != decider(play):
            break
        sent = {"number": play.number, "action": action, "key": "" if used else "mine", "by": decider(play)}
        take_own_turn(season_play=season_play, **sent)
    with pytest.raises(StaleTurn, match="another turn"):
        take_own_turn(season_play=season_play, number=play.number, action=action, key="mine", by=decider(play))


def test_nobody_plays_for_another_seat_and_nothing_illegal(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play, action = at_turn(season_play)
    other = next(one for one in (club.users["ada"], club.users["bo"]) if one != decider(play))
    for by, what, says in ((other, action, "not your turn"), (decider(play), "fly away", "not an action")):
        with pytest.raises(ValidationError, match=says):
            take_own_turn(season_play=season_play, number=0, action=what, key="", by=by)
    assert fresh(season_play).play.number == 0 and not Turn.objects.exists()


def test_turns_are_append_only(club):
    play = plays_on(a_running_play(club, "ada", bots=1), most=2)
    for change in (lambda: Turn.objects.filter(play=play).update(action="x"), Turn.objects.filter(play=play).delete):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_who_may_open_sit_and_begin(club):
    with pytest.raises(PermissionDenied):
        open_season_play(season=club.season, system="career_compass", seats=3, counts=False, by=club.users["xenia"])
    season_play = a_table_of(club, "ada", bots=1)
    with pytest.raises(ValidationError, match="not one of your characters"):
        sit_down(season_play=season_play, seat=1, character=club.characters["Bo"], by=club.users["ada"])
    with pytest.raises(ValidationError, match="taken"):
        sit_down(season_play=season_play, seat=1, character=club.characters["Bo"], by=club.users["bo"])
    with pytest.raises(ValidationError, match="no seat 9"):
        sit_down(season_play=season_play, seat=9, character=club.characters["Bo"], by=club.users["bo"])
    with pytest.raises(ValidationError, match="not your seat"):
        stand_up(season_play=season_play, seat=1, by=club.users["bo"])
    with pytest.raises(ValidationError, match="Only somebody at this table"):
        begin(season_play=season_play, by=club.users["bo"])
    assert sum(one.taken for one in PlaySeat.objects.all()) == 2


def test_the_same_character_sits_once(club):
    season_play = a_table_of(club, "ada", bots=1)
    stand_up(season_play=season_play, seat=2, by=club.users["ada"])
    with pytest.raises(ValidationError, match="already sits at this table"):
        sit_down(season_play=season_play, seat=2, character=club.characters["Ada"], by=club.users["ada"])


def test_one_sweep_plays_at_every_table_where_a_bot_is_at_turn(club):
    """Where nothing is told to a worker (a local site), a bot would wait a sweep for every other table."""
    tables = []
    for name in ("ada", "bo", "cleo"):
        season_play = a_running_play(club, name, bots=2)
        while not fresh(season_play).play.bot_decides:
            play = fresh(season_play).play
            action = game_of(play).legal[0].text
            take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=club.users[name])
        tables.append(season_play)
    take_waiting_turns()
    assert not any(fresh(season_play).play.bot_decides for season_play in tables)

"""The rules of the site change while games run: they go on from where they are, and end."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from engine import SYSTEMS
from engine import replay as replay_record
from games.models import Play
from games.queries.plays import record_of
from games.rules.play_records import prove
from games.services.plays import game_of
from games.services.take_backs import take_back
from league.models import SeasonGame
from league.play.queries.attendance import attendance
from league.play.services.season_plays import OTHER_RULES, play_for_bots, take_own_turn
from tests.factories.plays import ANY_GAME, a_running_play, decider, fresh, harmless, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


@pytest.fixture
def newer(monkeypatch):
    """Raises the version of a system's rules by one."""

    def raised(key: str) -> None:
        old = SYSTEMS[key]
        version = old.version + 1
        game = type(old.game.__name__, (old.game,), {"version": version})
        system = replace(old, version=version, game=game, readings={**old.readings, old.version: {}})
        monkeypatch.setitem(SYSTEMS._loaded, key, system)

    return raised


@pytest.mark.parametrize("system", ANY_GAME)
def test_a_running_game_goes_on_under_newer_rules_and_is_handed_in_with_its_record(club, newer, system):
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2, counts=True)
    began_by = plays_on(season_play, most=4).rules_version
    newer(system)
    assert SYSTEMS[system].version == began_by + 1
    play = plays_on(season_play)
    assert (play.status, play.problem, play.rules_version) == (Play.OVER, "", began_by)
    assert replay_record(play.game.record.text.splitlines()).as_dict() == play.outcome
    assert play.game.record.rules_version == began_by + 1
    assert prove(record_of(play).splitlines(), published=play.commitment).as_dict() == play.outcome


@pytest.mark.parametrize("system", ANY_GAME)
def test_where_turns_do_not_lead_there_any_more_the_result_stands_and_says_why(club, newer, client, system):
    season_play = a_running_play(club, "ada", "bo", system=system, bots=2, counts=True)
    play = plays_on(season_play, most=4)
    newer(system)
    dealt_anew = game_of(play).determinize(None, 5).save()
    Play.objects.filter(pk=play.pk).update(state=dealt_anew)
    play = plays_on(season_play)
    assert (play.status, play.problem) == (Play.OVER, str(OTHER_RULES))
    assert SeasonGame.objects.get().game == play.game and not hasattr(play.game, "record")
    page = client.get(f"/play/{play.pk}/")
    assert OTHER_RULES in page.content.decode()
    assert client.get(f"/play/{play.pk}/record.jsonl").status_code in (200, 404)


def test_nothing_is_taken_back_that_would_lead_elsewhere(club, newer):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    for _turn in range(100):
        while play_for_bots():
            pass
        play = fresh(season_play).play
        by, action = decider(play), (harmless(play) or [game_of(play).legal[0].text])[0]
        take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=by)
        if attendance(fresh(season_play), by).may_take_back:
            break
    newer("career_poker")
    play = fresh(season_play).play
    state = game_of(play).determinize(None, 5).save()
    Play.objects.filter(pk=play.pk).update(state=state)
    with pytest.raises(ValidationError, match="site's rules have changed"):
        take_back(play_id=play.pk, number=play.number, by=by)
    assert fresh(season_play).play.state == state

"""manage.py verify_play: records from files, and the rows of a play against what its turns lead to."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engine import SYSTEMS
from games.models import Play, PlaySeat, Turn
from games.queries.play_check import play_differences
from games.queries.plays import record_of
from games.rules.fair_chance import hash_of
from games.services.plays import game_of
from league.models import SeasonPlay
from tests.factories.play_records import record_of_bots
from tests.factories.plays import a_running_play, a_table_of, plays_on
from tests.factories.tampering import past_triggers
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

MANY = 1000


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


@pytest.fixture(scope="module")
def play(rows_of_module, club: ThursdayClub) -> Play:
    """A play of Ada, Bo and a bot, played to its end."""
    with rows_of_module.unblock():
        return plays_on(a_running_play(club, "ada", "bo", bots=1))


def verified(named: object, capsys) -> tuple[int, str]:
    """The status with which the command ends, and what it says."""
    try:
        call_command("verify_play", str(named))
    except SystemExit as error:
        return int(error.code or 0), capsys.readouterr().err
    return 0, capsys.readouterr().out


def test_a_play_that_is_as_it_was_is_proved(play: Play, tmp_path: Path, capsys):
    status, said = verified(play.pk, capsys)
    assert status == 0 and "The record is proved." in said
    file = tmp_path / "play.jsonl"
    file.write_text(record_of(play))
    assert verified(file, capsys)[0] == 0


def state(play: Play) -> None:
    changed = {**play.state, "state": {**play.state["state"], "rounds": 1 + play.state["state"]["rounds"]}}
    Play.objects.filter(pk=play.pk).update(state=changed)


def told(play: Play) -> None:
    turn = Turn.objects.filter(play=play).first()
    Turn.objects.filter(pk=turn.pk).update(told={"": [["{0} cheats.", [0], ""]]})


def turn(**changes) -> Callable[[Play], None]:
    return lambda play: _first_throw(play).update(**changes)


def _first_throw(play: Play):
    return Turn.objects.filter(play=play, number=3)


def row(**changes) -> Callable[[Play], None]:
    return lambda play: Play.objects.filter(pk=play.pk).update(**changes)


def seat(**changes) -> Callable[[Play], None]:
    return lambda play: PlaySeat.objects.filter(play=play, seat=1).update(**changes)


def winners(play: Play) -> None:
    others = [at for at in range(3) if at not in play.outcome["winners"]]
    Play.objects.filter(pk=play.pk).update(outcome={**play.outcome, "winners": others})


def setup(play: Play) -> None:
    changed = {**play.setup, "settings": {**play.setup.get("settings", {}), "rethrow": False}}
    Play.objects.filter(pk=play.pk).update(setup=changed)


TAMPERED = {
    "a changed state": (state, "the state is not what"),
    "another outcome": (winners, "the outcome is not what"),
    "a missing turn": (lambda play: _first_throw(play).delete(), "turn 3 is missing"),
    "the last turn is missing": (
        lambda play: Turn.objects.filter(play=play).order_by("number").last().delete(),
        "is not what its turns lead to",
    ),
    "another action": (turn(action="fly away"), "fly away"),
    "a turn of another seat": (turn(seat=7), "not of the seat that was at turn"),
    "other words": (told, "what was told of turn 0"),
    "another secret": (row(secret=b"\1" * 32), "not the one that its commitment stands for"),
    "another commitment": (row(commitment="0" * 64), "not the one that its commitment stands for"),
    "another salt": (seat(salt="0" * 32), "the salt of seat 1 follows neither from its hash nor from the secret"),
    "another hash": (seat(salt="0" * 32, salt_hash=hash_of("0" * 32)), "Play"),
    "a seat left out": (lambda play: PlaySeat.objects.filter(play=play, seat=1).delete(), "a seat is missing"),
    "another setup": (setup, "Play"),
    "another number": (row(number=9999), "the number of turns"),
    "other actions": (row(actions=1), "the number of actions"),
    "other rules": (row(rules_version=99), "rules version 99"),
    "another game": (row(system="career_poker"), "Play"),
}


@pytest.mark.parametrize(("tamper", "says"), TAMPERED.values(), ids=TAMPERED)
def test_rows_that_were_tampered_with_are_found(tamper, says, play: Play, capsys):
    with past_triggers():
        tamper(play)
    status, said = verified(play.pk, capsys)
    assert status == 1 and says in said


def test_a_play_that_runs_follows_from_its_turns_as_well(club: ThursdayClub):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    assert list(play_differences(Play.objects.get(pk=season_play.pk))) == []
    plays_on(season_play, most=3)
    running = Play.objects.get(pk=season_play.pk)
    assert running.status == Play.RUNNING and list(play_differences(running)) == []
    dealt = game_of(running).determinize(None, 3).save()
    for field, named in (("state", "state"), ("state_before", "state before the last choice")):
        kept = getattr(running, field)
        Play.objects.filter(pk=running.pk).update(**{field: dealt})
        found = list(play_differences(Play.objects.get(pk=running.pk)))
        assert found == [f"Play {running.pk}: the {named} is not what its turns lead to."]
        Play.objects.filter(pk=running.pk).update(**{field: kept})


def test_a_play_that_runs_and_lost_its_turns_is_told_of(club: ThursdayClub):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    plays_on(season_play, most=3)
    with past_triggers():
        Turn.objects.filter(play=season_play.pk).delete()
    found = " ".join(play_differences(Play.objects.get(pk=season_play.pk)))
    assert "number of turns" in found and "state before the last choice" in found


def test_a_table_without_a_game_has_only_its_commitment_to_keep(club: ThursdayClub):
    season_play: SeasonPlay = a_table_of(club, "ada", bots=1)
    assert list(play_differences(season_play.play)) == []
    Play.objects.filter(pk=season_play.pk).update(commitment="0" * 64)
    assert len(list(play_differences(Play.objects.get(pk=season_play.pk)))) == 1


def test_a_turn_that_was_taken_back_is_followed(club: ThursdayClub):
    """As the rows have it: a turn, its taking back, and the turn in its place."""
    season_play = a_running_play(club, "ada", "bo", bots=0)
    running = Play.objects.get(pk=season_play.pk)
    before = running.state
    plays_on(season_play, most=1)
    after = Play.objects.get(pk=season_play.pk)
    by = after.seats.get(seat=running.actor + 1).person
    back = {"kind": Turn.BACK, "back_to": 0}
    Turn.objects.create(play=after, number=after.number, author=Turn.PERSON, by=by, seat=running.actor, **back)
    Play.objects.filter(pk=after.pk).update(
        number=after.number + 1,
        actions=0,
        state=before,
        state_before=None,
        actions_before=None,
        actor=running.actor,
        bot_decides=running.bot_decides,
    )
    assert list(play_differences(Play.objects.get(pk=after.pk))) == []


@pytest.mark.parametrize("named", ["999", "9" * 40, "nowhere.jsonl"])
def test_what_there_is_not_is_refused(named, db, capsys):
    try:
        assert verified(named, capsys)[0] == 1
    except CommandError as error:
        assert "nowhere" in str(error)


@pytest.mark.slow
def test_a_thousand_plays_are_proved_and_one_altered_among_them_is_named(tmp_path: Path, capsys):
    names = []
    for number in range(MANY):
        system = list(SYSTEMS)[number % len(SYSTEMS)]
        file = tmp_path / f"{number}.jsonl"
        file.write_text(record_of_bots(system, max(4, SYSTEMS[system].seats[0]), number))
        names.append(str(file))
    call_command("verify_play", *names)
    assert "1,000 records are proved" in capsys.readouterr().out
    altered = Path(names[500])
    altered.write_text(altered.read_text().replace('"seat":2', '"seat":1', 1))
    with pytest.raises(SystemExit):
        call_command("verify_play", *names[495:505])
    assert next(line for line in capsys.readouterr().err.splitlines() if line).startswith(f"{altered}: ")

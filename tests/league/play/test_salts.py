"""What the browsers add to chance: bound by a hash on sitting down, shown when nobody can leave, no later than the
start."""

import json
import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Play, PlaySeat, Turn
from games.queries.play_check import play_differences
from games.queries.plays import prove_play, record_of
from games.rules.fair_chance import hash_of, salt_from, seconds_to_show
from games.services.plays import start_play
from league.models import SeasonPlay
from league.play.services.season_plays import begin, close_table, open_season_play, show_salt, sit_down, stand_up
from tests.factories.plays import a_table_of, fresh, out_of_time_to_show, plays_on
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

OWN = {"ada": "a" * 32, "bo": "b" * 32}


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


@pytest.fixture
def season_play(club) -> SeasonPlay:
    """Ada and Bo sit, and both browsers have given a hash."""
    opened = open_season_play(season=club.season, system="career_compass", seats=2, counts=False, by=club.users["ada"])
    found = SeasonPlay.objects.get(pk=opened.pk)
    for seat, (name, salt) in enumerate(OWN.items(), 1):
        character, by = club.characters[name.title()], club.users[name]
        sit_down(season_play=found, seat=seat, character=character, by=by, salt_hash=hash_of(salt))
    return fresh(found)


def salts(season_play: SeasonPlay) -> list[str]:
    return list(PlaySeat.objects.filter(play=season_play.pk).order_by("seat").values_list("salt", flat=True))


def shows(club: ThursdayClub, season_play: SeasonPlay, name: str, salt: str = "") -> Play:
    show_salt(season_play=season_play, salt=salt or OWN[name], by=club.users[name])
    return fresh(season_play).play


def test_the_game_begins_with_the_last_salt_that_is_shown(club, season_play):
    begin(season_play=season_play, by=club.users["bo"])
    assert fresh(season_play).play.status == Play.OPEN and salts(season_play) == ["", ""]
    assert shows(club, season_play, "bo").status == Play.OPEN
    assert shows(club, season_play, "bo").status == Play.OPEN  # sent twice
    assert shows(club, season_play, "ada").status == Play.RUNNING
    assert salts(season_play) == list(OWN.values())
    play = plays_on(season_play)
    assert prove_play(play, record_of(play)).as_dict() == play.outcome


def test_no_salt_is_shown_while_somebody_may_still_choose_theirs(club, season_play):
    with pytest.raises(ValidationError, match="only once"):
        shows(club, season_play, "ada")
    begin(season_play=season_play, by=club.users["ada"])
    shows(club, season_play, "ada")
    with pytest.raises(ValidationError, match="has begun"):
        stand_up(season_play=season_play, seat=2, by=club.users["bo"])
    assert salts(season_play) == [OWN["ada"], ""]


def test_only_what_stands_for_the_own_hash_is_taken(club, season_play):
    begin(season_play=season_play, by=club.users["ada"])
    for name, salt, says in (
        ("bo", "c" * 32, "the hash of this salt"),
        ("bo", OWN["ada"], "the hash of this salt"),
        ("bo", "B" * 32, "32 hexadecimal digits"),
        ("cleo", OWN["ada"], "the hash of this salt"),
    ):
        with pytest.raises(ValidationError, match=says):
            shows(club, season_play, name, salt)
    assert salts(season_play) == ["", ""]
    with pytest.raises(ValidationError, match="64 hexadecimal digits"):
        sit_down(
            season_play=a_table_of(club, "ada"),
            seat=2,
            character=club.characters["Bo"],
            by=club.users["bo"],
            salt_hash="b" * 63,
        )


def test_who_keeps_a_salt_back_leaves_in_the_record_and_the_others_seal_again(club, season_play):
    begin(season_play=season_play, by=club.users["ada"])
    shows(club, season_play, "bo")
    out_of_time_to_show(season_play)
    begin(season_play=season_play, by=club.users["bo"], without=True)
    play = fresh(season_play).play
    assert (play.status, play.sealed_at, salts(season_play)) == (Play.OPEN, None, ["", ""])
    assert not any(seat.taken or seat.salt_hash for seat in play.seats.all())
    page = club.signed_in("ada").get(f"/play/{play.pk}/").content.decode()
    assert "In seat 1 a browser did not show the part" in page
    with pytest.raises(ValidationError, match="Open another table"):
        sits(club, season_play, "ada", 1, "c" * 32)
    sits(club, season_play, "cleo", 1, "c" * 32)
    sits(club, season_play, "bo", 2, "d" * 32)
    begin(season_play=season_play, by=club.users["bo"])
    shows(club, season_play, "cleo", "c" * 32)
    assert shows(club, season_play, "bo", "d" * 32).status == Play.RUNNING
    play = plays_on(season_play)
    record = record_of(play)
    assert prove_play(play, record).as_dict() == play.outcome and list(play_differences(play)) == []
    assert {"turn": 0, "kind": "unshown", "by": "person", "seat": 1} in map(json.loads, record.splitlines())


def sits(club: ThursdayClub, season_play: SeasonPlay, name: str, seat: int, salt: str) -> None:
    who, by = club.characters[name.title()], club.users[name]
    sit_down(season_play=season_play, seat=seat, character=who, by=by, salt_hash=hash_of(salt))


def test_a_sealed_table_is_closed_in_the_record_and_an_open_one_without(club, season_play):
    open_table = a_table_of(club, "ada")
    begin(season_play=season_play, by=club.users["ada"])
    for table in (open_table, season_play):
        close_table(season_play=table, by=club.users["ada"])
        assert fresh(table).play.status == Play.CLOSED
    [turn] = Turn.objects.all()
    assert (turn.play_id, turn.kind, turn.by.username, turn.seat) == (season_play.pk, Turn.CLOSED, "ada", None)


def test_no_game_begins_while_a_seat_owes_its_salt(club, season_play):
    with pytest.raises(ValidationError, match="still has to show"):
        start_play(play=season_play.play, setup={})


def test_whoever_begins_can_not_leave_out_a_salt_before_it_could_be_shown(club, season_play):
    begin(season_play=season_play, by=club.users["ada"], without=True)
    play = fresh(season_play).play
    assert play.status == Play.OPEN and play.sealed_at is not None
    for name in OWN:
        shows(club, season_play, name)
    assert fresh(season_play).play.status == Play.RUNNING and salts(season_play) == list(OWN.values())


def test_nobody_begins_without_waiting_while_the_browsers_have_time_to_show(club, season_play):
    begin(season_play=season_play, by=club.users["ada"])
    ada, api = club.signed_in("ada"), APIClient()
    api.force_authenticate(club.users["ada"])
    refused = api.post(f"/api/v1/plays/{season_play.pk}/start/", {"without": True}, format="json")
    assert refused.status_code == 400 and re.search(r"still have \d+ seconds", str(refused.data))
    page = ada.post(f"/play/{season_play.pk}/start/", {"without": "on"}, follow=True).content.decode()
    assert "seconds to show what they add to chance" in page and "data-possible-in" in page
    assert fresh(season_play).play.status == Play.OPEN and salts(season_play) == ["", ""]
    out_of_time_to_show(season_play)
    assert "data-possible-in" not in ada.get(f"/play/{season_play.pk}/").content.decode()


@pytest.mark.parametrize(("after", "left"), [(0, 30), (0.2, 30), (29, 1), (29.9, 1), (30, 0), (3600, 0)])
def test_the_time_to_show_a_salt_is_half_a_minute(after, left):
    sealed_at = timezone.now()
    assert seconds_to_show(sealed_at, sealed_at + timedelta(seconds=after)) == left


def test_bots_and_browsers_without_the_script_take_their_salts_from_the_secret(club):
    season_play = a_table_of(club, "ada", bots=2)
    begin(season_play=season_play, by=club.users["ada"])
    play = fresh(season_play).play
    assert salts(season_play) == [salt_from(bytes(play.secret), seat) for seat in (1, 2, 3)]
    plays_on(season_play)
    page = club.signed_in("ada").get(f"/play/{play.pk}/proof/").content.decode()
    assert "No browser added a part to this game" in page


def test_who_is_awaited_is_said_and_need_not_be(club, season_play):
    ada, at = club.signed_in("ada"), f"/play/{season_play.pk}/"
    assert hash_of(OWN["bo"]) in ada.get(at).content.decode()
    ada.post(f"{at}start/")
    page = ada.get(at).content.decode()
    assert "Still to come:" in page and "Go on without them" in page and "Stand up" not in page
    assert f'data-shows="{hash_of(OWN["ada"])}"' in page and f'data-shows="{hash_of(OWN["bo"])}"' not in page
    ada.post(f"{at}salt/", {"salt": OWN["ada"]})
    assert "data-shows" not in ada.get(at).content.decode()
    out_of_time_to_show(season_play)
    ada.post(f"{at}start/", {"without": "on"})
    assert fresh(season_play).play.status == Play.OPEN and "Sit down" in ada.get(at).content.decode()


def test_an_empty_seat_adds_nothing(season_play):
    with pytest.raises(IntegrityError, match="play_seat_empty_adds_nothing"), transaction.atomic():
        PlaySeat.objects.filter(play=season_play.pk).update(person=None, character=None)

"""Plays through the API: programs play whole games, and are told what is wrong."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from characters.rules.facts import stamp
from games.models import Play
from games.rules.fair_chance import hash_of
from league.core.live.services import rooms_of
from league.models import Round, Table
from league.play.services.season_plays import play_for_bots
from league.tournaments.desk.services.rounds import end_round, extend_round, pause_round
from league.tournaments.tables.services.played_here import play_here
from tests.factories.plays import ANY_GAME, a_running_play, a_table_of, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, a_tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


@pytest.mark.parametrize("system", ANY_GAME)
def test_two_programs_play_a_whole_game_that_counts(club, system):
    ada, bo = club.client("ada"), club.client("bo")
    sent = {"season": club.season.slug, "system": system, "seats": 4, "counts": True}
    opened = ada.post("/api/v1/plays/", sent, format="json")
    assert opened.status_code == 201 and len(opened.data["commitment"]) == 64
    at = f"/api/v1/plays/{opened.data['id']}/"
    for client, name, seat in ((ada, "ada", 1), (bo, "bo", 2)):
        sent = {"seat": seat, "character": name, "salt_hash": hash_of(f"{seat}" * 32)}
        answer = client.post(f"{at}sit/", sent, format="json")
        assert answer.status_code == 200
    for seat in (3, 4):
        ada.post(f"{at}sit/", {"seat": seat, "bot": "greedy"}, format="json")
    assert ada.post(f"{at}salt/", {"salt": "1" * 32}, format="json").status_code == 400
    sealed = bo.post(f"{at}start/").data
    assert sealed["sealed"] and [one["owes_salt"] for one in sealed["seats"]] == [True, True, False, False]
    assert ada.post(f"{at}salt/", {"salt": "1" * 32}, format="json").data["status"] == "open"
    assert bo.post(f"{at}salt/", {"salt": "2" * 32}, format="json").data["status"] == "running"
    for _turn in range(3000):
        while play_for_bots():
            pass
        seen = ada.get(at).data
        if seen["status"] == "over":
            break
        client = ada if seen["actor"] == 1 else bo
        seen = client.get(at).data
        sent = {"number": seen["number"], "action": seen["legal"][-1]["action"], "key": f"k{seen['number']}"}
        assert client.post(f"{at}turns/", sent, format="json").status_code == 200
    assert seen["status"] == "over" and seen["game"] and seen["outcome"]["winners"]
    assert ada.get(f"/api/v1/games/{seen['game']}/").data["status"] == "confirmed"
    assert "corner-office-play/1" in ada.get(f"{at}record/").data["record"]
    told = ada.get(f"{at}turns/?since={seen['number'] - 1}").data
    assert [one["number"] for one in told] == [seen["number"]]


def test_what_is_wrong_with_a_turn_is_said_and_nothing_changes(club):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    play = season_play.play
    at = f"/api/v1/plays/{play.pk}/turns/"
    who = "ada" if decider(play) == club.users["ada"] else "bo"
    other = "bo" if who == "ada" else "ada"
    action = club.client(who).get(f"/api/v1/plays/{play.pk}/").data["legal"][0]["action"]

    def sends(name, **sent):
        return club.client(name).post(at, {"number": 0, "action": action, **sent}, format="json")

    stale = sends(who, number=9)
    assert (stale.status_code, stale.data["play"]["number"]) == (409, 0)
    assert sends(other).status_code == 422 and "not your turn" in str(sends(other).data)
    assert sends(who, action="fly").status_code == 422
    assert sends(who, action="x" * 300).status_code == 400
    assert club.client("").post(at, {"number": 0, "action": action}, format="json").status_code == 401
    assert club.client(who).get(f"{at}?since=x").status_code == 400
    assert fresh(season_play).play.number == 0


def test_only_the_seat_that_decides_is_told_what_is_legal(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2)
    while play_for_bots():
        pass
    play = fresh(season_play).play
    at = f"/api/v1/plays/{play.pk}/"
    for name in ("ada", "bo", "vera", ""):
        seen = club.client(name).get(at).data
        assert bool(seen["legal"]) == (bool(name) and club.users[name] == decider(play))
        assert bool(seen["view"]["hand"]) == (name in ("ada", "bo"))


def test_a_list_of_plays_costs_the_same_whether_it_is_long_or_short(club, django_assert_num_queries):
    club.client("ada").get("/api/v1/plays/")
    a_running_play(club, "ada", "bo", bots=0)
    with CaptureQueriesContext(connection) as few:
        assert len(club.client("ada").get("/api/v1/plays/").data["results"]) == 1
    for _more in range(3):
        a_running_play(club, "bo", "ada", bots=0)
    with django_assert_num_queries(len(few)):
        assert len(club.client("ada").get("/api/v1/plays/").data["results"]) == 4


def test_who_neither_opened_nor_sits_changes_nothing(club):
    season_play = a_table_of(club, "ada", bots=1)
    at = f"/api/v1/plays/{season_play.pk}/"
    bo = club.client("bo")
    assert bo.post(f"{at}leave/", {"seat": 1}, format="json").status_code == 400
    assert bo.post(f"{at}sit/", {"seat": 2, "bot": "greedy"}, format="json").status_code == 400
    assert bo.post(f"{at}sit/", {"seat": 2}, format="json").status_code == 400
    assert bo.post(f"{at}start/").status_code == 400
    assert bo.get(f"{at}record/").status_code == 404
    assert [one["name"] for one in bo.get(at).data["seats"]] == ["Ada", "Aldo"]


def test_verify_play_proves_a_play_by_number_and_by_file(club, tmp_path):
    play = plays_on(a_running_play(club, "ada", bots=2))
    told = io.StringIO()
    call_command("verify_play", str(play.pk), stdout=told)
    assert "proved" in told.getvalue()
    file = tmp_path / "play.jsonl"
    file.write_text(club.client("ada").get(f"/api/v1/plays/{play.pk}/record/").data["record"])
    call_command("verify_play", str(file), stdout=told)
    file.write_text(file.read_text().replace('"throw"', '"read K01"', 1))
    for wrong in (str(file), "999999"):
        with pytest.raises((CommandError, SystemExit)):
            call_command("verify_play", wrong, stdout=told)
    assert Play.objects.count() == 1


def test_a_play_says_where_to_hear_of_it_and_of_nothing_else(club, settings):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    at = f"/api/v1/plays/{season_play.pk}/"
    assert club.client("ada").get(at).data["events"] is None
    for address, begins in ((":8001/events/", "http://testserver:8001/"), ("/events/", "http://testserver/")):
        settings.EVENTS_URL = address
        for name in ("ada", "vera", ""):
            found, _, ticket = club.client(name).get(at).data["events"].partition("?ticket=")
            assert (found, rooms_of(ticket)) == (f"{begins}events/", [f"play:{season_play.pk}"])


def test_a_play_of_a_tournament_says_which_table_it_is_and_when_its_time_is_out(club):
    assert club.client("ada").get(f"/api/v1/plays/{a_running_play(club, 'ada', 'bo').pk}/").data["table"] is None
    a_tournament_of(club)
    table = Table.objects.select_related("round__stage__tournament").get()
    at = f"/api/v1/plays/{play_here(table=table, by=club.users['otto']).pk}/"
    played = Round.objects.get()
    place = {"tournament": "spring-open", "stage": 1, "round": 1, "table": 1, "is_over": False}
    ends_at = stamp(played.started_at + timedelta(minutes=played.minutes))
    assert club.client("ada").get(at).data["table"] == place | {"ends_at": ends_at, "called": False}
    extend_round(round=played, minutes=1 - played.minutes)
    Round.objects.update(started_at=played.started_at - timedelta(hours=1))
    assert club.client("ada").get(at).data["table"]["called"] is True
    pause_round(round=played)
    assert club.client("ada").get(at).data["table"]["ends_at"] is None
    end_round(round=played, force=True, reason="It is late")
    assert club.client("ada").get(at).data["table"] == place | {"ends_at": None, "called": False, "is_over": True}

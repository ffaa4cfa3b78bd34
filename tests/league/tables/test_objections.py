"""U-14: a seated player objects to a confirmed result; nothing changes until it is decided."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Sheet
from league.models import LedgerEntry, Result
from league.results.services.games import correct_game
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.acts import contradict_table
from league.tournaments.tables.services.rulings import rule_table
from tests.factories.compass_sheets import OTHERWISE
from tests.factories.phones import a_phone
from tests.factories.reports import confirmed
from tests.factories.tables import now, seat

pytestmark = pytest.mark.django_db


def test_a_phone_objects_to_a_confirmed_result_and_nothing_changes_until_it_is_decided(table, doors):
    confirmed(table)
    dev = a_phone(table, 4)
    page = dev.get(table_path(table)).text
    assert "Tell the organiser" in page
    answer = dev.post(table_path(table), {"go": "wrong", "reason": "I held four", "revision": doors.revision})
    assert answer.status_code == 302
    state = now(table)
    assert (state.phase, state.objected, Result.objects.count()) == ("confirmed", True, 4)
    assert "The organiser has been told" in dev.get(table_path(table)).text
    assert "Seat 4 (Dev) says that it is wrong: I held four" in dev.get(doors.game.game.get_absolute_url()).text
    assert LedgerEntry.objects.filter(kind="referee_called", text__contains="objection").count() == 1
    assert doors.log[-1] == "objected"
    desk = doors.signed_in(doors.sam).get(reverse("referee_desk", args=["spring-open"])).text
    assert "Confirmed, and objected to" in desk and "I held four" in desk
    rule_table(table=table, reason="Seen on a photograph", by=doors.sam)
    assert now(table).objected is False


def test_a_seated_player_objects_on_the_page_of_the_table_after_the_round(client, table, doors):
    confirmed(table)
    table.round.status, table.round.ended_at = "ended", timezone.now()
    table.round.save()
    client.force_login(doors.owner(4))
    page = client.get(doors.game.game.get_absolute_url()).text
    assert f"{table.get_absolute_url()}#object" in page
    assert "Tell the organiser" in client.get(table.get_absolute_url()).text
    assert client.post(table.get_absolute_url(), {"reason": " "}).status_code == 422
    assert client.post(table.get_absolute_url(), {"reason": "I held four"}).status_code == 302
    assert now(table).objected


def test_who_did_not_sit_there_objects_to_nothing(client, table, doors):
    confirmed(table)
    assert client.post(table.get_absolute_url(), {"reason": "x"}).status_code == 302
    client.force_login(doors.sam)
    assert "Tell the organiser" not in client.get(table.get_absolute_url()).text
    assert client.post(table.get_absolute_url(), {"reason": "x"}).status_code == 403
    assert not now(table).objected


def test_a_program_objects_for_its_seat(client, table, doors):
    confirmed(table)
    client.force_login(doors.owner(4))
    url = "/api/v1/tournaments/spring-open/rounds/1/1/tables/1/contradict/"
    answer = client.post(url, {"seat": 4, "reason": "I held four"}, content_type="application/json").json()
    assert (answer["state"], answer["objected"]) == ("confirmed", True)


def test_a_correction_decides_an_objection(table, doors):
    confirmed(table)
    contradict_table(seat=seat(table, 4), reason="I held four")
    correct_game(season_game=doors.game, sheet=doors.sheet(OTHERWISE), reason="Right", source=Sheet.WEB, by=doors.olga)
    assert (now(table).phase, now(table).objected) == ("confirmed", False)

"""The score sheet that a table's QR code opens, as a plain form and as what a phone sends by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Sheet
from league.models import Round, Table, TableReport
from league.tournaments.tables.queries.links import table_path
from tests.factories.compass_sheets import OTHERWISE, cards_fields, cards_form
from tests.factories.phones import a_phone, send_report
from tests.factories.reports import says
from tests.factories.tables import now, seat, stage_of, status, tables_of
from tests.factories.tournaments import a_round, a_tournament, entered

pytestmark = pytest.mark.django_db


def test_the_link_opens_the_table_and_asks_who_holds_the_phone(client, table):
    answer = client.get(table_path(table))
    assert answer.status_code == 200
    assert "Who are you?" in answer.text
    assert "Cleo" in answer.text
    cookie = answer.cookies["device"]
    assert cookie["httponly"]
    assert cookie["path"] == "/t/"
    assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("change", ["1", "a-b", "x" * 200, "99999999999999999999-abcdefghijklmnopqrst"])
def test_a_forged_link_opens_nothing(client, change: str):
    answer = client.get(f"/t/{change}/")
    assert answer.status_code == 404
    assert "This link opens no table" in answer.text


def test_the_signature_binds_table_and_round(client):
    tournament = a_tournament(table_size=2)
    ada, bo, cleo, dev = entered(tournament, 4)
    table, other = tables_of(tournament, [ada, bo], [cleo, dev])
    signature = table_path(table).strip("/").partition("-")[2]
    assert client.get(f"/t/{other.pk}-{signature}/").status_code == 404
    assert client.post(f"/t/{other.pk}-{signature}/report/", {}, content_type="application/json").status_code == 404
    path = table_path(table)
    Round.objects.filter(pk=table.round_id).update(status=Round.ENDED, ended_at=timezone.now())
    later = a_round(stage_of(table), [ada, bo], number=2)
    Table.objects.filter(pk=table.pk).update(round=later, number=9)
    assert client.get(path).status_code == 404


def test_a_draft_shows_nobody(client, table):
    Round.objects.update(status=Round.DRAFT)
    answer = client.get(table_path(table))
    assert answer.status_code == 404
    assert "not published yet" in answer.text
    assert "Cleo" not in answer.text


def test_a_phone_enters_and_another_agrees_by_plain_forms(table):
    ada, bo, cleo = (a_phone(table, number) for number in (1, 2, 3))
    shown = ada.post(table_path(table), cards_form(go="check"))
    assert shown.status_code == 200
    assert "Send this?" in shown.text
    assert ada.post(table_path(table), cards_form(go="send")).status_code == 302
    page = bo.get(table_path(table))
    assert "What is reported" in page.text
    assert "1 of 4 agree; 3 confirm it." in page.text
    for phone in (bo, cleo):
        phone.post(table_path(table), {"go": "confirm", "digest": now(table).digest, "key": str(id(phone))})
    assert status(table) == Sheet.CONFIRMED
    assert "The standings already include it" in bo.get(table_path(table)).text


def test_problems_stand_beside_the_figure_and_nothing_is_lost(table):
    ada = a_phone(table, 1)
    answer = ada.post(table_path(table), cards_form((20, -9, "x", 1), go="check"))
    assert answer.status_code == 422
    assert "can&#x27;t be below 0" in answer.text
    assert "is not a whole number" in answer.text
    assert 'value="-9"' in answer.text
    assert ada.post(table_path(table), cards_form((20, -9, 3, 1), go="send")).status_code == 422
    assert not TableReport.objects.exists()


def test_points_follow_while_somebody_types(table):
    answer = a_phone(table, 1).post(table_path(table), cards_form(go="live"))
    assert 'id="points-1"' in answer.text
    assert 'hx-swap-oob="true">20</output>' in answer.text.replace("\n", "")


def test_whoever_has_not_said_who_they_are_enters_nothing(table):
    answer = a_phone(table).post(table_path(table), cards_form(go="send"))
    assert answer.status_code == 409
    assert "Say first which seat is yours" in answer.text
    assert not TableReport.objects.exists()


def test_a_taken_seat_says_so_and_is_given_to_the_phone_that_says_again_that_it_is_its_own(table):
    a_phone(table, 1)
    phone = a_phone(table)
    answer = phone.post(table_path(table), {"go": "claim", "seat": 1})
    assert answer.status_code == 409
    assert "Another phone has chosen seat 1" in answer.text
    assert phone.post(table_path(table), {"go": "claim", "seat": 1, "again": "yes"}).status_code == 302
    assert phone.get(table_path(table)).context["mine"].seat == 1


def test_the_owner_of_a_character_is_offered_the_seat_and_takes_it_over(client, table):
    a_phone(table, 1)
    client.force_login(seat(table, 1).entry.character.owner)
    assert "probably you" in client.get(table_path(table)).text
    client.post(table_path(table), {"go": "claim", "seat": 1})
    assert "You are <strong><bdi>Ada</bdi></strong>" in client.get(table_path(table)).text


def test_this_is_wrong_calls_the_referee(table):
    says(table, 1)
    bo = a_phone(table, 2)
    bo.post(table_path(table), {"go": "wrong", "reason": "Bo held ten"})
    page = bo.get(table_path(table)).text
    assert "The referee has been called" in page
    assert "Bo held ten" in page
    assert bo.post(table_path(table), {"go": "wrong", "reason": ""}).status_code == 422


def test_what_was_shown_is_what_is_confirmed(table):
    says(table, 1)
    old = now(table).digest
    says(table, 1, OTHERWISE)
    answer = a_phone(table, 2).post(table_path(table), {"go": "confirm", "digest": old, "key": "k"})
    assert answer.status_code == 409
    assert "have changed since you saw them" in answer.text


def test_a_code_from_last_round_shows_what_was_recorded_and_leads_to_the_present_table(table):
    ada = a_phone(table, 1)
    says(table, 1)
    path = table_path(table)
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    entries = [one.entry for one in table.seats.order_by("seat")]
    (present,) = a_round(stage_of(table), entries, number=2).tables.all()
    page = ada.get(path)
    assert page.status_code == 200
    assert "Round 1 is over." in page.text
    assert "reported and never confirmed" in page.text
    assert table_path(present) in page.text
    answer = send_report(ada, table, {"seat": 1, "figures": cards_fields()}, key="late")
    assert answer.status_code == 410
    assert answer.json()["present"] == table_path(present)
    assert "take no more reports" in answer.json()["errors"][0]
    assert "probably you" in ada.get(table_path(present)).text


def test_a_stranger_with_last_rounds_code_is_told_to_scan_again(client, table):
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    page = client.get(table_path(table)).text
    assert "Nothing was recorded at this table." in page
    assert "Scan the code at the table where you sit now" in page


def test_nothing_travels_while_nothing_changes(table):
    ada = a_phone(table, 1)
    first = ada.get(table_path(table) + "state/")
    tag = first.headers["ETag"]
    assert ada.get(table_path(table) + "state/", headers={"If-None-Match": tag}).status_code == 304
    says(table, 1)
    after = ada.get(table_path(table) + "state/", headers={"If-None-Match": tag})
    assert after.status_code == 200
    assert 'data-phase="waiting"' in after.text
    assert a_phone(table, 2).get(table_path(table) + "state/").headers["ETag"] != after.headers["ETag"]


def test_asking_whether_something_changed_is_one_query(table, django_assert_num_queries):
    ada = a_phone(table, 1)
    tag = ada.get(table_path(table) + "state/").headers["ETag"]
    with django_assert_num_queries(1):
        ada.get(table_path(table) + "state/", headers={"If-None-Match": tag})


def test_the_state_of_a_forged_link_is_nobodys(client, table):
    assert client.get(f"/t/{table.pk}-{'x' * 20}/state/").status_code == 404


def test_the_countdown_is_shown(table):
    says(table, 1)
    until = now(table).table.confirm_by
    page = a_phone(table, 2).get(table_path(table)).text
    assert f'datetime="{(until - timedelta(0)).isoformat()}"' in page


def test_printed_codes_hold_while_the_site_gets_a_new_secret_key(client, table, settings):
    printed = table_path(table)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of this site, as long as a key has to be in production"
    assert table_path(table) != printed
    assert client.get(printed).status_code == client.get(table_path(table)).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(printed).status_code == 404

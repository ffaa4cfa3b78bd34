"""The score sheet that a table's QR code opens, as a plain form and as what a phone sends by itself."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Sheet
from league.models import Round, Table, TableReport, TableSeat
from league.queries.table_links import table_path
from league.services.rulings import mark_absent
from tests.factories.other_games import FIGURES
from tests.factories.table_reports import (
    AGREED,
    OTHERWISE,
    a_table,
    now,
    says,
    seat,
    stage_of,
    status,
    tables_of,
)
from tests.factories.tournaments import a_round, a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_table()


def a_phone(table: Table, number: int = 0) -> Client:
    """A phone that has opened the link and, with a number, said who it is."""
    phone = Client()
    phone.get(table_path(table))
    if number:
        phone.post(table_path(table), {"go": "claim", "seat": number})
    return phone


def form(held=AGREED, **more) -> dict[str, object]:
    return {f"seat-{at}-cards": str(cards) for at, cards in enumerate(held, 1)} | {"key": "of-the-phone"} | more


def send(phone: Client, table: Table, body: object, *, key: str = "of-the-phone", path: str = ""):
    return phone.post(
        (path or table_path(table)) + "report/",
        body if isinstance(body, str) else json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": key} if key else {},
    )


def figures(held=AGREED) -> dict[str, str]:
    return {f"seat-{at}-cards": str(cards) for at, cards in enumerate(held, 1)}


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
    shown = ada.post(table_path(table), form(go="check"))
    assert shown.status_code == 200
    assert "Send this?" in shown.text
    assert ada.post(table_path(table), form(go="send")).status_code == 302
    page = bo.get(table_path(table))
    assert "What is reported" in page.text
    assert "1 of 4 agree; 3 confirm it." in page.text
    for phone in (bo, cleo):
        phone.post(table_path(table), {"go": "confirm", "digest": now(table).digest, "key": str(id(phone))})
    assert status(table) == Sheet.CONFIRMED
    assert "The standings have it already" in bo.get(table_path(table)).text


def test_problems_stand_beside_the_figure_and_nothing_is_lost(table):
    ada = a_phone(table, 1)
    answer = ada.post(table_path(table), form((20, -9, "x", 1), go="check"))
    assert answer.status_code == 422
    assert "can&#x27;t be below 0" in answer.text
    assert "is not a whole number" in answer.text
    assert 'value="-9"' in answer.text
    assert ada.post(table_path(table), form((20, -9, 3, 1), go="send")).status_code == 422
    assert not TableReport.objects.exists()


def test_points_follow_while_somebody_types(table):
    answer = a_phone(table, 1).post(table_path(table), form(go="live"))
    assert 'id="points-1"' in answer.text
    assert 'hx-swap-oob="true">20</output>' in answer.text.replace("\n", "")


def test_whoever_has_not_said_who_they_are_enters_nothing(table):
    answer = a_phone(table).post(table_path(table), form(go="send"))
    assert answer.status_code == 409
    assert "Say first which seat is yours" in answer.text
    assert not TableReport.objects.exists()


def test_a_taken_seat_says_so(table):
    a_phone(table, 1)
    answer = a_phone(table).post(table_path(table), {"go": "claim", "seat": 1})
    assert answer.status_code == 409
    assert "Another phone speaks for seat 1" in answer.text


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
    assert "The referee is called" in page
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
    answer = send(ada, table, {"seat": 1, "figures": figures()}, key="late")
    assert answer.status_code == 410
    assert answer.json()["present"] == table_path(present)
    assert "take no more reports" in answer.json()["errors"][0]
    assert "probably you" in ada.get(table_path(present)).text


def test_a_stranger_with_last_rounds_code_is_told_to_scan_again(client, table):
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    page = client.get(table_path(table)).text
    assert "Nothing was recorded at this table." in page
    assert "Scan the code at the table where you sit now" in page


def test_a_phone_sends_by_itself_and_twice_is_once(table):
    ada = a_phone(table)
    first = send(ada, table, {"seat": 1, "figures": figures()})
    again = send(ada, table, {"seat": 1, "figures": figures()})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first.json()["phase"] == "waiting"
    assert TableReport.objects.count() == 1
    assert TableSeat.objects.get(seat=1).device


def test_what_was_sent_before_has_its_answer_even_after_the_round(table):
    ada = a_phone(table, 1)
    first = send(ada, table, {"seat": 1, "figures": figures()})
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    assert send(ada, table, {"seat": 1, "figures": figures()}).json()["report"] == first.json()["report"]


def test_a_phone_confirms_and_contradicts_by_itself(table):
    says(table, 1)
    bo, cleo = a_phone(table), a_phone(table)
    answer = send(bo, table, {"seat": 2, "confirm": now(table).digest}, key="a")
    assert (answer.status_code, answer.json()["phase"]) == (201, "waiting")
    answer = send(cleo, table, {"seat": 3, "wrong": "Miscounted"}, key="b")
    assert (answer.status_code, answer.json()["phase"]) == (200, "frozen")


def test_one_phone_speaks_for_one_seat(table):
    ada = a_phone(table)
    send(ada, table, {"seat": 1, "figures": figures()})
    answer = send(ada, table, {"seat": 2, "figures": figures()}, key="other")
    assert answer.status_code == 409
    assert "speaks for seat 1 (Ada) and has reported" in answer.json()["errors"][0]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("{", 400),
        ("[]", 400),
        ("[" * 5000, 400),
        ({"seat": 9, "figures": {}}, 400),
        ({"figures": {}}, 400),
        ({"seat": "1", "figures": {}}, 400),
        ({"seat": 1, "figures": {"seat-1-cards": {"a": 1}}}, 400),
        ({"seat": 1, "figures": {f"x{n}": "1" for n in range(2000)}}, 400),
        ({"seat": 1, "figures": {}}, 422),
        ({"seat": 1, "figures": "none"}, 422),
        ({"seat": 1, "figures": figures((20, -9, 3, 1))}, 422),
        ({"seat": 1, "figures": figures((20, 20, 20, 20))}, 422),
        ({"seat": 1, "figures": figures() | {"seat-2-character": "1234567"}}, 422),
        ({"seat": 1, "figures": figures() | {"seat-5-character": "", "seat-5-cards": "0"}}, 422),
        ({"seat": 1, "confirm": "0" * 64}, 409),
        ({"seat": 1, "confirm": {"a": 1}}, 409),
        ({"seat": 1, "wrong": "nothing is there yet"}, 409),
        ({"seat": 1, "wrong": ""}, 422),
        ({"seat": 1, "figures": {"x": "y" * 200_000}}, 413),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_sentence(table, body, status: int):
    answer = send(a_phone(table), table, body)
    assert answer.status_code == status
    assert answer.json()["errors"]
    assert not TableReport.objects.exists()


def test_a_report_needs_a_key_and_json(table):
    ada = a_phone(table, 1)
    assert send(ada, table, {"seat": 1, "figures": figures()}, key="").status_code == 422
    assert ada.post(table_path(table) + "report/", figures()).status_code == 415
    assert ada.get(table_path(table) + "report/").status_code == 405
    assert ada.post(table_path(table), {"x": "y" * 200_000}).status_code == 413


def test_a_refused_figure_is_named(table):
    answer = send(a_phone(table), table, {"seat": 1, "figures": figures((20, "x", 3, 1))})
    assert {"seat": 2, "figure": "cards"}.items() <= answer.json()["figures"][0].items()


def test_figures_of_another_line_up_are_refused(table):
    sent = figures() | {
        f"seat-{at}-character": str(one.entry.character_id) for at, one in enumerate(table.seats.all(), 1)
    }
    mark_absent(seat=seat(table, 2), reason="Did not come", by=None)
    answer = send(a_phone(table), table, {"seat": 1, "figures": sent})
    assert answer.status_code == 422
    assert "another line-up" in answer.json()["errors"][0]


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


def test_the_worker_looks_after_tables_alone(client):
    answer = client.get(reverse("service_worker"))
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/t/"
    assert answer.headers["Cache-Control"] == "no-cache"


CAREERS = {
    **{f"seat-{at}-{name}": "10" for at in (1, 2, 3, 4) for name in ("happiness", "fame")},
    **{f"seat-{at}-cash": "£20,000" for at in (1, 2, 3, 4)},
    "seat-1-fame": "90",
    "seat-1-degrees-law": "2",
    "seat-4-left_early": "yes",
    "winner": "1",
}


@pytest.mark.parametrize("system", ["careers", *FIGURES])
def test_every_game_can_be_reported_from_a_phone(system: str):
    table = a_table(system=system, **({"mode": "formula", "target": 100} if system == "careers" else {}))
    sent = CAREERS if system == "careers" else {
        f"seat-{at}-{name}": value for at, line in enumerate(FIGURES[system], 1) for name, value in line.items()
    }  # fmt: skip
    phone = a_phone(table, 1)
    page = phone.get(table_path(table)).text
    assert all(f'name="{name}"' in page for name in sent)
    answer = send(phone, table, {"seat": 1, "figures": sent})
    assert (answer.status_code, answer.json().get("errors")) == (201, None)
    checked = a_phone(table, 2).post(table_path(table), {**sent, "go": "send", "key": "bo"})
    assert checked.status_code == 302
    assert len(now(table).agreed) == 2


def test_a_table_may_agree_on_its_own_target():
    table = a_table(system="careers", mode="formula")
    phone = a_phone(table, 1)
    assert 'name="target"' in phone.get(table_path(table)).text
    assert send(phone, table, {"seat": 1, "figures": CAREERS}).status_code == 422
    assert send(phone, table, {"seat": 1, "figures": CAREERS | {"target": "x"}}).status_code == 422
    assert send(phone, table, {"seat": 1, "figures": CAREERS | {"target": "100"}}).status_code == 201
    assert now(table).sheet.target == 100


def test_the_countdown_is_shown(table):
    says(table, 1)
    until = now(table).table.confirm_by
    page = a_phone(table, 2).get(table_path(table)).text
    assert f'datetime="{(until - timedelta(0)).isoformat()}"' in page

"""What a phone sends by itself, at once or when the network is back."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Round, TableReport, TableSeat
from league.models.organisation import Role
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.rulings import mark_absent
from tests.factories.compass_sheets import cards_fields
from tests.factories.people import a_member
from tests.factories.phones import a_phone, send_report
from tests.factories.reports import says
from tests.factories.sheets import FIGURES
from tests.factories.tables import a_table, now, seat

pytestmark = pytest.mark.django_db


def test_a_phone_sends_by_itself_and_twice_is_once(table):
    ada = a_phone(table)
    first = send_report(ada, table, {"seat": 1, "figures": cards_fields()})
    again = send_report(ada, table, {"seat": 1, "figures": cards_fields()})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first.json()["phase"] == "waiting"
    assert TableReport.objects.count() == 1
    assert TableSeat.objects.get(seat=1).device


def test_what_was_sent_before_has_its_answer_even_after_the_round(table):
    ada = a_phone(table, 1)
    first = send_report(ada, table, {"seat": 1, "figures": cards_fields()})
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    assert send_report(ada, table, {"seat": 1, "figures": cards_fields()}).json()["report"] == first.json()["report"]


def test_a_phone_confirms_and_contradicts_by_itself(table):
    says(table, 1)
    bo, cleo = a_phone(table), a_phone(table)
    answer = send_report(bo, table, {"seat": 2, "confirm": now(table).digest}, key="a")
    assert (answer.status_code, answer.json()["phase"]) == (201, "waiting")
    answer = send_report(cleo, table, {"seat": 3, "wrong": "Miscounted"}, key="b")
    assert (answer.status_code, answer.json()["phase"]) == (200, "frozen")


def test_one_phone_speaks_for_one_seat(table):
    ada = a_phone(table)
    send_report(ada, table, {"seat": 1, "figures": cards_fields()})
    answer = send_report(ada, table, {"seat": 2, "figures": cards_fields()}, key="other")
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
        ({"seat": 1, "figures": cards_fields((20, -9, 3, 1))}, 422),
        ({"seat": 1, "figures": cards_fields((20, 20, 20, 20))}, 422),
        ({"seat": 1, "figures": cards_fields() | {"seat-2-character": "1234567"}}, 422),
        ({"seat": 1, "figures": cards_fields() | {"seat-5-character": "", "seat-5-cards": "0"}}, 422),
        ({"seat": 1, "confirm": "0" * 64}, 409),
        ({"seat": 1, "confirm": {"a": 1}}, 409),
        ({"seat": 1, "wrong": "nothing is there yet"}, 409),
        ({"seat": 1, "wrong": ""}, 422),
        ({"seat": 1, "figures": {"x": "y" * 200_000}}, 413),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_sentence(table, body, status: int):
    answer = send_report(a_phone(table), table, body)
    assert answer.status_code == status
    assert answer.json()["errors"]
    assert not TableReport.objects.exists()


def test_a_report_needs_a_key_and_json(table):
    ada = a_phone(table, 1)
    assert send_report(ada, table, {"seat": 1, "figures": cards_fields()}, key="").status_code == 422
    assert ada.post(table_path(table) + "report/", cards_fields()).status_code == 415
    assert ada.get(table_path(table) + "report/").status_code == 405
    assert ada.post(table_path(table), {"x": "y" * 200_000}).status_code == 413


def test_a_refused_figure_is_named(table):
    answer = send_report(a_phone(table), table, {"seat": 1, "figures": cards_fields((20, "x", 3, 1))})
    assert {"seat": 2, "figure": "cards"}.items() <= answer.json()["figures"][0].items()


def test_figures_of_another_line_up_are_refused(table):
    sent = cards_fields() | {
        f"seat-{at}-character": str(one.entry.character_id) for at, one in enumerate(table.seats.all(), 1)
    }
    mark_absent(seat=seat(table, 2), reason="Did not show up", by=None)
    answer = send_report(a_phone(table), table, {"seat": 1, "figures": sent})
    assert answer.status_code == 422
    assert "an earlier line-up" in answer.json()["errors"][0]


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
    answer = send_report(phone, table, {"seat": 1, "figures": sent})
    assert (answer.status_code, answer.json().get("errors")) == (201, None)
    checked = a_phone(table, 2).post(table_path(table), {**sent, "go": "send", "key": "bo"})
    assert checked.status_code == 302
    assert len(now(table).agreed) == 2


def test_a_table_may_agree_on_its_own_target():
    table = a_table(system="careers", mode="formula")
    phone = a_phone(table, 1)
    assert 'name="target"' in phone.get(table_path(table)).text
    assert send_report(phone, table, {"seat": 1, "figures": CAREERS}).status_code == 422
    assert send_report(phone, table, {"seat": 1, "figures": CAREERS | {"target": "x"}}).status_code == 422
    assert send_report(phone, table, {"seat": 1, "figures": CAREERS | {"target": "100"}}).status_code == 201
    assert now(table).sheet.target == 100


def test_the_one_winner_is_one_difference_for_the_notice_and_the_referee(client):
    table = a_table(system="careers", mode="formula", target=100)
    send_report(a_phone(table, 1), table, {"seat": 1, "figures": CAREERS})
    other = CAREERS | {"winner": "2", "seat-2-fame": "90"}
    assert send_report(a_phone(table, 2), table, {"seat": 2, "figures": other}, key="bo").status_code == 201
    client.force_login(a_member(table.round.stage.tournament.season, "rae", Role.SCORE_KEEPER))
    page = client.get(reverse("table_rule", args=[table.pk])).text
    assert "Winner: " in page and " 1 more figure differs." in page
    differ = page.split('id="rows-title"')[1].split("</section>")[0]
    assert differ.count('<th scope="row">') == 2

"""A table's phone asks what an own game was played with: the answer is agreed on, argued about and kept as figures
are."""

import pytest
from django.test import Client

from games.models import Sheet
from games.queries.sheets import newest_sheet, score_sheet
from league.models import Table
from league.sheets.forms.drafts import Draft
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.rulings import rule_table
from tests.factories.any_game import any_sheet
from tests.factories.pages import inputs, text
from tests.factories.people import an_organiser
from tests.factories.phones import a_phone, send_report
from tests.factories.tables import a_table_with_variants, now, status

pytestmark = pytest.mark.django_db
HARBOURS = {"harbours": True}


@pytest.fixture
def table() -> Table:
    return a_table_with_variants()


def fields(table: Table, *, harbours: bool = True) -> dict[str, str]:
    """What a phone of the table would post."""
    state = now(table)
    sheet = any_sheet(state.system, "sum", [seat.entry.character for seat in state.seats], with_variants=harbours)
    return dict(Draft.of(sheet).wire())


def field_of(table: Table) -> str:
    return f"{now(table).system.ID}__harbours"


def test_phones_ask_agree_and_show_it_and_a_correction_begins_with_it(table, client: Client):
    ada, bo, cleo = (a_phone(table, number) for number in (1, 2, 3))
    page = ada.get(table_path(table))
    assert f'name="{field_of(table)}"' in page.text and "Harbours" in page.text
    checked = ada.post(table_path(table), fields(table) | {"go": "check", "key": "k"})
    assert "Variants: <bdi>Harbours</bdi>" in text(checked) and dict(inputs(checked))[field_of(table)]
    again = ada.post(table_path(table), dict(inputs(checked)) | {"go": "figures"})
    assert [name for name, _value in inputs(again)].count(field_of(table)) == 1, "which can be taken back"
    assert ada.post(table_path(table), dict(inputs(checked)) | {"go": "send"}).status_code == 302
    assert "Variants: <bdi>Harbours</bdi>" in text(bo.get(table_path(table)))
    for number, phone in enumerate((bo, cleo)):
        phone.post(table_path(table), {"go": "confirm", "digest": now(table).digest, "key": f"agree-{number}"})
    game = now(table).table.game_id
    assert status(table) == Sheet.CONFIRMED and score_sheet(newest_sheet(game)).settings == HARBOURS
    client.force_login(an_organiser(table.round.stage.tournament.season))
    correction = dict(inputs(client.get(now(table).table.game.get_absolute_url() + "correct/")))
    assert correction[field_of(table)]


def test_who_played_without_it_contradicts_and_the_referee_decides_by_either(table):
    ada, bo = (a_phone(table, number) for number in (1, 2))
    with_it, without = (fields(table, harbours=harbours) for harbours in (True, False))
    assert send_report(ada, table, {"seat": 1, "figures": with_it}, key="a").status_code == 201
    assert send_report(bo, table, {"seat": 2, "figures": without}, key="b").status_code == 201
    state = now(table)
    assert str(state.table.frozen_because) == "Variants: seat 2 says nothing, seat 1 said Harbours."
    first, second = state.reports
    assert first.sheet["settings"] == HARBOURS and "settings" not in second.sheet
    otto = an_organiser(table.round.stage.tournament.season)
    rule_table(table=table, sheet=first, reason="Harbours were on the table", by=otto)
    assert status(table) == Sheet.CONFIRMED
    assert score_sheet(newest_sheet(now(table).table.game_id)).settings == HARBOURS


def test_a_phone_that_was_offline_says_the_same_as_the_form(table):
    """What is kept on a phone is what its form held, a ticked box as browsers send it."""
    ada, bo = (a_phone(table, number) for number in (1, 2))
    assert send_report(ada, table, {"seat": 1, "figures": fields(table) | {field_of(table): "on"}}).status_code == 201
    digest = now(table).digest
    assert score_sheet(newest_sheet(now(table).table.game_id)).settings == HARBOURS
    assert bo.post(table_path(table), fields(table) | {"go": "send", "key": "b"}).status_code == 302
    assert [report.digest for report in now(table).reports] == [digest] * 2
    unknown = fields(table) | {f"{now(table).system.ID}__castles": "on"}
    assert send_report(a_phone(table, 3), table, {"seat": 3, "figures": unknown}, key="c").status_code == 201
    assert now(table).reports[-1].digest == digest

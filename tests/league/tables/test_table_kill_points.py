"""A sweep and a report killed before any one of their writes leave all of their work or none.

PostgreSQL is sent several statements in one message, which ends whole or not at all: it has fewer points.
"""

import os
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Sheet
from league.models import LedgerEntry, Result, Table, TableReport
from league.tournaments.tables.services.acts import end_countdowns
from tests.factories.kill_points import kill_at_every_write
from tests.factories.reports import says
from tests.factories.tables import a_table, now, status

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def test_a_killed_sweep_confirms_whole_or_waits():
    table = a_table()
    says(table, 1)
    Table.objects.update(confirm_by=timezone.now() - timedelta(seconds=1))

    def all_or_nothing() -> None:
        confirmed = status(table) == Sheet.CONFIRMED
        assert (now(table).table.confirm_by is None) == confirmed
        assert Result.objects.count() == (4 if confirmed else 0)
        assert LedgerEntry.objects.filter(kind="result_confirmed").count() == (1 if confirmed else 0)

    assert kill_at_every_write(end_countdowns, all_or_nothing) > 2
    assert status(table) == Sheet.CONFIRMED


def test_a_killed_report_arrives_whole_when_it_is_sent_again():
    table = a_table()

    def all_or_nothing() -> None:
        assert Game.objects.count() == TableReport.objects.count() == LedgerEntry.objects.count()
        assert (now(table).table.game is not None) == Game.objects.exists()

    assert kill_at_every_write(lambda: says(table, 1, key="of-the-phone"), all_or_nothing) > 2
    assert TableReport.objects.count() == 1

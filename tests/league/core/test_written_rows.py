"""Rows by the thousand, written past Django."""

from datetime import UTC, datetime

import pytest

from characters.services.rows import AT_ONCE, insert_rows
from league.models import LedgerEntry
from tests.factories.tables import a_table

pytestmark = pytest.mark.django_db


def test_rows_by_the_thousand_are_stored_as_django_stores_them():
    tournament = a_table().round.stage.tournament
    told = datetime(2026, 3, 1, 18, tzinfo=UTC)
    columns = ("tournament_id", "kind", "text", "about", "told_at")
    rows = [(tournament.pk, "ruled", f"{number} % sure", {"seats": [number]}, told) for number in range(AT_ONCE + 2)]
    insert_rows(LedgerEntry, columns, rows)
    found = LedgerEntry.objects.filter(kind="ruled").order_by("pk").values_list(*columns)
    assert list(found) == rows


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert_rows(LedgerEntry, ("kind",), [])

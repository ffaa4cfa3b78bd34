"""Forecasts of every kind are kept by triggers, and the check says when one is missing."""

import pytest
from django.db import connection

from characters.queries.check import guard_differences
from league.insight.queries.guards import GUARDS
from league.management.commands.check_careers import general_differences

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.table)
def test_the_check_misses_a_trigger_that_keeps_forecasts(guard):
    assert list(guard_differences(guard)) == []
    name = next(iter(guard.postgresql if connection.vendor == "postgresql" else guard.sqlite))
    where = f" ON {guard.table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{where}")
    assert any(name in one for one in general_differences())

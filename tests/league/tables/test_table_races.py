"""Phones at the same moment."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Game, Sheet
from league.models import LedgerEntry, Result, TableReport, TableSeat
from league.tournaments.tables.services.acts import end_countdowns
from league.tournaments.tables.services.seats import claim_seat
from tests.factories.compass_sheets import OTHERWISE
from tests.factories.races import at_once, refused
from tests.factories.reports import says
from tests.factories.tables import a_table, now, seat, status, the_countdown_ends

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_report_sent_twice_at_once_arrives_once():
    table = a_table()
    outcomes = at_once(*[lambda: says(table, 1, key="of-the-phone")] * 3)
    assert refused(outcomes) == []
    assert len(set(outcomes)) == 1
    assert TableReport.objects.count() == Game.objects.count() == 1


def test_two_seats_report_the_same_at_once_and_make_one_game():
    table = a_table()
    outcomes = at_once(lambda: says(table, 1), lambda: says(table, 2))
    assert refused(outcomes) == []
    assert Game.objects.count() == 1
    assert len(now(table).agreed) == 2


def test_two_seats_contradict_each_other_at_once_and_the_table_freezes_once():
    table = a_table()
    assert refused(at_once(lambda: says(table, 1), lambda: says(table, 2, OTHERWISE))) == []
    assert now(table).phase == "frozen"
    assert LedgerEntry.objects.filter(kind="referee_called").count() == 1


def test_the_last_votes_come_at_once_and_confirm_once():
    table = a_table()
    says(table, 1)
    outcomes = at_once(*[lambda number=number: says(table, number) for number in (2, 3, 4)])
    assert refused(outcomes) == []
    assert status(table) == Sheet.CONFIRMED
    assert Result.objects.count() == 4
    assert LedgerEntry.objects.filter(kind="result_confirmed").count() == 1


def test_two_sweeps_and_a_contradiction_at_once_leave_one_outcome():
    table = a_table()
    says(table, 1)
    the_countdown_ends(table)
    outcomes = at_once(end_countdowns, end_countdowns, lambda: says(table, 2, OTHERWISE))
    assert refused(outcomes) == []
    state = now(table)
    assert state.table.frozen_at is not None  # before the sweep or after it, the referee is called
    assert state.phase in ("frozen", "confirmed")
    assert Result.objects.count() == (4 if state.phase == "confirmed" else 0)


def test_two_phones_claim_one_seat_at_once_and_one_is_told():
    table = a_table()
    outcomes = at_once(*[lambda name=name: claim_seat(seat=seat(table, 1), device=name) for name in ("one", "two")])
    (error,) = refused(outcomes)
    assert isinstance(error, ValidationError)
    assert "Another phone has chosen seat 1" in error.messages[0]
    assert TableSeat.objects.exclude(device="").count() == 1

"""Clocks of plays: what a choice costs, and when its time is out."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Play
from games.rules.clocks import CLOCKS, bank_after, begins, begins_again, first_bank, longest_holiday, runs_out

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
WEEK = 7 * 24 * 3600


def test_every_pace_but_none_has_a_clock():
    assert set(CLOCKS) == set(Play.PACES) - {Play.NO_CLOCK}


@pytest.mark.parametrize(
    ("pace", "bank", "out"),
    [
        ("live", 300, timedelta(seconds=320)),
        ("live", 0, timedelta(seconds=20)),
        ("day", WEEK, timedelta(days=8)),
        ("three_days", 3600, timedelta(days=3, hours=1)),
    ],
)
def test_time_is_out_after_that_of_the_choice_and_the_bank(pace, bank, out):
    assert runs_out(pace, NOON, bank) == NOON + out


def test_without_a_clock_there_is_no_bank_and_no_end():
    assert first_bank("none") is None and runs_out("none", NOON, None) is None
    assert bank_after("none", None, NOON, NOON + timedelta(days=99)) is None


@pytest.mark.parametrize(("took", "left"), [(0, 300), (20, 300), (21, 299), (80, 240), (320, 0), (9999, 0), (-5, 300)])
def test_only_what_a_choice_takes_beyond_its_time_comes_from_the_bank(took, left):
    assert bank_after("live", first_bank("live"), NOON, NOON + timedelta(seconds=took)) == left


def test_a_clock_begins_after_a_holiday():
    later = NOON + timedelta(days=2)
    assert begins(NOON, later) == later and begins(NOON, None) == begins(NOON, NOON - timedelta(days=1)) == NOON


@pytest.mark.parametrize(("ago", "counts"), [(5, 5), (20, 20), (90, 20)])
def test_a_choice_made_anew_has_no_more_time_than_before(ago, counts):
    since = NOON - timedelta(seconds=ago)
    assert begins_again("live", since, NOON) == NOON - timedelta(seconds=counts)


def test_days_of_the_bank_are_the_holidays_of_slow_clocks():
    assert longest_holiday("day", first_bank("day")) == timedelta(days=7)
    assert longest_holiday("live", 300) == timedelta()
    assert longest_holiday("none", None) == timedelta(days=30)

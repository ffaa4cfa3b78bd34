"""The hours in which a person plays: what counts of a time, and when so much of it has."""

from datetime import UTC, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.clocks import bank_after, begins_again, runs_out
from games.rules.hours import SLOWEST, Hours, hours_in, played_between, played_out, runs_of_days

EVENINGS = Hours((0, 1, 2, 3, 4), 18, 22, "Europe/Berlin")
ALL_DAY = Hours(tuple(range(7)), 8, 20, "Europe/Berlin")
HOUR = timedelta(hours=1)


def berlin(day: int, hour: int, month: int = 11) -> datetime:
    """2026-11-23 is a Monday."""
    return datetime(2026, month, day, hour, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


def test_without_hours_all_time_counts():
    assert played_between(None, berlin(23, 8), berlin(24, 8)) == timedelta(days=1)
    assert played_out(None, berlin(23, 8), 5 * HOUR) == berlin(23, 13)
    assert hours_in("") is None


def test_only_the_hours_of_the_day_count():
    assert played_between(ALL_DAY, berlin(23, 7), berlin(23, 10)) == 2 * HOUR
    assert played_between(ALL_DAY, berlin(23, 19), berlin(24, 9)) == 14 * HOUR / SLOWEST, "a third of the time counts"
    assert played_out(ALL_DAY, berlin(23, 18), 4 * HOUR) == berlin(24, 6), "three times as long, and no longer"
    assert played_out(ALL_DAY, berlin(23, 18), 12 * HOUR) == berlin(24, 18)


def test_a_night_belongs_to_the_day_on_which_it_begins():
    nights = Hours((0,), 22, 2, "Europe/Berlin")
    assert nights.a_day == 4 and nights.a_week == 4
    assert played_between(nights, berlin(23, 23), berlin(24, 2)) == 3 * HOUR
    assert played_between(nights, berlin(23, 0), berlin(23, 3)) == HOUR, "the night of Sunday is none: a third"


def test_a_day_that_ends_as_it_begins_is_a_whole_one():
    assert Hours((6,), 0, 0, "UTC").a_day == 24


def test_a_line_says_them_again():
    for hours in (EVENINGS, ALL_DAY, Hours((6,), 0, 0, "America/Argentina/Buenos_Aires")):
        assert hours_in(str(hours)) == hours


@pytest.mark.parametrize(
    ("zone", "longer", "shorter"),
    [
        ("Europe/Berlin", "2026-10-25", "2026-03-29"),
        ("America/New_York", "2026-11-01", "2026-03-08"),
        ("Australia/Lord_Howe", "2026-04-05", "2026-10-04"),  # by half an hour
    ],
)
def test_a_day_on_which_the_clocks_change_is_as_long_as_it_is(zone, longer, shorter):
    by = HOUR / 2 if zone == "Australia/Lord_Howe" else HOUR
    always = Hours(tuple(range(7)), 0, 12, zone)
    for day, length in ((longer, 12 * HOUR + by), (shorter, 12 * HOUR - by)):
        start = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        assert played_between(always, start, start + length) == length
        assert played_between(always, start, start + length + HOUR) == length
        assert played_out(always, start, length) == start + length


HOURS = st.builds(
    Hours,
    st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    st.integers(0, 23),
    st.integers(0, 23),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))


@given(HOURS, MOMENTS, st.integers(1, 10 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)))
def test_when_it_has_run_out_as_much_has_counted_and_no_sooner(hours, since, length):
    out = played_out(hours, since, length)
    assert since + length <= out <= since + SLOWEST * length
    second = timedelta(seconds=1)
    assert played_between(hours, since, out) >= length > played_between(hours, since, out - second) - second / 2
    assert played_between(hours, since, out - second) < length


@given(HOURS, MOMENTS, st.lists(st.integers(0, 20_000), min_size=2, max_size=2))
def test_more_time_never_counts_for_less_and_never_for_more_than_it_is(hours, since, minutes):
    one, other = sorted(since + timedelta(minutes=number) for number in minutes)
    assert played_between(hours, since, one) <= played_between(hours, since, other) <= other - since


def test_slow_clocks_respect_the_hours_and_live_ones_do_not():
    monday = berlin(23, 20)
    assert runs_out("day", monday, 0, EVENINGS) == monday + timedelta(days=3)
    assert runs_out("day", monday, 0, ALL_DAY) == berlin(25, 20)
    assert runs_out("live", monday, 300, ALL_DAY) == monday + timedelta(seconds=320)
    assert runs_out("none", monday, None, ALL_DAY) is None


def test_only_time_within_the_hours_comes_from_the_bank():
    monday = berlin(23, 8)
    assert bank_after("day", 7 * 86400, monday, berlin(25, 8), ALL_DAY) == 7 * 86400, "two days of twelve hours"
    assert bank_after("day", 7 * 86400, monday, berlin(25, 10), ALL_DAY) == 7 * 86400 - 2 * 3600
    for pace, late in product(("day", "three_days"), (timedelta(0), HOUR, timedelta(days=3))):
        out = runs_out(pace, monday, 3600, ALL_DAY)
        assert (bank_after(pace, 3600, monday, out + late, ALL_DAY) == 0) == (late >= timedelta(0))


def test_a_choice_taken_back_within_its_time_goes_on_where_it_was():
    assert begins_again("day", berlin(23, 18), berlin(24, 20), ALL_DAY) == berlin(23, 18)
    assert begins_again("day", berlin(23, 18), berlin(30, 20), ALL_DAY) == berlin(29, 20)


def test_days_are_said_as_runs():
    assert runs_of_days({0, 1, 2, 3, 4}) == [(0, 4)] and runs_of_days({6, 0, 2, 3}) == [(0, 0), (2, 3), (6, 6)]

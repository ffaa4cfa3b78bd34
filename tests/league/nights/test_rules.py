"""Nights by the calendar, in zones whose clocks change; the date that fits best; who has a place."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.nights.rules import FORTNIGHTLY, MONTHLY, ONCE, WEEKLY, Tally, best, moment_of, placed, repeated, tally_of

ZONES = ("Europe/London", "America/New_York", "Australia/Lord_Howe")


def days(first: datetime, every: str, times: int) -> list[str]:
    return [f"{clock:%d.%m.}" for clock in repeated(first, every, times)]


def test_the_first_thursday_of_each_month_follows_the_calendar():
    assert days(datetime(2026, 11, 5, 19, 30), MONTHLY, 4) == ["05.11.", "03.12.", "07.01.", "04.02."]


def test_a_fifth_thursday_means_the_last_one():
    assert days(datetime(2026, 10, 29, 19, 30), MONTHLY, 5) == ["29.10.", "26.11.", "31.12.", "28.01.", "25.02."]


def test_every_second_tuesday_and_every_week():
    first = datetime(2026, 12, 22, 20)
    assert days(first, FORTNIGHTLY, 3) == ["22.12.", "05.01.", "19.01."]
    assert days(first, WEEKLY, 2) == ["22.12.", "29.12."]
    assert repeated(first, ONCE, 9) == [first]


@given(st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)), st.integers(1, 26))
def test_monthly_nights_keep_their_weekday_and_come_once_a_month(first: datetime, times: int):
    clocks = repeated(first, MONTHLY, times)
    assert {clock.weekday() for clock in clocks} == {first.weekday()} and clocks[0] == first
    months = [clock.year * 12 + clock.month for clock in clocks]
    assert months == list(range(months[0], months[0] + times))
    assert {clock.time() for clock in clocks} == {first.time()}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("every", [WEEKLY, FORTNIGHTLY, MONTHLY])
def test_half_past_seven_stays_half_past_seven_when_the_clocks_change(zone: str, every: str):
    moments = [moment_of(clock, zone) for clock in repeated(datetime(2026, 9, 3, 19, 30), every, 26)]
    assert {f"{moment.astimezone(ZoneInfo(zone)):%H:%M}" for moment in moments} == {"19:30"}
    assert len({moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in moments}) == 2


@pytest.mark.parametrize(
    ("zone", "skipped", "shown"),
    [
        ("Europe/London", datetime(2027, 3, 28, 1, 30), "02:30"),
        ("America/New_York", datetime(2027, 3, 14, 2, 30), "03:30"),
        ("Australia/Lord_Howe", datetime(2026, 10, 4, 2, 15), "02:45"),
    ],
)
def test_a_time_that_the_clocks_skip_is_later_by_what_they_skip(zone: str, skipped: datetime, shown: str):
    assert f"{moment_of(skipped, zone).astimezone(ZoneInfo(zone)):%H:%M}" == shown


@pytest.mark.parametrize(
    ("zone", "twice", "first"),
    [
        ("Europe/London", datetime(2026, 10, 25, 1, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 1, 1, 30), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2027, 4, 4, 1, 45), datetime(2027, 4, 3, 14, 45, tzinfo=UTC)),
    ],
)
def test_of_a_time_that_comes_twice_the_first_is_meant(zone: str, twice: datetime, first: datetime):
    assert moment_of(twice, zone) == first


def test_most_who_can_come_fit_best_then_those_who_might_then_the_fewest_refusals():
    assert best({1: Tally(2, 0, 0), 2: Tally(3, 0, 9)}) == 2
    assert best({1: Tally(2, 1, 0), 2: Tally(2, 2, 0)}) == 2
    assert best({1: Tally(2, 1, 1), 2: Tally(2, 1, 0)}) == 2
    assert best({1: Tally(2, 1, 1), 2: Tally(2, 1, 1)}) == 1
    assert best({1: Tally(0, 0, 4)}) is None
    assert tally_of(["yes", "no", "yes", "maybe"]) == Tally(2, 1, 1)


def test_those_who_said_yes_first_have_the_seats():
    assert placed("abc", 2) == ("ab", "c")
    assert placed("abc", None) == ("abc", "")

"""Who is late, and what the others agree on."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules.absence import all_agree, is_late, most_agree

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(("left", "late"), [(DAY, False), (timedelta(seconds=1), False), (timedelta(), True)])
def test_with_a_clock_nobody_is_late_before_it_is_out(left, late):
    assert is_late(decide_by=NOON + left, since=NOON - 9 * DAY, seen_at=None, now=NOON) is late


@pytest.mark.parametrize(
    ("since", "seen", "late"),
    [(2, None, False), (3, None, True), (9, 2, False), (9, 3, True), (2, 9, False)],
)
def test_without_a_clock_who_was_not_seen_for_three_days_is_late(since, seen, late):
    seen_at = None if seen is None else NOON - seen * DAY
    assert is_late(decide_by=None, since=NOON - since * DAY, seen_at=seen_at, now=NOON) is late


@pytest.mark.parametrize(
    ("voices", "people", "most", "everybody"),
    [
        (set(), set(), False, False),
        ({1}, {1}, True, True),
        ({1}, {1, 2}, False, False),
        ({1, 2}, {1, 2}, True, True),
        ({1, 2}, {1, 2, 3}, True, False),
        ({1, 9}, {1, 2, 3}, False, False),
        (set(), {1}, False, False),
    ],
)
def test_agreement_is_more_than_half_for_a_bot_and_all_for_a_pause(voices, people, most, everybody):
    assert (most_agree(voices, people), all_agree(voices, people)) == (most, everybody)

"""The evenings on which the games of the tests are played."""

from datetime import UTC, datetime, timedelta


def on_day(day: int) -> datetime:
    """The evening of that day of the year 2026, from 1; day 32 is the first of February."""
    return datetime(2025, 12, 31, 18, tzinfo=UTC) + timedelta(days=day)

"""The evenings of January on which the games of the tests are played."""

from datetime import UTC, datetime


def on_day(day: int) -> datetime:
    return datetime(2026, 1, day, 18, tzinfo=UTC)

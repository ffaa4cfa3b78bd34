"""Decide who is looking at a table at the moment."""

from datetime import datetime, timedelta

NOTED_EVERY = timedelta(minutes=1)
LOOKS_FOR = timedelta(minutes=2)  # a page asks at least every 45 seconds while it can be seen


def is_here(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player has looked recently enough to count as being at the table."""
    return seen_at is not None and now - seen_at < LOOKS_FOR

"""The times at which a failed delivery is tried again."""

from datetime import timedelta

WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
)
MOST_TRIES = len(WAITS) + 1


def wait_after(tries: int) -> timedelta | None:
    """Return how long to wait after so many failed tries (from 1); None after the last one."""
    return WAITS[tries - 1] if tries < MOST_TRIES else None

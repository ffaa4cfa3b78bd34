"""Write moments for programs, and keep them within bounds."""

from datetime import UTC, date, datetime
from typing import overload

from engine.translatable import said


@overload
def stamp(moment: datetime) -> str: ...
@overload
def stamp(moment: None) -> None: ...
@overload
def stamp(moment: datetime | None) -> str | None: ...
def stamp(moment: datetime | None) -> str | None:
    """Return ISO 8601 in UTC, such as 2026-01-06T18:00:00Z; None stays None."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


# No time zone leads from here out of what a clock, a database or a calendar can show.
FIRST, LAST = datetime(1950, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
BETWEEN = f"must lie between {FIRST:%Y-%m-%d} and {LAST:%Y-%m-%d}"


_BOUNDS = {"first": f"{FIRST:%Y-%m-%d}", "last": f"{LAST:%Y-%m-%d}"}


def bounds_problem(when: date | datetime) -> str:
    """Return why this aware time or this day is not stored, as a sentence, or "" when it is."""
    if isinstance(when, datetime):
        return "" if FIRST <= when <= LAST else said("The time must lie between {first} and {last}.", **_BOUNDS)
    return (
        "" if FIRST.date() <= when <= LAST.date() else said("The day must lie between {first} and {last}.", **_BOUNDS)
    )

"""How moments are written for programs."""

from datetime import UTC, datetime


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC, such as 2026-01-06T18:00:00Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

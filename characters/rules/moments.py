"""How moments are written for programs."""

from datetime import UTC, datetime
from typing import overload


@overload
def stamp(moment: datetime) -> str: ...
@overload
def stamp(moment: None) -> None: ...
@overload
def stamp(moment: datetime | None) -> str | None: ...
def stamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, such as 2026-01-06T18:00:00Z; None stays None."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")

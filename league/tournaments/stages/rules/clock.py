"""The clock of a round: a pause stops it, and what was paused before is added to its end."""

from datetime import datetime, timedelta
from typing import Protocol


class Timed(Protocol):
    """A round; `minutes` is how long it is to last, `paused_seconds` how long it stood still in pauses by now."""

    @property
    def minutes(self) -> int: ...
    @property
    def paused_seconds(self) -> int: ...
    @property
    def started_at(self) -> datetime | None: ...
    @property
    def paused_at(self) -> datetime | None: ...
    @property
    def ended_at(self) -> datetime | None: ...


def length(played: Timed) -> timedelta:
    """From its start to its end, pauses included."""
    return timedelta(minutes=played.minutes, seconds=played.paused_seconds)


def time_left(played: Timed, now: datetime) -> timedelta | None:
    """What the clock shows, less than nothing once time is up; None while it has not been started."""
    if played.started_at is None:
        return None
    return played.started_at + length(played) - (played.paused_at or played.ended_at or now)


def runs_out_at(played: Timed) -> datetime | None:
    """When time is up; None while the clock stands still or has not been started."""
    if played.started_at is None or played.paused_at is not None:
        return None
    return played.started_at + length(played)

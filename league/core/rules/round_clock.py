"""The clock of a round: a pause stops it, and what was paused before is added to its end. A table may have its own
`extra` minutes beyond it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, Protocol


class Timed(Protocol):
    """A round; `minutes` is how long it lasts, `paused_seconds` how long it has been paused so far."""

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


def length(played: Timed, extra: int = 0) -> timedelta:
    """Return the time from the start of the round to its end, pauses included."""
    return timedelta(minutes=played.minutes + extra, seconds=played.paused_seconds)


def time_left(played: Timed, now: datetime, extra: int = 0) -> timedelta | None:
    """Return what the clock shows, negative once time is up; None before its start."""
    if played.started_at is None:
        return None
    return played.started_at + length(played, extra) - (played.paused_at or played.ended_at or now)


def runs_out_at(played: Timed, extra: int = 0) -> datetime | None:
    """Return when time is up; None while the clock is paused or before its start."""
    if played.started_at is None or played.paused_at is not None:
        return None
    return played.started_at + length(played, extra)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A clock that a page ticks on its own. `left` is set while it is stopped (all of the time before the start),
    `ends_at` while it runs."""

    state: Literal["waiting", "running", "paused"]
    ends_at: datetime | None
    left: timedelta | None

    @property
    def ends_ms(self) -> int | None:
        """Return the end in milliseconds since 1970."""
        return None if self.ends_at is None else _milliseconds(self.ends_at - datetime.fromtimestamp(0, UTC))

    @property
    def left_ms(self) -> int | None:
        return None if self.left is None else _milliseconds(self.left)

    @property
    def left_minutes(self) -> int | None:
        return None if self.left is None else self.left // timedelta(minutes=1)

    def is_over(self, now: datetime) -> bool:
        """Return whether time is called."""
        return self.ends_at <= now if self.ends_at is not None else self.left is not None and self.left <= timedelta()


def clock_of(played: Timed, extra: int = 0) -> RoundClock:
    """Return the clock of a round that is not over, as a table with `extra` minutes has it."""
    end = runs_out_at(played, extra)
    left = time_left(played, played.paused_at, extra) if played.paused_at else None
    if left is not None:
        return RoundClock("paused", None, left)
    waiting = RoundClock("waiting", None, timedelta(minutes=played.minutes + extra))
    return RoundClock("running", end, None) if end is not None else waiting


def _milliseconds(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)

"""Count the time in which a person plays: on some weekdays, between two full hours, by the clocks of where they live.

A slow clock runs only then, but never at less than a third of its speed, so that nobody can stall forever: a choice
takes at most SLOWEST times as long as it would without hours. Days on which the clocks change are as long as they are.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SLOWEST = 3
LEAST_A_WEEK = 10  # hours
DAYS = range(7)  # from Monday


@dataclass(frozen=True, slots=True)
class Hours:
    """When a person plays: `days` of the week, from 0 for Monday, each from the full hour `start` to `end`; `end` is on
    the day after unless it is later than `start`."""

    days: tuple[int, ...]
    start: int
    end: int
    zone: str

    @property
    def a_day(self) -> int:
        """Return the hours of one day, from 1 to 24."""
        return (self.end - self.start - 1) % 24 + 1

    @property
    def a_week(self) -> int:
        return len(self.days) * self.a_day

    def __str__(self) -> str:
        """Return them as a line, for `hours_in`."""
        return f"{''.join(map(str, self.days))} {self.start} {self.end} {self.zone}"


def hours_in(line: str) -> Hours | None:
    """Return the hours that a line says; None for "", which means always."""
    if not line:
        return None
    days, start, end, zone = line.split(" ", 3)
    return Hours(tuple(map(int, days)), int(start), int(end), zone)


def played_between(hours: Hours | None, since: datetime, now: datetime) -> timedelta:
    """Return how much of this time counts for a person with these hours; all of it without hours, none of a time that
    ends before it begins."""
    if now <= since:
        return timedelta()
    if hours is None:
        return now - since
    within = sum((end - start for start, end in _spans(hours, since, now)), timedelta())
    return max(within, (now - since) / SLOWEST)


def played_out(hours: Hours | None, since: datetime, length: timedelta) -> datetime:
    """Return the moment at which so much time has counted since `since`."""
    if hours is None:
        return since + length
    latest, left = since + SLOWEST * length, length
    for start, end in _spans(hours, since, latest):
        if end - start >= left:
            return start + left
        left -= end - start
    return latest


def next_played(hours: Hours | None, now: datetime) -> datetime:
    """Return the first moment, `now` or later, in which the person plays."""
    week = timedelta(days=8)  # and a day, for days on which the clocks change
    return now if hours is None else next((start for start, _end in _spans(hours, now, now + week)), now)


def _spans(hours: Hours, since: datetime, until: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the times in which the person plays, in UTC, cut to what lies between the two moments."""
    zone = ZoneInfo(hours.zone)
    day, last = (since.astimezone(zone) - timedelta(days=1)).date(), until.astimezone(zone).date()
    while day <= last:
        if day.weekday() in hours.days:
            start = _moment(day, hours.start, zone)
            end = _moment(day if hours.end > hours.start else day + timedelta(days=1), hours.end, zone)
            start, end = max(start, since), min(end, until)
            if start < end:
                yield start, end
        day += timedelta(days=1)


def _moment(day: date, hour: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(hour), zone).astimezone(UTC)


def runs_of_days(days: Collection[int]) -> list[tuple[int, int]]:
    """Return the days as runs of neighbours, each with its first and last day, as `Mon-Fri` is one."""
    runs: list[tuple[int, int]] = []
    for day in sorted(days):
        if runs and runs[-1][1] == day - 1:
            runs[-1] = (runs[-1][0], day)
        else:
            runs.append((day, day))
    return runs

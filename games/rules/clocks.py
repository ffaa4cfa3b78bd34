"""Run the clocks of plays: a time for each choice, and a bank for choices that take longer. A player who decides within
the time of a choice keeps the whole bank; any time beyond it comes from the bank. On slow clocks the bank is the
holiday as well: days of it can be set aside, and the clock begins after them; and they count only the time within the
hours in which a person plays (games.rules.hours)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import HostAction
from games.rules.hours import Hours, played_between, played_out


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock. `slow`: whether days of the bank can be set aside, and only the hours in which a person plays count."""

    each: timedelta
    bank: timedelta
    slow: bool


CLOCKS: Mapping[str, Clock] = {
    "live": Clock(timedelta(seconds=20), timedelta(minutes=5), slow=False),
    "day": Clock(timedelta(days=1), timedelta(days=7), slow=True),
    "three_days": Clock(timedelta(days=3), timedelta(days=7), slow=True),
}
TIME_UP = HostAction("time is up")  # in the games that time ends
LONGEST_HOLIDAY = timedelta(days=30)  # where no clock runs


def first_bank(pace: str) -> int | None:
    """Return the seconds in the bank of a seat when the play begins, or None without a clock."""
    clock = CLOCKS.get(pace)
    return None if clock is None else int(clock.bank.total_seconds())


def begins(now: datetime, holiday_until: datetime | None) -> datetime:
    """Return when the clock begins for a choice that is asked for now."""
    return now if holiday_until is None else max(now, holiday_until)


def is_slow(pace: str) -> bool:
    """Return whether the hours in which a person plays count at this pace."""
    return pace in CLOCKS and CLOCKS[pace].slow


def runs_out(pace: str, since: datetime, bank: int | None, hours: Hours | None = None) -> datetime | None:
    """Return when the time of a choice that began at `since` is out, or None without a clock."""
    clock = CLOCKS.get(pace)
    if clock is None:
        return None
    return played_out(hours if clock.slow else None, since, clock.each + timedelta(seconds=bank or 0))


def time_taken(pace: str, since: datetime, now: datetime, hours: Hours | None = None) -> timedelta:
    """Return the time that counts of a choice that began at `since`; 0 before it begins."""
    return played_between(hours if is_slow(pace) else None, since, now)


def bank_after(pace: str, bank: int | None, since: datetime, now: datetime, hours: Hours | None = None) -> int | None:
    """Return the seconds that are left in the bank after a choice, never below 0."""
    clock = CLOCKS.get(pace)
    if clock is None or bank is None:
        return bank
    over = time_taken(pace, since, now, hours) - clock.each
    return bank if over <= timedelta() else max(0, bank - int(over.total_seconds()))


def begins_again(pace: str, since: datetime, now: datetime, hours: Hours | None = None) -> datetime:
    """Return when the clock of a repeated choice begins, first asked for at `since`. The time that it took then counts,
    and time beyond its limit already came from the bank."""
    clock = CLOCKS.get(pace)
    if clock is None:
        return now
    return since if time_taken(pace, since, now, hours) <= clock.each else max(since, now - clock.each)


def longest_holiday(pace: str, bank: int | None) -> timedelta:
    """Return how long a person may be away, from now on."""
    clock = CLOCKS.get(pace)
    if clock is None:
        return LONGEST_HOLIDAY
    return timedelta(seconds=bank or 0) if clock.slow else timedelta()

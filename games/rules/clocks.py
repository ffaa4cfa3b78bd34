"""Run the clocks of plays: a time for each choice, and a bank for choices that take longer. A player who decides within
the time of a choice keeps the whole bank; any time beyond it comes from the bank. On slow clocks the bank is the
holiday as well: days of it can be set aside, and the clock begins after them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import HostAction


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock. `holidays`: whether days of the bank can be set aside."""

    each: timedelta
    bank: timedelta
    holidays: bool


CLOCKS: Mapping[str, Clock] = {
    "live": Clock(timedelta(seconds=20), timedelta(minutes=5), holidays=False),
    "day": Clock(timedelta(days=1), timedelta(days=7), holidays=True),
    "three_days": Clock(timedelta(days=3), timedelta(days=7), holidays=True),
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


def runs_out(pace: str, since: datetime, bank: int | None) -> datetime | None:
    """Return when the time of a choice that began at `since` is out, or None without a clock."""
    clock = CLOCKS.get(pace)
    return None if clock is None else since + clock.each + timedelta(seconds=bank or 0)


def bank_after(pace: str, bank: int | None, since: datetime, now: datetime) -> int | None:
    """Return the seconds that are left in the bank after a choice, never below 0."""
    clock = CLOCKS.get(pace)
    if clock is None or bank is None:
        return bank
    over = now - since - clock.each
    return bank if over <= timedelta() else max(0, bank - int(over.total_seconds()))


def begins_again(pace: str, since: datetime, now: datetime) -> datetime:
    """Return when the clock of a repeated choice begins, first asked for at `since`. The time that it took then counts,
    and time beyond its limit came from the bank already."""
    clock = CLOCKS.get(pace)
    return now if clock is None else max(since, now - clock.each)


def longest_holiday(pace: str, bank: int | None) -> timedelta:
    """Return how long a person may be away, from now on."""
    clock = CLOCKS.get(pace)
    if clock is None:
        return LONGEST_HOLIDAY
    return timedelta(seconds=bank or 0) if clock.holidays else timedelta()

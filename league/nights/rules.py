"""Dates of game nights: repeated by the calendar, compared by what people answered, and who has a place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from engine.translatable import said

ONCE, WEEKLY, FORTNIGHTLY, MONTHLY = "once", "week", "fortnight", "month"
EVERY: Mapping[str, str] = {
    ONCE: said("Once"),
    WEEKLY: said("Every week"),
    FORTNIGHTLY: said("Every second week"),
    MONTHLY: said("Every month, on the same weekday: the first Thursday, the last Sunday"),
}
YES, MAYBE, NO = "yes", "maybe", "no"
MOST_DATES = 12  # of one game night
MOST_NIGHTS = 26  # made at once
MOST_AHEAD = 200  # of one league
FURTHEST = timedelta(days=2 * 366)
EARLY, LATE = timedelta(hours=3), timedelta(hours=12)  # check-in before the start and after the end
SOON = timedelta(hours=24)  # people are reminded so long before the start
KEPT = timedelta(days=90)
_WEEKS = {WEEKLY: 1, FORTNIGHTLY: 2}
T = TypeVar("T")


def repeated(first: datetime, every: str, times: int) -> list[datetime]:
    """Return the clocks (without a zone) of that many nights, the first one included. Monthly ones fall on the same
    weekday of the month as the first; the fifth one means the last."""
    if every in _WEEKS:
        return [first + timedelta(weeks=_WEEKS[every] * step) for step in range(times)]
    if every == ONCE:
        return [first]
    which, months = (first.day - 1) // 7, range(first.month - 1, first.month - 1 + times)
    days = (_weekday_of_month(first.year + month // 12, month % 12 + 1, first.weekday(), which) for month in months)
    return [datetime.combine(day, first.time()) for day in days]


def _weekday_of_month(year: int, month: int, weekday: int, which: int) -> date:
    """Return the weekday of a month that is number `which`, from 0; the last one if the month has no fifth."""
    start = date(year, month, 1)
    day = start + timedelta(days=(weekday - start.weekday()) % 7, weeks=which)
    return day if day.month == month else day - timedelta(weeks=1)


def moment_of(clock: datetime, zone: str) -> datetime:
    """Return the moment (UTC) of a repeated night, as RFC 5545 reads it: the first of two equal times, and a time that
    the clocks skip later by what they skip."""
    return clock.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers to a date."""

    yes: int = 0
    maybe: int = 0
    no: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        return self.yes, self.maybe, -self.no


def tally_of(answers: Iterable[str]) -> Tally:
    """Return how many said what."""
    said_by_people = list(answers)
    return Tally(*(said_by_people.count(answer) for answer in (YES, MAYBE, NO)))


def best(tallies: Mapping[int, Tally]) -> int | None:
    """Return the key of the date that fits best, the first of equal ones; None while nobody can come."""
    possible = [key for key, tally in tallies.items() if tally.yes or tally.maybe]
    return max(possible, key=lambda key: tallies[key].key) if possible else None


def placed(in_order: Sequence[T], seats: int | None) -> tuple[Sequence[T], Sequence[T]]:
    """Return who has a place and who waits for one, of people in the order of their yes."""
    return (in_order, in_order[:0]) if seats is None else (in_order[:seats], in_order[seats:])

"""Convert between dates and the days of the board: 01-01 is day 1, 12-31 is day 365, or 366 in a leap year."""

from typing import Any

from engine.translatable import said

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LEAP_DATE = "02-29"
MONTHS = (
    said("January"), said("February"), said("March"), said("April"), said("May"), said("June"), said("July"),
    said("August"), said("September"), said("October"), said("November"), said("December"),
)  # fmt: skip


def lengths(leap: bool) -> tuple[int, ...]:
    """Return the number of days of each month."""
    return (31, 29, *_LENGTHS[2:]) if leap else _LENGTHS


def date_of(day: int, leap: bool = False) -> str:
    """Return the date of a day of the board. Raise ValueError beyond the end of the year."""
    for month, length in enumerate(lengths(leap), 1):
        if day <= length:
            return f"{month:02}-{day:02}"
        day -= length
    raise ValueError("The year has no such day.")


def day_of(date: Any, leap: bool = False) -> int:
    """Return the day of the board of a date, or 0 for anything that is not a date of that year."""
    if not isinstance(date, str) or len(date) != 5 or date[2] != "-" or not (date[:2] + date[3:]).isdecimal():
        return 0
    month, day = int(date[:2]), int(date[3:])
    months = lengths(leap)
    if not 1 <= month <= 12 or not 1 <= day <= months[month - 1]:
        return 0
    return sum(months[: month - 1]) + day


def day_text(date: str) -> str:
    """Return a date of the board as people say it: "March 31"; "Start" for the square before the first day."""
    if not date[:2].isdecimal():
        return said("Start")
    return said("{month} {day}", month=MONTHS[int(date[:2]) - 1], day=int(date[3:]))

"""Dates and the days of the board: 01-01 is day 1, 12-31 is day 365, or 366 in a leap year."""

from typing import Any

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LEAP_DATE = "02-29"
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


def lengths(leap: bool) -> tuple[int, ...]:
    """Days per month."""
    return (31, 29, *_LENGTHS[2:]) if leap else _LENGTHS


def date_of(day: int, leap: bool = False) -> str:
    """The date of a day of the board."""
    for month, length in enumerate(lengths(leap), 1):
        if day <= length:
            return f"{month:02}-{day:02}"
        day -= length
    raise ValueError("The year has no such day.")


def day_of(date: Any, leap: bool = False) -> int:
    """The day of the board of a date, 0 for what is no date of that year."""
    if not isinstance(date, str) or len(date) != 5 or date[2] != "-" or not (date[:2] + date[3:]).isdecimal():
        return 0
    month, day = int(date[:2]), int(date[3:])
    months = lengths(leap)
    if not 1 <= month <= 12 or not 1 <= day <= months[month - 1]:
        return 0
    return sum(months[: month - 1]) + day


def day_text(date: str) -> str:
    """A date of the board as people say it: "March 31"; "Start" for what is no date."""
    return f"{_MONTHS[int(date[:2]) - 1]} {int(date[3:])}" if date[:2].isdecimal() else date.capitalize()

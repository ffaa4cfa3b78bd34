"""Limits on how much is done within 24 hours; the table is data. Counted by the hour in which it was done."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("quotas.toml")
WINDOW = timedelta(hours=24)
NEW_FOR = timedelta(days=7)  # a league is a new one for so long


@dataclass(frozen=True, slots=True)
class Quota:
    most: int
    most_of_a_new_one: int = 0


@cache
def quotas() -> dict[str, Quota]:
    with FILE.open("rb") as file:
        return {key: Quota(**entry) for key, entry in tomllib.load(file).items()}


def hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def room_again(uses: Iterable[tuple[datetime, int]], *, amount: int, most: int) -> datetime | None:
    """Return when `amount` more is within `most`; None if it is now, or never will be because it is more than that.

    `uses` are the amounts of the hours of the last 24, oldest first.
    """
    used = list(uses)
    total = sum(count for _, count in used)
    for hour, count in used:
        if total + amount <= most:
            return None
        total -= count
        if total + amount <= most:
            return hour + WINDOW
    return None


def hour_with_room(uses: Mapping[datetime, int], now: datetime, *, amount: int, most: int) -> datetime:
    """Return the first hour, `now` or later, whose last 24 have room for `amount` more. An amount above `most` waits
    until they are empty."""
    hour = now
    while True:
        recent = sum(count for at, count in uses.items() if hour - WINDOW < at <= hour)
        if not recent or recent + amount <= most:
            return hour
        hour += timedelta(hours=1)


def fits(uses: Iterable[tuple[datetime, int]], *, amount: int, most: int) -> bool:
    return sum(count for _, count in uses) + amount <= most

"""Limits on how much is done within 24 hours, counted by the hour in which it was done; the table is data."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from engine.translatable import Translatable, said

MOST: dict[str, Translatable] = {
    "leagues": said("No more than {most:,} leagues can be founded by one person within 24 hours."),
    "seasons": said("No more than {most:,} seasons can be opened by one person within 24 hours."),
    "tournaments": said("No more than {most:,} tournaments can be announced by one person within 24 hours."),
    "teams": said("No more than {most:,} teams can be entered by one person within 24 hours."),
    "boards": said("No more than {most:,} boards and changes of boards can be made by one person within 24 hours."),
    "own_games": said("No more than {most:,} games and changes of games can be made by one person within 24 hours."),
    "characters": said("No more than {most:,} characters can be registered by one person within 24 hours."),
    "pictures": said("No more than {most:,} pictures can be uploaded by one person within 24 hours."),
    "photos": said("No more than {most:,} photos can be uploaded by one person within 24 hours."),
    "comments": said("No more than {most:,} comments can be posted by one person within 24 hours."),
    "remarks": said("No more than {most:,} remarks can be made at tables by one person within 24 hours."),
    "nights": said("No more than {most:,} game nights can be proposed by one person within 24 hours."),
    "imports": said("No more than {most:,} files can be uploaded by one person within 24 hours."),
    "webhooks": said("No more than {most:,} webhooks can be added by one person within 24 hours."),
    "webhook_tests": said("No more than {most:,} tests of webhooks can be sent by one person within 24 hours."),
    "invitations": said("No more than {most:,} invitations can be made by one person within 24 hours."),
    "claim_links": said("No more than {most:,} claim links can be made by one person within 24 hours."),
    "join_links": said("No more than {most:,} join links can be made by one person within 24 hours."),
    "join_requests": said("No more than {most:,} requests to join can be sent by one person within 24 hours."),
    "joins": said("No more than {most:,} leagues can be joined by one person within 24 hours."),
    "character_offers": said(
        "No more than {most:,} characters can be offered to others by one person within 24 hours."
    ),
    "tokens": said("No more than {most:,} tokens can be made by one person within 24 hours."),
    "plays": said("No more than {most:,} tables can be opened by one person within 24 hours."),
    "bot_games": said("No more than {most:,} games can be ordered from the bots by one person within 24 hours."),
    "push_endpoints": said("No more than {most:,} browsers can be set up for notices by one person within 24 hours."),
    "own_data": said("No more than {most:,} files of your data can be made by one person within 24 hours."),
    "reports": said("No more than {most:,} reports can be sent to the staff by one person within 24 hours."),
    "letters": said("No more than {most:,} letters can be sent by one person within 24 hours."),
}


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

"""What the settings of a tournament may be, for forms and services alike; bounds are included."""

from collections.abc import Mapping
from datetime import date

from engine.core.settings import refusal
from engine.said import said
from games.rules import sheets

NAME_LENGTH, PLACE_LENGTH = 120, 200
BOUNDS = sheets.BOUNDS | {
    "table_size": (2, 8),
    "capacity": (2, 100_000),
    "round_minutes": (1, 24 * 60),
    "confirm_seconds": (10, 24 * 60 * 60),
}
ROUNDS = (1, 60)  # of a stage


def setting_problems(settings: Mapping[str, int | None]) -> dict[str, str]:
    """Why some of these can't be set, by name, in sentences. None stands for no limit."""
    found = {name: refusal(value, bounds=BOUNDS[name]) for name, value in settings.items() if value is not None}
    return {name: said("This {must_be}.", must_be=refused) for name, refused in found.items() if refused}


def outside_season(day: date, season: str, *, starts_on: date | None, ends_on: date | None) -> str:
    """What speaks against a tournament on a day outside of its season, as a sentence; "" on any other day. Its games
    move the standings of the season."""
    if starts_on and day < starts_on:
        return said(
            "{season} begins on {day:%-d %B %Y}, and every game of this tournament would count for it.",
            season=season,
            day=starts_on,
        )
    if ends_on and day > ends_on:
        return said(
            "{season} ends on {day:%-d %B %Y}, and every game of this tournament would count for it.",
            season=season,
            day=ends_on,
        )
    return ""

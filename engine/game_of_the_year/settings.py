"""Define the house rules of Game of the Year, each with the gap (B1 to B34) that it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.errors import BadOptions
from engine.core.questions import choices_of, read_questions
from engine.core.settings import read_settings, whole_numbers
from engine.game_of_the_year.days import day_of

RANGES: dict[str, tuple[int, int]] = {"max_players": (2, 6), "max_chain": (1, 1_000), "max_turns": (1, 100_000)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one game. `points`: what a token, a Holiday Card and each full $100 are worth. `birthdays`: per seat
    `05-06` or, so that the youngest is known, `1990-05-06`; an empty one is drawn. `start_date` and `finish_date`
    shrink the board."""

    max_players: int = 6  # B1
    end_when: str = "all"  # B2
    year_end_bonus: bool = True  # B3
    points: tuple[int, ...] = (5, 5, 1)  # B4
    category_rule: str = "leaders"  # B5
    lucky: str = "random"  # B7
    birthdays: tuple[str, ...] = ()  # B8
    first_player: str = "youngest"  # B8
    leap_year: bool = False  # B9
    vacation_timing: str = "after_all"  # B14
    vacation_card: str = "at_once"  # B14
    birth_shield: str = "auto"  # B16
    any_token: str = "buy"  # rule 41
    token_timing: str = "end"  # B28
    max_chain: int = 20  # B30
    max_turns: int = 200  # B33
    start_date: str = "01-01"  # C.2
    finish_date: str = "12-31"  # C.2


QUESTIONS = read_questions("engine.game_of_the_year", Settings, RANGES)
CHOICES = choices_of(QUESTIONS)


def settings_of(options: Mapping[str, Any] | None, seats: int) -> Settings:
    """Return the settings from options = {"settings": {...}}. Raise BadOptions, naming the setting."""
    readers = {"points": _points, "birthdays": _birthdays, "start_date": _date, "finish_date": _date}
    settings = read_settings(Settings, options, CHOICES, RANGES, readers)
    if seats > settings.max_players:
        raise BadOptions(f"max_players is {settings.max_players}; this table has {seats}.")
    if len(settings.birthdays) not in (0, seats):
        raise BadOptions(f"birthdays must hold one entry for each of {seats} seats, empty where it is not known.")
    if day_of(settings.start_date) >= day_of(settings.finish_date):
        raise BadOptions("start_date must lie before finish_date.")
    return settings


def _points(key: str, value: Any) -> tuple[int, ...]:
    points = whole_numbers(key, value)
    if len(points) != 3:
        raise BadOptions(f"{key} must be three whole numbers: token, Holiday Card, $100.")
    return points


def _birthdays(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise BadOptions(f"{key} must be a list of dates, not {value!r}.")
    for date in value:
        if date != "" and not _is_birth_date(date):
            raise BadOptions(f"{key}: {date!r} is not a date such as 05-06 or 1990-05-06.")
    return tuple(value)


def _is_birth_date(date: Any) -> bool:
    if not isinstance(date, str) or len(date) not in (5, 10):
        return False
    year = date[:-5]
    return (not year or (year[:4].isdecimal() and year[4] == "-")) and day_of(date[-5:], leap=True) > 0


def _date(key: str, value: Any) -> str:
    if day_of(value) == 0:
        raise BadOptions(f"{key} must be a date such as 03-31, not {value!r}.")
    return str(value)

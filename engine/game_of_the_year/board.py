"""Compile the board of one game: per day what it shows, where moves lead, and which quarter ends lie before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game_of_the_year.days import LEAP_DATE, date_of, day_of
from engine.game_of_the_year.settings import Settings
from engine.game_of_the_year.vocabulary import COLOURS


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board, as lists by day; day `start` is the square before the first date, which has no date.

    `pictures`: days on which a move comes to rest with an entry; the finish is always one. `gap`: days to the next
    picture. `ahead`: per colour the next day with that border, 0 for none (rules 10, 11, 44). `quarters[d]`: how many
    quarter ends a piece on d has passed (B10), the finish counting as one more (B3). `captions` are empty on plain
    days, `days` is the data by date.
    """

    start: int
    finish: int
    dates: tuple[str, ...]
    month: tuple[int, ...]
    number: tuple[int, ...]
    pictures: tuple[bool, ...]
    gap: tuple[int, ...]
    ahead: tuple[tuple[int, ...], ...]
    quarters: tuple[int, ...]
    last_vacation: int
    december: int
    days: Mapping[int, Mapping[str, Any]]

    @property
    def quarter_count(self) -> int:
        return self.quarters[self.finish]


def make_board(data: Mapping[str, Any], settings: Settings) -> Board:
    """Return the board from checked data."""
    leap = settings.leap_year
    start, finish = day_of(settings.start_date, leap) - 1, day_of(settings.finish_date, leap)
    dates = ("start", *(date_of(day, leap) for day in range(1, 366 + leap)))
    entries = [*data["day"], data["leap_day"]] if leap else data["day"]
    days = {day_of(entry["date"], leap): entry for entry in entries}
    pictures = tuple(day in days or day == finish for day in range(len(dates)))
    ends = [day_of(date, leap) for date in data["board"]["quarter_ends"]]
    return Board(
        start=start,
        finish=finish,
        dates=dates,
        month=tuple(int(date[:2]) if day > start else 0 for day, date in enumerate(dates)),
        number=tuple(int(date[3:]) if day > start else 0 for day, date in enumerate(dates)),
        pictures=pictures,
        gap=tuple(_distance(day, finish, pictures) for day in range(len(dates))),
        ahead=tuple(_ahead(colour, days, finish, len(dates)) for colour in COLOURS),
        quarters=tuple(
            sum(start < end < day for end in ends) + (settings.year_end_bonus and day >= finish)
            for day in range(len(dates))
        ),
        last_vacation=day_of(data["board"]["last_vacation"], leap),
        december=day_of("12-01", leap),
        days=days,
    )


def _distance(day: int, finish: int, pictures: Sequence[bool]) -> int:
    return next((other - day for other in range(day, finish + 1) if pictures[other]), 0)


def _ahead(colour: str, days: Mapping[int, Mapping[str, Any]], finish: int, count: int) -> tuple[int, ...]:
    bordered = sorted(day for day, entry in days.items() if entry["border"] in (colour, "both") and day <= finish)
    return tuple(next((other for other in bordered if other > day), 0) for day in range(count))


def birthday_of(date: str, leap: bool) -> int:
    """Return the day of the board of a birth date with or without year; February 29 falls on 28 in other years (B8)."""
    date = date[-5:]
    return day_of("02-28" if date == LEAP_DATE and not leap else date, leap)

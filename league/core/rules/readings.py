"""The reading of a person's spreadsheet: its zone and order of dates, its names of columns, who is a guest."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from types import MappingProxyType
from unicodedata import combining, normalize

from characters.rules.facts import BETWEEN, bounds_problem
from engine.translatable import said
from games.rules.figures import Unreadable, shown_value
from games.rules.systems import SYSTEMS, SheetSystem
from league.core.rules.zones import NoSuchMoment, moment_in

DATE_ORDERS = MappingProxyType(
    {"dmy": said("Day first: 03/10/2026 is 3 October"), "mdy": said("Month first: 03/10/2026 is 10 March")}
)
# How their names begin in English, German, French and Spanish, without accents.
MONTHS = (
    ("jan", "ene"),
    ("feb", "fev"),
    ("mar", "maer"),
    ("apr", "avr", "abr"),
    ("may", "mai"),
    ("jun", "juin"),
    ("jul", "juil"),
    ("aug", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt"),
    ("nov",),
    ("dec", "dez", "dic"),
)
NOON = time(12)
_NUMBERS = re.compile(r"([0-9]{1,4})[/.\- ]([0-9]{1,2})[/.\- ]([0-9]{1,4})")
_NAMED = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er)?[ .\-]+(?:(?:de|of)[ ]+)?([a-z]{3,10})[ .,\-]+(?:(?:de|del)[ ]+)?([0-9]{4})"
)
_NAMED_FIRST = re.compile(r"([a-z]{3,10})[ .]+([0-9]{1,2})(?:st|nd|rd|th)?,?[ ]+([0-9]{4})")
_WEEKDAY = re.compile(
    r"(?:(?:on|am|le|el)[ ]+)?(?:(?:(?:mon|tue|wed|thu|fri|sat|sun|die|mit|don|fre|sam|son|lun|mer|jeu|ven|dim|mie|jue"
    r"|vie|sab|dom)[a-z]*|mardi|martes)[,.]?[ ]+|(?:mo|di|mi|do|fr|sa|so)[,.]+[ ]*)?(?:(?:den|the)[ ]+)?"
)
_CLOCK = re.compile(
    r"[ t,]*(?:(?:at|um|a|a las?) )?([0-9]{1,2})(?:(?:[:.]|[ ]?h[ ]?)([0-9]{2}))?(?:[:.]([0-9]{2}))?[ ]?(am|pm|h|uhr)?"
)
_DAY_NUMBER = re.compile(r"([2-6][0-9]{4})(?:[.,]([0-9]{1,15}))?")  # of Excel, from 1954 to 2091
_DAY_0 = datetime(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class Reading:
    """The way to read a file. Without a `zone`, times need an offset, as programs write them. `columns` maps headings
    of the file to columns, "" for one to leave out; `guests` are names without a character that may sit at a table,
    `newcomers` names to be registered first, `meant` are misspelt names of a character (its id); `given` says what
    is in every row of a column that the file lacks. `sheet` of a workbook, "" for the likeliest; `code_page` of a
    text that is not UTF-8; `footers`: lines below the rows, such as totals, are left out. `headless` is the column of a
    file that has a single one and no heading. `systems`: the games of the league by id, and
    below them earlier versions; with `known_games_only`, games that it does not have are left out."""

    zone: str = ""
    date_order: str = "dmy"
    columns: Mapping[str, str] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()
    newcomers: frozenset[str] = frozenset()
    meant: Mapping[str, int] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""
    code_page: str = ""
    footers: bool = False
    headless: str = ""
    systems: Mapping[str, SheetSystem] = field(default_factory=lambda: SYSTEMS)
    known_games_only: bool = False

    def system(self, text: str) -> SheetSystem | None:
        """Return the game that a cell names, by its id or by its name."""
        if text in self.systems:
            return self.systems[text]
        called = text.casefold()
        return next((self.systems[one.ID] for one in self.systems.values() if one.NAME.casefold() == called), None)


PLAIN = Reading()


def moment(text: str, reading: Reading = PLAIN) -> datetime:
    """Return the moment that a cell means, as UTC. Raise Unreadable."""
    if not text:
        raise Unreadable(said("is missing"))
    try:
        at = _moment(text, reading)
    except OverflowError as error:
        raise Unreadable(said("{value} is outside the calendar", value=shown_value(text))) from error
    if bounds_problem(at):
        raise Unreadable(said("{value} {problem}", value=shown_value(text), problem=BETWEEN))
    return at


def is_plain(text: str) -> bool:
    """Return whether a time is complete on its own, so that nothing has to be guessed."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _moment(text: str, reading: Reading) -> datetime:
    try:
        clock = datetime.fromisoformat(text)
    except ValueError:
        clock = _as_people_write(text, reading)
    else:
        clock = datetime.combine(clock, NOON) if _is_day(text) else clock
    if clock.tzinfo is not None:
        return clock.astimezone(UTC)
    if not reading.zone:
        no_offset = said("{value} has no offset: add Z for UTC, or one such as +01:00", value=shown_value(text))
        raise Unreadable(no_offset)
    try:
        return moment_in(clock, reading.zone)
    except NoSuchMoment as error:
        no_moment = said("{value} is not a single moment. {why}; write it with an offset, such as +01:00")
        raise Unreadable(said(no_moment, value=shown_value(text), why=error.args[0])) from error


def _is_day(text: str) -> bool:
    """Return whether an ISO text has no time of day: `2026-10-03 2000+0100` has no colon but a time."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _as_people_write(text: str, reading: Reading) -> datetime:
    """Return a date with slashes, dots or the name of a month, and its time of day, noon by default; or both from the
    number that they are in Excel."""
    if not reading.zone:
        raise Unreadable(said("{value} is not ISO 8601, such as 2026-01-06T18:00:00Z", value=shown_value(text)))
    letters = normalize("NFD", " ".join(text.split()).casefold())
    plain = "".join(letter for letter in letters if not combining(letter))
    if number := _DAY_NUMBER.fullmatch(plain):
        seconds = round(Decimal(f"0.{number[2]}") * 86_400) if number[2] else NOON.hour * 3600
        return _DAY_0 + timedelta(days=int(number[1]), seconds=seconds)
    if weekday := _WEEKDAY.match(plain):
        plain = plain[weekday.end() :]
    day, rest = _date(plain, reading.date_order)
    try:
        return datetime(*day, *_clock(rest))
    except (ValueError, TypeError) as error:
        example = "10/23/2026 20:00" if reading.date_order == "mdy" else "23/10/2026 20:00"
        no_time = said("{value} is not a day and time, such as {example} or 2026-10-03 20:00")
        raise Unreadable(said(no_time, value=shown_value(text), example=example)) from error


def _date(text: str, order: str) -> tuple[tuple[int, int, int], str]:
    """Return year, month and day, and the rest of the text; zeros if there is no date."""
    if match := _NUMBERS.match(text):
        first, second, third = (int(part) for part in match.groups())
        if len(match[1]) > 2:
            day = (first, second, third)
        else:
            year = third + 2000 if len(match[3]) <= 2 else third
            day = (year, first, second) if order == "mdy" else (year, second, first)
    elif match := _NAMED.match(text):
        day = (int(match[3]), _month(match[2]), int(match[1]))
    elif match := _NAMED_FIRST.match(text):
        day = (int(match[3]), _month(match[1]), int(match[2]))
    else:
        return (0, 0, 0), ""
    return day, text[match.end() :]


def _month(name: str) -> int:
    return next((number for number, names in enumerate(MONTHS, 1) if name.startswith(names)), 0)


def _clock(rest: str) -> tuple[int, int, int]:
    """Return hour, minute and second. Raise ValueError for a text that is not a time of day."""
    if not rest.strip():
        return NOON.hour, 0, 0
    match = _CLOCK.fullmatch(rest)
    if match is None or (match[2] is None and match[4] is None):
        raise ValueError(rest)
    hour = int(match[1])
    if match[4] in ("am", "pm"):
        if not 1 <= hour <= 12:
            raise ValueError(rest)
        hour = hour % 12 + (12 if match[4] == "pm" else 0)
    return hour, int(match[2] or 0), int(match[3] or 0)

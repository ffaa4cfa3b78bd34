"""Questions to a person about a spreadsheet before anything of it is stored: is this how you mean it?"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from engine.translatable import Translatable, said
from games.rules.figures import Unreadable
from league.core.rules.csv_text import FileRow
from league.core.rules.readings import DATE_ORDERS, Reading, is_plain, moment
from league.core.rules.tables import ELSEWHERE, SYNONYM, UNKNOWN, Columns, Heading
from league.core.rules.zones import label

Choices = Sequence[tuple[str, str]]
GUEST, NEW, LEAVE = "guest", "new", "leave"  # what an unknown name may be beside a character
BY_DAY, BY_GAP, IN_ORDER = "by day", "by gap", "in order"  # how to tell games apart, and how to number their seats
MOST_HEADINGS, MOST_HEADING, MOST_TIMES, MOST_NAMES, MOST_FIRST = 100, 200, 12, 500, 3


@dataclass(frozen=True, slots=True)
class ReadTime:
    """A time of the file as written, and as it was read, or a problem with it; `said` holds the latter for
    other languages."""

    line: int
    text: str
    read: str
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that the league does not have: how many `plays` of it the file has, between which days, and how it may
    end, `ends` as it is proposed or was answered. `read` and `said`: why, as in `ReadTime`."""

    name: str
    plays: int
    first: str
    last: str
    ends: str
    endings: Sequence[str]
    read: str
    said: Mapping[str, Any]
    add: bool = True


@dataclass(frozen=True, slots=True)
class Questions:
    """`names` have no character, `near` says of some who may be meant, `times` are the first of the ones without an
    offset, and `order_matters` if one of them is another day when the month comes first; `asked` are columns missing
    from the file that may say the same in every row. What can be chosen is a value and words each; a single choice
    follows from the file, and is only shown. `outside` are the first of the games on days outside of their seasons.
    `first`: the columns that the file has, and its first rows as they were read. `sheets` are those of a workbook with
    several, `sheet` the one read; `code_pages` may be meant by the bytes of a text file, with words as they read them;
    `footers` are lines below the rows that look like totals or notes; `headless`: the first line was read as a row;
    `games`: what the league does not have, as it may be added."""

    headings: Sequence[Heading]
    known: Sequence[str]
    date_order: str
    times: Sequence[ReadTime] = ()
    times_count: int = 0
    order_matters: bool = False
    names: Sequence[str] = field(default=())
    near: Mapping[str, Choices] = field(default_factory=dict)
    asked: Mapping[str, Choices] = field(default_factory=dict)
    outside: Sequence[ReadTime] = ()
    outside_count: int = 0
    first: Sequence[Sequence[str]] = ()
    sheet: str = ""
    sheets: Sequence[str] = ()
    code_page: str = ""
    code_pages: Choices = ()
    footers: Sequence[ReadTime] = ()
    headless: bool = False
    games: Sequence[NewGame] = ()

    @property
    def may_be_headless(self) -> bool:
        """Return whether the first line may be a person too: a list of names under a heading that nobody knows."""
        return "name" in self.known and [heading.why for heading in self.headings] == [UNKNOWN]

    @property
    def unknown_columns(self) -> bool:
        return any(heading.why == UNKNOWN for heading in self.headings)

    @property
    def are_any(self) -> bool:
        """Return whether a person is asked about the file: there are questions, and not too many. A file beyond that is
        not a club's spreadsheet, and is refused."""
        asked = (
            self.times,
            self.names,
            self.asked,
            self.outside,
            self.sheets,
            self.code_pages,
            self.footers,
            self.games,
        )
        guessed = any(heading.why in (SYNONYM, UNKNOWN, ELSEWHERE) for heading in self.headings)
        return self._is_short and (any(asked) or bool(self.games) or self.headless or guessed)

    @property
    def are_new(self) -> bool:
        """Return whether a person is asked for more than the answers to a file of the same headings say."""
        return bool(self.names or self.asked or self.outside or self.unknown_columns or self.games)

    @property
    def _is_short(self) -> bool:
        headings = self.headings
        short = len(headings) <= MOST_HEADINGS and all(0 < len(heading.text) <= MOST_HEADING for heading in headings)
        return short and len(self.names) <= MOST_NAMES

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"may_be_headless": self.may_be_headless}


def questions_of(
    headings: Sequence[Heading],
    columns: Columns,
    reading: Reading,
    *,
    rows: Sequence[FileRow] = (),
    times_in: str = "",
    names: Sequence[str] = (),
    near: Mapping[str, Choices] = MappingProxyType({}),
    asked: Mapping[str, Choices] | None = None,
    outside: Sequence[ReadTime] = (),
) -> Questions:
    times = list(_times(rows, times_in, reading)) if times_in else []
    return Questions(
        headings=[heading for heading in headings if heading.text or heading.why == UNKNOWN],
        known=columns.known_columns,
        date_order=reading.date_order,
        times=times[:MOST_TIMES],
        times_count=len(times),
        order_matters=bool(times_in) and _order_matters(rows, times_in, reading),
        names=names,
        near=near,
        asked=asked or {},
        outside=outside[:MOST_TIMES],
        outside_count=len(outside),
        first=list(_first(rows, times_in, reading)),
    )


def _first(rows: Sequence[FileRow], times_in: str, reading: Reading) -> Iterator[list[str]]:
    whole = [row.cells for row in rows if not row.broken][:MOST_FIRST]
    columns = [column for column in whole[0] if any(cells.get(column) for cells in whole)] if whole else []
    if columns:
        yield [column.replace("_", " ") for column in columns]
    for cells in whole:
        yield [_as_read(cells.get(column, ""), column == times_in, reading) for column in columns]


def _as_read(text: str, is_time: bool, reading: Reading) -> str:
    if is_time and text and not is_plain(text):
        with suppress(Unreadable):
            return str(_in_words(moment(text, reading), reading.zone))
    return text


def _times(rows: Sequence[FileRow], column: str, reading: Reading) -> Iterator[ReadTime]:
    """Yield each text once, at its first line."""
    texts: set[str] = set()
    for row in rows:
        text = row.cells.get(column, "")
        if row.broken or text in texts or not text or is_plain(text):
            continue
        texts.add(text)
        try:
            read = _in_words(moment(text, reading), reading.zone)
            yield ReadTime(row.line, text, str(read), read.kept())
        except Unreadable:
            continue


def _order_matters(rows: Sequence[FileRow], column: str, reading: Reading) -> bool:
    """Return whether a date of the file changes, or is invalid, in another order of day and month."""
    orders = [replace(reading, date_order=order) for order in DATE_ORDERS]
    texts = {row.cells.get(column, "") for row in rows if not row.broken}
    return any(len({_moment_or_none(text, order) for order in orders}) > 1 for text in texts)


def _moment_or_none(text: str, reading: Reading) -> datetime | None:
    with suppress(Unreadable):
        return moment(text, reading)
    return None


def _in_words(at: datetime, zone: str) -> Translatable:
    return said("{at:%A, %-d %B %Y, %H:%M}, {zone}", at=at.astimezone(ZoneInfo(zone)), zone=label(zone))

"""A file of rows, CSV or the first sheet of a workbook: from bytes to rows by column, and every reason why that fails.

A heading means a column by its name in any case, by a word that people use for it (`columns.toml`), or as the reader
was told. Any other heading is refused by name. Space around a cell and rows of empty cells alone carry no meaning.
"""

import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from engine.said import Said, said
from games.rules.figures import shown
from league.core.rules.csv_text import (
    SHOWN,
    FileProblem,
    Row,
    misfit,
    read_back,
    records,
    separator_of,
    text_of,
    unreadable,
)
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.workbooks import NoWorkbook, first_sheet, is_workbook, letters

_NOT_A_WORD = re.compile(r"[\W_]+")
_ASIDE = re.compile(r"\([^)]*\)")
SAME, SYNONYM, TOLD, UNKNOWN, LEFT_OUT = "same", "synonym", "told", "unknown", "left out"


@dataclass(frozen=True, slots=True)
class Columns:
    """Those that a kind of file must have, and those that it may have."""

    required: Sequence[str]
    optional: Sequence[str] = ()

    @property
    def known(self) -> list[str]:
        return [*self.required, *self.optional]


@dataclass(frozen=True, slots=True)
class Heading:
    """A cell of the first row: what it says, the column that is meant ("" where none is) and why."""

    text: str
    column: str
    why: str


def key_of(heading: str) -> str:
    """A heading without case, space and what stands in brackets: `played_at` for `Played at (UK)`."""
    return _NOT_A_WORD.sub("_", _ASIDE.sub("", heading).casefold()).strip("_")


@cache
def _synonyms() -> Mapping[str, list[str]]:
    """Columns by what people call them."""
    words: dict[str, list[str]] = {}
    for column, names in tomllib.loads(Path(__file__).with_name("columns.toml").read_text(encoding="utf-8")).items():
        for name in names:
            words.setdefault(name, []).append(column)
    return words


def headings_of(cells: Sequence[str], columns: Columns, reading: Reading = PLAIN) -> list[Heading]:
    """What each heading means. A word for two columns that the file may have means neither of them."""
    texts = [cell.strip() for cell in cells]
    taken = {key_of(text) for text in texts}
    return [_heading(text, columns.known, reading, taken) for text in texts]


def _heading(text: str, known: Sequence[str], reading: Reading, taken: set[str]) -> Heading:
    if text in reading.columns:
        column = reading.columns[text]
        return Heading(text, column, TOLD if column in known else LEFT_OUT)
    key = key_of(text)
    if text in known or key in known:
        return Heading(text, text if text in known else key, SAME)
    meant = [column for column in _synonyms().get(key, ()) if column in known and column not in taken]
    return Heading(text, meant[0], SYNONYM) if len(meant) == 1 else Heading(text, "", UNKNOWN)


def read_table(
    data: bytes, columns: Columns, reading: Reading = PLAIN, *, in_part: bool = False
) -> tuple[list[Row], list[FileProblem]]:
    """The rows of a file, and all that is wrong with its text. No rows when the header cannot be read; `in_part` reads
    on under a header that only lacks columns."""
    opened = _open(data)
    if isinstance(opened, FileProblem):
        return [], [opened]
    try:
        line, cells = next(opened.records, (0, ""))
        if not line:
            return [], [FileProblem(None, "", said("The file is empty."))]
        if isinstance(cells, str):
            return [], [FileProblem(line, "", cells)]
        headings = headings_of(cells, columns, reading)
        given = {column: value for column, value in reading.given.items() if column in lacking_in(headings, columns)}
        lacking = list(_lacking(line, headings, columns, given))
        wrong = list(_wrong_headings(line, headings, columns))
        if wrong or (lacking and not in_part):
            return [], [*lacking, *wrong]
        rows, found = _rows(opened, headings)
        rows = [replace(row, cells={**given, **row.cells}) for row in rows] if given else rows
        return rows, [*lacking, *found]
    except NoWorkbook as error:
        return [], [FileProblem(None, "", error.args[0])]


def read_headings(data: bytes, columns: Columns, reading: Reading = PLAIN) -> list[Heading]:
    """What the first row of a file means; empty where it can't be read."""
    opened = _open(data)
    if isinstance(opened, FileProblem):
        return []
    try:
        _, cells = next(opened.records, (0, ""))
    except NoWorkbook:
        return []
    return [] if isinstance(cells, str) else headings_of(cells, columns, reading)


def in_cells(
    problems: Sequence[FileProblem], data: bytes, columns: Columns, reading: Reading = PLAIN
) -> list[FileProblem]:
    """The problems in the order of the file; of a workbook with the names of their cells."""
    places: dict[str, str] = {}
    if problems and is_workbook(data):
        for place, heading in enumerate(read_headings(data, columns, reading)):
            places.setdefault(heading.column or heading.text[:SHOWN], letters(place))
    found = [
        replace(one, cell=f"{places[one.column]}{one.line}") if one.line and one.column in places else one
        for one in problems
    ]
    return sorted(found, key=lambda problem: problem.line or 0)


@dataclass(frozen=True, slots=True)
class _Opened:
    """Records with their line; of text also its lines and what separates the cells."""

    records: Iterator[tuple[int, list[str] | str]]
    lines: Sequence[str] = ()
    separator: str = ""


def _open(data: bytes) -> _Opened | FileProblem:
    if is_workbook(data):
        return _Opened(first_sheet(data))
    text, problem = text_of(data)
    if problem is not None:
        return problem
    lines = list(io.StringIO(text, newline=""))  # CR, LF and CRLF end a line, and stay as they are
    separator = separator_of(text)
    return _Opened(records(lines, separator), lines, separator)


def _rows(opened: _Opened, headings: Sequence[Heading]) -> tuple[list[Row], list[FileProblem]]:
    header = [heading.column for heading in headings]
    rows: list[Row] = []
    problems: list[FileProblem] = []
    for line, cells in opened.records:
        if isinstance(cells, str):
            text = opened.lines[line - 1]
            problems.append(unreadable(line, text.split(opened.separator), header, text, cells))
            guess = text.replace('"', "").split(opened.separator)
            rows.append(Row(line, _by_name(header, guess), broken=True))
            continue
        if not opened.separator:
            cells = [*cells, *[""] * (len(header) - len(cells))]  # a workbook ends a row with its last full cell
        fits = len(cells) == len(header)
        if not fits:
            problems.append(misfit(line, cells, header))
        rows.append(Row(line, _by_name(header, cells), broken=not fits))
    return rows, problems


def _by_name(header: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {column: read_back(cell) for column, cell in zip(header, cells, strict=False) if column}


def lacking_in(headings: Sequence[Heading], columns: Columns) -> list[str]:
    """The required columns that no heading means."""
    meant = {heading.column for heading in headings}
    return [column for column in columns.required if column not in meant]


def _lacking(
    line: int, headings: Sequence[Heading], columns: Columns, given: Mapping[str, str]
) -> Iterator[FileProblem]:
    missing = [column for column in lacking_in(headings, columns) if column not in given]
    if missing:
        yield FileProblem(line, "", said("Missing columns: {columns}.", columns=", ".join(missing)))


def _wrong_headings(line: int, headings: Sequence[Heading], columns: Columns) -> Iterator[FileProblem]:
    meant = [heading.column for heading in headings]
    for place, heading in enumerate(headings):
        if heading.why == LEFT_OUT:
            continue
        if not heading.text:
            yield FileProblem(line, "", said("Column {number} has no name.", number=place + 1))
        elif heading.why == UNKNOWN:
            yield FileProblem(line, heading.text[:SHOWN], _unknown(heading.text, columns.known))
        elif heading.column in meant[:place]:
            text = said("The column '{column}' is there twice.", column=heading.column)
            yield FileProblem(line, heading.column, text)


def _unknown(heading: str, known: Sequence[str]) -> Said:
    close = get_close_matches(key_of(heading[:SHOWN]), known, n=1)
    if close:
        return said("Unknown column {heading}; did you mean '{column}'?", heading=shown(heading), column=close[0])
    return said("Unknown column {heading}.", heading=shown(heading))

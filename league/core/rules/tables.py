"""A file of rows, CSV or a sheet of a workbook: from bytes to rows by column, and every reason why that fails.

A heading means a column by its name in any case, by a word that people use for it (`columns.toml`), or as the reader
was told. Any other heading is refused by name. Space around a cell, and rows and columns of only empty cells, carry no
meaning. Neither do lines of one cell above the header, which are a title, and the line `sep=;` that Excel reads. Totals
and notes below the rows are left out if somebody agreed to it.
"""

import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain, islice
from pathlib import Path

from characters.rules.names import misread
from engine.translatable import Translatable, said
from games.rules.figures import shown_value
from league.core.rules.bounds import MOST_COLUMNS
from league.core.rules.csv_text import (
    SHOWN,
    FileProblem,
    FileRow,
    is_full,
    misfit,
    read_back,
    records,
    separator_of,
    text_of,
    unreadable,
)
from league.core.rules.readings import PLAIN, Reading
from league.core.rules.workbooks import Line, NoWorkbook, beginnings, is_workbook, letters, sheet_rows

_NOT_A_WORD = re.compile(r"[\W_]+")
_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?[,;\t|]*[ ]*([\r\n]*)', re.IGNORECASE)
MOST_TITLES = 5  # lines above the header
MOST_FOOTERS = 5  # lines below the rows
Record = tuple[int, list[str] | str]
_ASIDE = re.compile(r"\([^)]*\)")
REASON, SCORE, COMMENTS = "why_not_imported", "score_elsewhere", "comments_elsewhere"
FOR_PEOPLE = frozenset((REASON, SCORE, COMMENTS))  # columns of rows that are given back; nobody is asked about them
SAME, SYNONYM, TOLD, UNKNOWN, LEFT_OUT = "same", "synonym", "told", "unknown", "left out"
ELSEWHERE = "elsewhere"  # known from other systems, and nothing that this site stores: left out if a person agrees


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a kind of file must have or may have. `joined` are texts that may be spread over several columns
    instead, such as a name; `words`: what a league calls columns, besides the words of everybody."""

    required: Sequence[str]
    optional: Sequence[str] = ()
    joined: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def known_columns(self) -> list[str]:
        return [*self.required, *self.optional, *chain.from_iterable(self.joined.values())]


@dataclass(frozen=True, slots=True)
class Heading:
    """A cell of the first row: its text, the column that it means (or "") and why."""

    text: str
    column: str
    why: str


def key_of(heading: str) -> str:
    """Return a heading without case, space and parts in brackets: `played_at` for `Played at (UK)`."""
    return _NOT_A_WORD.sub("_", _ASIDE.sub("", heading).casefold()).strip("_")


@cache
def _synonyms() -> Mapping[str, list[str]]:
    """Return columns by the words that people use for them."""
    words: dict[str, list[str]] = {}
    for column, names in tomllib.loads(Path(__file__).with_name("columns.toml").read_text(encoding="utf-8")).items():
        for name in names:
            words.setdefault(name, []).append(column)
    return words


@cache
def _totals() -> frozenset[str]:
    """Return how the first cell of a line begins that adds up those above."""
    return frozenset(word for word, meanings in _synonyms().items() if "totals" in meanings)


def headings_of(cells: Sequence[str], columns: Columns, reading: Reading = PLAIN) -> list[Heading]:
    """Return the meaning of each heading. A word that fits two possible columns means neither of them, unless the file
    lacks one of them that it has to have."""
    texts = [cell.strip() for cell in cells]
    taken = {key_of(text) for text in texts}
    headings = [_heading(text, columns, reading, taken) for text in texts]
    lacking = lacking_in(headings, columns)
    if not lacking:
        return headings
    unknown = [heading for heading in headings if heading.why == UNKNOWN]
    fitting = {
        column: [heading for heading in unknown if column in _synonyms().get(key_of(heading.text), ())]
        for column in lacking
    }
    needed = {options[0]: column for column, options in fitting.items() if len(options) == 1}
    return [Heading(heading.text, needed[heading], SYNONYM) if heading in needed else heading for heading in headings]


def _heading(text: str, kind: Columns, reading: Reading, taken: set[str]) -> Heading:
    columns = kind.known_columns
    if (column := reading.columns.get(text)) in ("", *columns):  # and not one that an own game has no more
        return Heading(text, column or "", TOLD if column else LEFT_OUT)
    key = key_of(text)
    if key in FOR_PEOPLE:
        return Heading(text, "", LEFT_OUT)
    if text in columns or key in columns:
        return Heading(text, text if text in columns else key, SAME)
    words = dict.fromkeys([*kind.words.get(key, ()), *_synonyms().get(key, ())])
    meant = [column for column in words if column in columns and column not in taken]
    if not meant and "elsewhere" in _synonyms().get(key, ()):
        return Heading(text, "", ELSEWHERE)
    return Heading(text, meant[0], SYNONYM) if len(meant) == 1 else Heading(text, "", UNKNOWN)


def read_table(
    data: bytes, columns: Columns, reading: Reading = PLAIN, *, in_part: bool = False
) -> tuple[list[FileRow], list[FileProblem]]:
    """Return the rows of a file, and all that is wrong with its text. No rows when the header cannot be read; `in_part`
    continues under a header that only lacks columns."""
    try:
        opened = _open(data, columns, reading)
        line, headings = opened.line, _headings(opened, columns, reading)
        named = {heading.column for heading in headings}
        given = {column: value for column, value in reading.given.items() if column not in named}
        missing = [column for column in lacking_in(headings, columns) if column not in given]
        text = said("Missing columns: {columns}.", columns=", ".join(missing))
        lacking = [FileProblem(line, "", text)] if missing else []
        wrong = [*_misplaced(opened), *_wrong_headings(line, headings, columns)]
        if wrong or (lacking and not in_part):
            return [], [*lacking, *wrong]
        rows, problems = _rows(opened, headings, columns, reading)
        rows = [replace(row, cells={**given, **row.cells}) for row in rows] if given else rows
        for column, parts in columns.joined.items():
            if column not in named:
                texts = [" ".join(filter(None, (row.cells.get(part, "") for part in parts))) for row in rows]
                rows = [replace(row, cells={**row.cells, column: text}) for row, text in zip(rows, texts, strict=True)]
        return rows, [*lacking, *problems]
    except NoTable as error:
        return [], [error.problem]
    except NoWorkbook as error:
        return [], [FileProblem(None, "", error.args[0])]


def sheets_of(data: bytes, columns: Columns, reading: Reading = PLAIN) -> tuple[str, Sequence[str]]:
    """Return the sheet of a workbook that looks like such a file, and the names of all sheets that are not empty;
    nothing for anything but a readable workbook. The first of several that look alike."""
    try:
        first = _beginnings(data) if is_workbook(data) else {}
    except NoWorkbook:
        return "", ()
    fitting = {
        name: max(_columns_in([cells for _, cells in lines], columns, reading), default=0)
        for name, lines in first.items()
    }
    return max(fitting, key=lambda name: fitting[name], default=""), [*fitting]


def footers_of(data: bytes, columns: Columns, reading: Reading = PLAIN) -> list[tuple[int, str]]:
    """Return line and text of each line below the rows that looks like a total or a note."""
    try:
        opened = _open(data, columns, reading)
        headings = _headings(opened, columns, reading)
        footers = _footers(list(opened.records), headings, columns)
    except (NoTable, NoWorkbook):
        return []
    return [(line, " ".join(filter(None, map(str.strip, cells)))[:SHOWN]) for line, cells in footers]


def read_headings(data: bytes, columns: Columns, reading: Reading = PLAIN) -> list[Heading]:
    """Return the meaning of a file's header; empty if it can't be read."""
    try:
        return _headings(_open(data, columns, reading), columns, reading)
    except (NoTable, NoWorkbook):
        return []


def rows_as_they_are(data: bytes, columns: Columns, reading: Reading = PLAIN) -> tuple[list[str], dict[int, list[str]]]:
    """Return the header of a file, and the cells of each row by its line, as somebody typed them; nothing of a file
    that can't be opened."""
    try:
        opened = _open(data, columns, reading)
        rows = {
            line: opened.lines[line - 1].rstrip("\r\n").split(opened.separator) if isinstance(cells, str) else cells
            for line, cells in opened.records
        }
    except (NoTable, NoWorkbook):
        return [], {}
    return [cell.strip() for cell in opened.cells], {line: [*map(read_back, cells)] for line, cells in rows.items()}


def in_cells(
    problems: Sequence[FileProblem], data: bytes, columns: Columns, reading: Reading = PLAIN
) -> list[FileProblem]:
    """Return the problems in the order of the file; for a workbook with the names of their cells."""
    places: dict[str, str] = {}
    if problems and is_workbook(data):
        for place, heading in enumerate(read_headings(data, columns, reading)):
            places.setdefault(heading.column or heading.text[:SHOWN], letters(place))
    placed = [
        replace(problem, cell=f"{places[problem.column]}{problem.line}")
        if problem.line and problem.column in places
        else problem
        for problem in problems
    ]
    return sorted(placed, key=lambda problem: problem.line or 0)


@dataclass(slots=True)
class _Opened:
    """Line and cells of the header, and the records below it; of text also its lines and what separates the cells.
    `header`: the line that looks like the header if another one comes first."""

    records: Iterator[Record]
    lines: Sequence[str] = ()
    separator: str = ""
    header: int = 0
    line: int = 0
    cells: Sequence[str] = ()


class NoTable(ValueError):
    """A file without rows under a header; `problem` says why."""

    def __init__(self, problem: FileProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def _open(data: bytes, columns: Columns, reading: Reading) -> _Opened:
    """Return a file opened up to its header. Raise NoTable or NoWorkbook."""
    opened = _opened(data, columns, reading)
    if reading.headless:
        opened.records = chain([(1, [reading.headless])], opened.records)
    opened.line, cells = next(opened.records, (0, ""))
    if not opened.line:
        raise NoTable(FileProblem(None, "", said("The file is empty.")))
    if isinstance(cells, str):
        raise NoTable(FileProblem(opened.line, "", cells))
    opened.cells = cells
    return opened


def _opened(data: bytes, columns: Columns, reading: Reading) -> _Opened:
    if is_workbook(data):
        rows: Iterator[Record] = iter(_workbook(data, reading.sheet or sheets_of(data, columns, reading)[0]))
        above = list(islice(rows, MOST_TITLES + 1))
        place = _header_of([cells for _, cells in above], columns, reading)
        title = all(_filled(cells) == 1 for _, cells in above[:place])
        return _Opened(chain(above[place if title else 0 :], rows), header=0 if title else above[place][0])
    text, problem = text_of(data, reading.code_page)
    if problem is not None:
        raise NoTable(problem)
    lines = list(io.StringIO(text, newline=""))  # CR, LF and CRLF end a line, and stay as they are
    own = _SEPARATOR.fullmatch(lines[0]) if lines else None
    if own:
        lines[0] = own[2]
    places = list(islice((place for place, line in enumerate(lines) if line.strip()), MOST_TITLES + 1))
    starts = [(place, own[1] if own else separator_of(lines[place])) for place in places]
    candidates = [next((cells for _, cells in records([lines[at]], separator)), "") for at, separator in starts]
    header, separator = starts[_header_of(candidates, columns, reading)] if starts else (0, ",")
    title = all(_filled(lines[place].split(separator)) <= 1 for place in range(header))
    if title:
        lines[:header] = ["\n"] * header
    else:
        separator = starts[0][1]
    return _Opened(records(lines, separator), lines, separator, 0 if title else header + 1)


@lru_cache(maxsize=1)
def _workbook(data: bytes, sheet: str) -> Sequence[Record]:
    """Return the rows of a sheet, which an import asks for again and again: to unpack them is what takes longest."""
    return [(number, cells) for number, cells in sheet_rows(data, sheet)]


@lru_cache(maxsize=1)
def _beginnings(data: bytes) -> Mapping[str, list[Line]]:
    return beginnings(data, MOST_TITLES + 1)


def forget_workbook() -> None:
    """Let go of the workbook that was read last."""
    _workbook.cache_clear()
    _beginnings.cache_clear()


def _header_of(above: Sequence[Sequence[str] | str], columns: Columns, reading: Reading) -> int:
    """Return the place of the header among the first records: the first one, unless it names no column and another one
    does. Stop at a record that can't be read."""
    numbers = _columns_in(above, columns, reading)
    return next((place for place, number in enumerate(numbers) if number > 1), 0) if numbers and not numbers[0] else 0


def _columns_in(above: Sequence[Sequence[str] | str], columns: Columns, reading: Reading) -> list[int]:
    """Return how many columns each record names, up to one that can't be read."""
    numbers: list[int] = []
    for cells in above:
        if isinstance(cells, str) or len(cells) > MOST_COLUMNS:
            break
        numbers.append(sum(bool(heading.column) for heading in headings_of(cells, columns, reading)))
    return numbers


def _filled(cells: Sequence[str] | str) -> int:
    return sum(bool(cell.strip()) for cell in cells)


def _headings(opened: _Opened, columns: Columns, reading: Reading) -> list[Heading]:
    """Return the meaning of the header. A column without a name is left out if all its cells are empty too. Raise
    NoTable for too many columns."""
    if len(opened.cells) > MOST_COLUMNS:
        too_many = said("The file has more than {most} columns.", most=MOST_COLUMNS)
        raise NoTable(FileProblem(opened.line, "", too_many))
    headings = headings_of(opened.cells, columns, reading)
    nameless = {place for place, heading in enumerate(headings) if not heading.text}
    if not nameless:
        return headings
    body = list(opened.records)
    opened.records = iter(body)
    used = {
        place for _, row in body if not isinstance(row, str) for place in nameless if _filled(row[place : place + 1])
    }
    blank = Heading("", "", LEFT_OUT)
    return [blank if place in nameless - used else heading for place, heading in enumerate(headings)]


def _fitted(cells: list[str], headings: Sequence[Heading]) -> list[str]:
    """Return a row without empty cells beyond the header, and with empty cells added below headings without a name."""
    while len(cells) > len(headings) and not cells[-1].strip():
        cells = cells[:-1]
    if any(heading.text for heading in headings[len(cells) :]):
        return cells
    return [*cells, *[""] * (len(headings) - len(cells))]


def _footers(body: Sequence[Record], headings: Sequence[Heading], columns: Columns) -> list[tuple[int, list[str]]]:
    """Return the lines at the end of a table that are not rows: totals of the columns, and notes in a single cell if
    a row has to have more."""
    several = sum(heading.column in columns.required for heading in headings) > 1
    footers: list[tuple[int, list[str]]] = []
    for line, cells in reversed(body[-MOST_FOOTERS:]):
        if isinstance(cells, str):
            break
        texts = [cell.strip() for cell in cells if cell.strip()]
        first = key_of(texts[0]) if texts else ""
        totals = first.split("_")[0] in _totals() and not any(map(_is_word, [first.partition("_")[2], *texts[1:]]))
        note = several and len(texts) == 1 and _is_word(first) and (" " in texts[0] or len(cells) >= len(headings))
        if not totals and not note:
            break
        footers.insert(0, (line, cells))
    return footers


def _is_word(text: str) -> bool:
    return any(map(str.isalpha, text))


def _rows(
    opened: _Opened, headings: Sequence[Heading], columns: Columns, reading: Reading
) -> tuple[list[FileRow], list[FileProblem]]:
    header = [heading.column for heading in headings]
    rows: list[FileRow] = []
    problems: list[FileProblem] = []
    body: Iterable[Record] = opened.records
    if reading.footers:
        body = list(body)
        body = body[: len(body) - len(_footers(body, headings, columns))]
    for line, cells in body:
        if isinstance(cells, str):
            text = opened.lines[line - 1]
            problems.append(unreadable(line, text.split(opened.separator), header, text, cells))
            guess = text.replace('"', "").split(opened.separator)
            rows.append(FileRow(line, _by_name(header, guess), broken=True))
            continue
        cells = _fitted(cells, headings)
        if not opened.separator:
            cells = [*cells, *[""] * (len(header) - len(cells))]  # a workbook ends a row with its last full cell
        fits = len(cells) == len(header)
        if not fits:
            problems.append(misfit(line, cells, header))
        problems += [
            FileProblem(line, column, sentence)  # of a cell that a spreadsheet read in the wrong code page before
            for column, cell in zip(header, cells, strict=False)
            if (sentence := misread(cell.strip()))
        ]
        rows.append(FileRow(line, _by_name(header, cells), broken=not fits))
        if is_full(problems):
            break
    return rows, problems


def _by_name(header: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {column: read_back(cell) for column, cell in zip(header, cells, strict=False) if column}


def lacking_in(headings: Sequence[Heading], columns: Columns) -> list[str]:
    """Return the required columns that no heading means."""
    meant = {heading.column for heading in headings}
    return [column for column in columns.required if meant.isdisjoint((column, *columns.joined.get(column, ())))]


def _misplaced(opened: _Opened) -> Iterator[FileProblem]:
    if opened.header:
        text = said("This line names no column; line {line} does. Remove the lines above it.", line=opened.header)
        yield FileProblem(opened.line, "", text)


def _wrong_headings(line: int, headings: Sequence[Heading], columns: Columns) -> Iterator[FileProblem]:
    meant = [heading.column for heading in headings]
    for place, heading in enumerate(headings):
        if heading.why == LEFT_OUT:
            continue
        if not heading.text:
            yield FileProblem(line, "", said("Column {number} has no name.", number=place + 1))
        elif heading.why in (UNKNOWN, ELSEWHERE):
            yield FileProblem(line, heading.text[:SHOWN], _unknown(heading.text, columns.known_columns))
        elif heading.column in meant[:place]:
            text = said("The column '{column}' appears twice.", column=heading.column)
            yield FileProblem(line, heading.column, text)


def _unknown(heading: str, columns: Sequence[str]) -> Translatable:
    close = get_close_matches(key_of(heading[:SHOWN]), columns, n=1)
    if close:
        return said("Unknown column {heading}; did you mean '{column}'?", heading=shown_value(heading), column=close[0])
    return said("Unknown column {heading}.", heading=shown_value(heading))

"""A sheet of a workbook, .xlsx or .ods, as rows of text: what a person sees in its cells, dates as ISO 8601.

Cells that are merged over several rows say the same in each of them; a cell that is merged within one row is a title.

A workbook is a zip archive of XML, and its sender may make it claim any size. So the sizes in the archive are not
trusted: bytes are counted while they are unpacked, cells and columns while they are read, and no entity is expanded.
Formulas are never worked out; the value that was saved with them is read.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import IO, Any, cast
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from engine.translatable import said
from league.core.rules.bounds import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS_OF_WORKBOOK,
    TOO_MANY_CELLS,
    TOO_MANY_ROWS_OF_WORKBOOK,
)

MOST_UNPACKED = 60_000_000
MOST_ELEMENTS = 2_000_000
LAST_ROW = 1_048_576  # of any spreadsheet
MOST_WITHIN = 50_000  # elements of one row or one text
MOST_AT_ONCE = 16_000_000  # bytes of them
MOST_REPEATED_TEXT = 20_000_000  # characters of all cells together
MOST_SHEETS = 50
MOST_MERGED = 50_000  # ranges of cells
ODS, XLSX = "an OpenDocument spreadsheet", "an Excel workbook"
Line = tuple[int, list[str]]
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))  # ECMA-376, 18.8.30
_NO_DATE = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|General', re.IGNORECASE)
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_MERGED = re.compile(rb'<(?:[a-z0-9]+:)?mergeCell [^>]{0,99}?ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')
Merged = dict[int, list[tuple[int, int, int]]]  # by its first row: first and last column of a range, and its last row


class NoWorkbook(ValueError):
    """A workbook that can't be read; the sentence says what to do."""


def is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def unpacked_bytes(data: bytes) -> int:
    """Return how many bytes a workbook claims to unpack to; zipfile reads no more."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return sum(member.file_size for member in archive.infolist())
    except _DAMAGES:
        return len(data)


def letters(place: int) -> str:
    """Return the name of a column, counted from 0: A, B, ..., Z, AA."""
    name = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        name = chr(65 + rest) + name
    return name


def sheet_rows(data: bytes, sheet: str = "") -> Iterator[Line]:
    """Yield number and cells of every row of a sheet that is not blank; of the first sheet if no name is given.
    Raise NoWorkbook, also after some rows."""
    with _opened(data) as unpack:
        merged: Merged = {}
        is_ods = _is_ods(unpack)
        lines = _carried(_ods_lines(unpack, sheet, merged), merged) if is_ods else _Xlsx(unpack).rows(sheet)
        yield from _counted(lines)


def beginnings(data: bytes, most: int) -> dict[str, list[Line]]:
    """Return the first rows of each sheet that is not empty, by its name. Raise NoWorkbook."""
    with _opened(data) as unpack:
        if not _is_ods(unpack):
            book = _Xlsx(unpack)
            first = {
                name: list(islice(_counted(book.plain_rows(name)), most)) for name in list(book.paths)[:MOST_SHEETS]
            }
        else:
            first = {}
            for name, number, _, line in _ods(unpack, {}):
                if any(map(str.strip, line)) and len(first) < MOST_SHEETS and len(first.setdefault(name, [])) < most:
                    first[name].append((number, line))
        return {name: lines for name, lines in first.items() if lines}


@contextmanager
def _opened(data: bytes) -> Iterator["_Unpacking"]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield _Unpacking(archive)
    except _DAMAGES as error:
        raise NoWorkbook(
            said("The workbook is damaged or locked with a password. Open it, save it again and send that.")
        ) from error
    except DefusedXmlException as error:
        raise NoWorkbook(said("The workbook contains XML entities, which no spreadsheet writes.")) from error
    except (ValueError, ArithmeticError) as error:
        if isinstance(error, NoWorkbook):
            raise
        raise NoWorkbook(
            said("The workbook contains numbers or places that no spreadsheet has. Save it again as .csv.")
        ) from error


def _is_ods(unpack: "_Unpacking") -> bool:
    if "content.xml" not in unpack.names and "xl/workbook.xml" not in unpack.names:
        raise NoWorkbook(
            said("This is a zip archive, not a workbook. Send the spreadsheet itself, .xlsx, .ods or .csv.")
        )
    return "content.xml" in unpack.names


# What zipfile and the parser raise for a broken archive, a password, an unknown compression and a missing member.
_DAMAGES = (zipfile.BadZipFile, zlib.error, ParseError, EOFError, LookupError, RuntimeError, OSError)


class _Unpacking:
    """The members of an archive, which together unpack to that many bytes and no more."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive, self.left, self.elements_left = archive, MOST_UNPACKED, MOST_ELEMENTS
        self.names, self.at_once = set(archive.namelist()), 0

    def elements(self, name: str, clear: tuple[str, ...]) -> Iterator[tuple[str, Element]]:
        """Yield beginnings and ends of the elements of a member; the content of an element in `clear` is dropped after
        its end."""
        parents: list[Element] = []
        within = self.at_once = 0
        with self.archive.open(name) as member:
            source = cast(IO[bytes], _Counted(member, self))
            for event, element in iterparse(source, events=("start", "end"), forbid_dtd=True):
                if event == "start":
                    parents.append(element)
                    within += 1
                    self.elements_left -= 1
                    if within > MOST_WITHIN or len(parents) > 100 or self.elements_left < 0:
                        raise NoWorkbook(said("A row of the workbook holds more than any spreadsheet shows."))
                    yield event, element
                    continue
                parents.pop()
                yield event, element
                if _local(element) in clear:
                    element.clear()
                    if parents:
                        parents[-1].remove(element)
                    within = self.at_once = 0


class _Counted:
    def __init__(self, member: IO[bytes], unpacking: _Unpacking) -> None:
        self.member, self.unpacking = member, unpacking

    def read(self, size: int = 65536) -> bytes:
        taken = self.member.read(size if 0 < size <= 65536 else 65536)
        self.unpacking.left -= len(taken)
        self.unpacking.at_once += len(taken)
        if self.unpacking.at_once > MOST_AT_ONCE:
            raise NoWorkbook(said("A row of the workbook has more than {most} MB.", most=MOST_AT_ONCE // 1_000_000))
        if self.unpacking.left < 0:
            most = MOST_UNPACKED // 1_000_000
            raise NoWorkbook(said("The workbook unpacks to more than {most} MB. Split it by season.", most=most))
        return taken


def _counted(lines: Iterator[Line]) -> Iterator[Line]:
    rows = cells = characters = 0
    for number, line in lines:
        while line and not line[-1].strip():
            line.pop()
        cells += len(line)
        characters += sum(map(len, line))
        rows += bool(line)
        if rows > MOST_ROWS_OF_WORKBOOK + 1 or number > LAST_ROW:
            raise NoWorkbook(TOO_MANY_ROWS_OF_WORKBOOK)
        if cells > MOST_CELLS or characters > MOST_REPEATED_TEXT:
            raise NoWorkbook(TOO_MANY_CELLS)
        if line:
            yield number, line


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attributes(element: Element) -> Mapping[str, str]:
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


def _carried(lines: Iterable[Line], merged: Merged) -> Iterator[Line]:
    """Yield the lines with the text of each merged cell in every row that it covers. A row that is blank otherwise
    stays so."""
    covered: dict[int, tuple[int, str]] = {}
    for number, line in lines:
        if covered and any(line):
            for column, (last_row, text) in covered.items():
                if number <= last_row:
                    _put(line, column, text)
        for first, last, last_row in merged.pop(number, ()):
            if text := line[first] if first < len(line) else "":
                columns = range(first, min(last, MOST_COLUMNS - 1) + 1)
                covered |= dict.fromkeys(columns, (last_row, text))
                for column in columns[1:]:
                    _put(line, column, text)
        yield number, line


class _Xlsx:
    """The sheets of an Excel workbook, by their names in the order of its tabs, and what their cells point at."""

    def __init__(self, unpack: _Unpacking) -> None:
        self.unpack = unpack
        self.paths, since_1904 = _sheets_of(unpack)
        self._shared = list(_texts(unpack)) if "xl/sharedStrings.xml" in unpack.names else []
        self._dates = _date_styles(unpack) if "xl/styles.xml" in unpack.names else []
        self._start = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)

    def rows(self, sheet: str) -> Iterator[Line]:
        path = self._path(sheet)
        return _carried(self.plain_rows(sheet), _merged_in(self.unpack, path))

    def _path(self, sheet: str) -> str:
        if sheet and sheet not in self.paths:
            raise NoWorkbook(said("The workbook has no sheet."))
        return self.paths[sheet or next(iter(self.paths))]

    def plain_rows(self, sheet: str) -> Iterator[Line]:
        number, line = 0, list[str]()
        for event, element in self.unpack.elements(self._path(sheet), clear=("c", "row")):
            kind = _local(element)
            if kind == "row" and event == "start":
                number, line = int(element.get("r") or number + 1), []
            elif kind == "row":
                yield number, line
            elif kind == "c" and event == "end":
                match = _CELL.fullmatch(element.get("r", ""))
                place = _place(match[1]) if match else len(line)
                _put(line, place, _xlsx_cell(element, self._shared, self._dates, self._start))


def _merged_in(unpack: _Unpacking, path: str) -> Merged:
    """Return the ranges of a sheet that cover several rows. They follow its rows, so its bytes are searched
    before these are read."""
    ranges: set[tuple[bytes, ...]] = set()
    bounds, rest = _Unpacking(unpack.archive), b""
    with unpack.archive.open(path) as member:
        source = _Counted(member, bounds)
        while chunk := source.read():
            bounds.at_once = 0
            ranges.update(match.groups() for match in _MERGED.finditer(rest + chunk))
            rest = chunk[-200:]
            if len(ranges) > MOST_MERGED:
                raise NoWorkbook(said("The sheet has more than {most:,} merged cells.", most=MOST_MERGED))
    merged: Merged = {}
    for first, row, last, last_row in ranges:
        if int(last_row) > int(row):
            merged.setdefault(int(row), []).append((_place(first.decode()), _place(last.decode()), int(last_row)))
    return merged


def _put(line: list[str], place: int, text: str) -> None:
    if not text:
        return
    if place >= MOST_COLUMNS:
        last = letters(MOST_COLUMNS - 1)
        raise NoWorkbook(said("The sheet has something beyond column {column}. Take it out.", column=last))
    line.extend([""] * (place + 1 - len(line)))
    line[place] = text


def _place(name: str) -> int:
    place = 0
    for letter in name:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _sheets_of(unpack: _Unpacking) -> tuple[dict[str, str], bool]:
    """Return the paths of the worksheets by their names, and whether days count from 1904."""
    since_1904, relations = False, dict[str, str]()
    for event, element in unpack.elements("xl/workbook.xml", clear=()):
        if event == "start" and _local(element) == "workbookPr":
            since_1904 = element.get("date1904") in ("1", "true")
        if event == "start" and _local(element) == "sheet":
            relations.setdefault(_attributes(element).get("id", ""), element.get("name", ""))
    targets = dict[str, str]()
    for event, element in unpack.elements("xl/_rels/workbook.xml.rels", clear=()):
        if event == "start" and element.get("Id") in relations:
            target = element.get("Target", "")
            targets[element.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    paths = {name: targets[relation] for relation, name in relations.items() if targets.get(relation) in unpack.names}
    if not paths:
        raise NoWorkbook(said("The workbook has no sheet."))
    return paths, since_1904


def _texts(unpack: _Unpacking) -> Iterator[str]:
    for event, element in unpack.elements("xl/sharedStrings.xml", clear=("si",)):
        if event == "end" and _local(element) == "si":
            yield _text(element)


def _text(element: Element) -> str:
    """Return all runs of a text, without its phonetic reading."""
    parts = []
    for child in element:
        if _local(child) == "t":
            parts.append(child.text or "")
        elif _local(child) == "r":
            parts += [run.text or "" for run in child if _local(run) == "t"]
    return "".join(parts)


def _date_styles(unpack: _Unpacking) -> list[bool]:
    """Return, by number of a style, whether it shows a number as a date."""
    formats: dict[int, bool] = {}
    styles: list[bool] = []
    inside = False
    for event, element in unpack.elements("xl/styles.xml", clear=()):
        kind = _local(element)
        if kind == "cellXfs":
            inside = event == "start"
        elif event == "start" and kind == "numFmt":
            code = _NO_DATE.sub("", element.get("formatCode", "")).casefold()
            formats[int(element.get("numFmtId", 0))] = any(letter in code for letter in "ymdh")
        elif event == "start" and kind == "xf" and inside:
            number = int(element.get("numFmtId", 0))
            styles.append(formats.get(number, number in _DATES))
    return styles


def _xlsx_cell(cell: Element, shared: list[str], dates: list[bool], start: datetime) -> str:
    kind, style = cell.get("t", "n"), int(cell.get("s", 0))
    if kind == "inlineStr":
        return "".join(_text(child) for child in cell if _local(child) == "is")
    value = next((child.text or "" for child in cell if _local(child) == "v"), "")
    if kind == "s":
        place = int(value) if value else -1
        return shared[place] if 0 <= place < len(shared) else ""
    if kind == "b":
        return "yes" if value == "1" else "no"
    if kind == "n" and value and style < len(dates) and dates[style] and _NUMBER.fullmatch(value):
        return _day(Decimal(value), start)
    return _number(value) if kind == "n" else value


def _day(days: Decimal, start: datetime) -> str:
    if not 0 <= days < 2_958_466:  # 31 December 9999
        return str(days)
    seconds = round(days * 86_400)
    at = start + timedelta(seconds=int(seconds))
    if days < 1:
        return f"{at:%H:%M}"
    return f"{at:%Y-%m-%d}" if seconds % 86_400 == 0 else f"{at:%Y-%m-%dT%H:%M:%S}"


def _number(value: str) -> str:
    """Return a number as a cell shows it: 12 for 12.0, and without the noise of binary fractions."""
    if not _NUMBER.fullmatch(value) or len(value) > 40:
        return value
    try:
        number = Decimal(f"{Decimal(value):.15g}").normalize()
    except InvalidOperation:
        return value
    return f"{number:f}" if abs(number.adjusted()) < 30 else value


def _ods_lines(unpack: _Unpacking, sheet: str, merged: Merged) -> Iterator[Line]:
    is_read = False
    for name, number, times, line in _ods(unpack, merged):
        if not sheet:
            sheet = name
        if name == sheet:
            is_read = True
            for more in range(times):
                yield number + more, list(line)
        elif is_read:
            return


def _ods(unpack: _Unpacking, merged: Merged) -> Iterator[tuple[str, int, int, list[str]]]:
    """Yield the rows of all sheets that are not blank: name of the sheet, number, how often it is repeated, and cells.
    `merged` takes up the ranges of the sheet that is being read."""
    name, number, repeated, line, place = "", 0, 1, list[str](), 0
    for event, element in unpack.elements("content.xml", clear=("table-cell", "covered-table-cell", "table-row")):
        kind = _local(element)
        if kind == "table" and event == "start":
            name, number = _attributes(element).get("name", ""), 0
            merged.clear()
        elif kind == "table-row" and event == "start":
            line, place = [], 0
            repeated = int(_attributes(element).get("number-rows-repeated", 1))
        elif kind == "table-row":
            if any(line):
                yield name, number + 1, repeated, line
            number += repeated
        elif kind in ("table-cell", "covered-table-cell") and event == "end":
            text, times = _ods_cell(element)
            for more in range(times if text else 0):
                _put(line, place + more, text)
            if text and (range_of := _ods_range(element, number + 1, place)) and len(merged) < MOST_MERGED:
                merged.setdefault(number + 1, []).append(range_of)
            place += times


def _ods_range(cell: Element, number: int, place: int) -> tuple[int, int, int] | None:
    """Return the first and last column and the last row of a cell that is merged over several rows."""
    attributes = _attributes(cell)
    rows, columns = (int(attributes.get(f"number-{what}-spanned", 1)) for what in ("rows", "columns"))
    return (place, place + columns - 1, number + rows - 1) if rows > 1 else None


def _ods_cell(cell: Element) -> tuple[str, int]:
    attributes: Mapping[str, Any] = _attributes(cell)
    times, kind = int(attributes.get("number-columns-repeated", 1)), attributes.get("value-type")
    if kind in ("float", "percentage", "currency"):
        return _number(attributes.get("value", "")), times
    if kind == "date":
        return attributes.get("date-value", ""), times
    if kind == "boolean":
        return ("yes" if attributes.get("boolean-value") == "true" else "no"), times
    lines = ("".join(child.itertext()) for child in cell if _local(child) == "p")
    return "\n".join(lines), times

"""The first sheet of a workbook, .xlsx or .ods, as rows of text: what a person sees in its cells, dates as ISO 8601.

A workbook is a zip archive of XML, and its sender may make it claim any size. So the sizes in the archive are not
trusted: bytes are counted while they are unpacked, cells and columns while they are read, and no entity is expanded.
Formulas are never worked out; the value that was saved with them is read.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import IO, Any, cast
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from engine.said import said

MOST_UNPACKED = 150_000_000
MOST_CELLS = 1_500_000
MOST_COLUMNS = 400
MOST_ELEMENTS = 8_000_000
MOST_ROWS = 1_048_576  # of any spreadsheet
MOST_WITHIN = 50_000  # elements of one row or one text
MOST_AT_ONCE = 16_000_000  # bytes of them
MOST_REPEATED_TEXT = 50_000_000  # characters of all cells together
ODS, XLSX = "an OpenDocument spreadsheet", "an Excel workbook"
Line = tuple[int, list[str]]
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))  # ECMA-376, 18.8.30
_NO_DATE = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|General', re.IGNORECASE)
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class NoWorkbook(ValueError):
    """A workbook that can't be read; the sentence says what to do."""


def is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def letters(place: int) -> str:
    """Return the name of a column, counted from 0: A, B, ..., Z, AA."""
    name = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        name = chr(65 + rest) + name
    return name


def first_sheet(data: bytes) -> Iterator[Line]:
    """Yield number and cells of every row that is not blank. Raise NoWorkbook, also after some rows."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            unpack = _Unpacking(archive)
            if "content.xml" in names:
                yield from _counted(_ods(unpack))
            elif "xl/workbook.xml" in names:
                yield from _counted(_xlsx(unpack, names))
            else:
                raise NoWorkbook(
                    said("This is a zip archive and no workbook. Send the spreadsheet itself, .xlsx, .ods or .csv.")
                )
    except _DAMAGES as error:
        raise NoWorkbook(
            said("The workbook is damaged or locked with a password. Open it, save it again and send that.")
        ) from error
    except DefusedXmlException as error:
        raise NoWorkbook(said("The workbook holds entities of XML, which no spreadsheet writes.")) from error
    except (ValueError, ArithmeticError) as error:
        if isinstance(error, NoWorkbook):
            raise
        raise NoWorkbook(
            said("The workbook holds numbers or places that no spreadsheet has. Save it again as .csv.")
        ) from error


# What zipfile and the parser raise for a broken archive, a password, an unknown compression and a missing member.
_DAMAGES = (zipfile.BadZipFile, zlib.error, ParseError, EOFError, LookupError, RuntimeError, OSError)


class _Unpacking:
    """The members of an archive, which together unpack to so many bytes and no more."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive, self.left, self.elements_left = archive, MOST_UNPACKED, MOST_ELEMENTS
        self.at_once = 0

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
    cells = characters = 0
    for number, line in lines:
        while line and not line[-1].strip():
            line.pop()
        cells += len(line)
        characters += sum(map(len, line))
        if cells > MOST_CELLS or number > MOST_ROWS or characters > MOST_REPEATED_TEXT:
            text = said("The first sheet has more than {most:,} cells. Split it by season.", most=MOST_CELLS)
            raise NoWorkbook(text)
        if line:
            yield number, line


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _attributes(element: Element) -> Mapping[str, str]:
    return {name.rpartition("}")[2]: value for name, value in element.attrib.items()}


def _xlsx(unpack: _Unpacking, names: set[str]) -> Iterator[Line]:
    path, since_1904 = _first_of(unpack)
    shared = list(_texts(unpack)) if "xl/sharedStrings.xml" in names else []
    dates = _date_styles(unpack) if "xl/styles.xml" in names else []
    start = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)
    number, line = 0, list[str]()
    for event, element in unpack.elements(path, clear=("c", "row")):
        kind = _local(element)
        if kind == "row" and event == "start":
            number, line = int(element.get("r") or number + 1), []
        elif kind == "row":
            yield number, line
        elif kind == "c" and event == "end":
            match = _CELL.fullmatch(element.get("r", ""))
            _put(line, _place(match[1]) if match else len(line), _xlsx_cell(element, shared, dates, start))


def _put(line: list[str], place: int, text: str) -> None:
    if not text:
        return
    if place >= MOST_COLUMNS:
        last = letters(MOST_COLUMNS - 1)
        raise NoWorkbook(said("The first sheet has something beyond column {column}. Take it out.", column=last))
    line.extend([""] * (place + 1 - len(line)))
    line[place] = text


def _place(name: str) -> int:
    place = 0
    for letter in name:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _first_of(unpack: _Unpacking) -> tuple[str, bool]:
    """Return the path of the first worksheet, and whether its days count from 1904."""
    since_1904, relation = False, ""
    for event, element in unpack.elements("xl/workbook.xml", clear=()):
        if event == "start" and _local(element) == "workbookPr":
            since_1904 = element.get("date1904") in ("1", "true")
        if event == "start" and _local(element) == "sheet" and not relation:
            relation = _attributes(element).get("id", "")
    for event, element in unpack.elements("xl/_rels/workbook.xml.rels", clear=()):
        if event == "start" and element.get("Id") == relation:
            target = element.get("Target", "")
            return (target.lstrip("/") if target.startswith("/") else f"xl/{target}"), since_1904
    raise NoWorkbook(said("The workbook has no sheet."))


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


def _ods(unpack: _Unpacking) -> Iterator[Line]:
    number, repeated, line, place, inside = 0, 1, list[str](), 0, False
    for event, element in unpack.elements("content.xml", clear=("table-cell", "covered-table-cell", "table-row")):
        kind = _local(element)
        if kind == "table":
            if event == "end":
                return
            inside = True
        elif inside and kind == "table-row" and event == "start":
            line, place = [], 0
            repeated = int(_attributes(element).get("number-rows-repeated", 1))
        elif inside and kind == "table-row":
            for more in range(repeated if any(line) else 0):
                yield number + more + 1, list(line)
            number += repeated
        elif inside and kind in ("table-cell", "covered-table-cell") and event == "end":
            text, times = _ods_cell(element)
            for more in range(times if text else 0):
                _put(line, place + more, text)
            place += times


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

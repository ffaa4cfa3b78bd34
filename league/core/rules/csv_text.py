"""CSV files as text: from bytes to records that know their line, and every reason why that fails.

Contract section 3: UTF-8 (a BOM is accepted), commas, semicolons, tabs or bars between the cells. Line ends may be
those of Windows, Unix or an old Mac. Problems are collected, never raised: a broken row does not hide the next one.

What goes out passes `write_csv`: text that a spreadsheet would run as a formula gets an apostrophe before it, and
`read_back` takes that one apostrophe off again. So a file read back is the same in every cell.

What a database can hold of a JSON document."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.translatable import Translatable, said
from games.rules.figures import Unreadable
from league.core.rules.bounds import MOST_PROBLEMS

BOM = "\ufeff"
AS_UTF8 = said("In the spreadsheet choose 'Save as' and the type 'CSV UTF-8 (comma delimited)'.")
SHOWN = 60
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", said("an old Excel workbook")),
    (b"%PDF", said("a PDF")),
    (b"\x1f\x8b", said("a gzip archive")),
    (b"\x89PNG", said("a picture")),
    (b"GIF8", said("a picture")),
    (b"\xff\xd8\xff", said("a picture")),
    (b"\xff\xfe", said("UTF-16 text ('Unicode text' in Excel)")),
    (b"\xfe\xff", said("UTF-16 text ('Unicode text' in Excel)")),
)
SEPARATORS = (",", ";", "\t", "|")
_QUOTES = said(
    "The quotes (\") don't pair up: a cell that begins with a quote must end with one, "
    "and a quote inside it is written twice."
)


_TOO_LONG = said("A cell is too long; no cell may have over {most:,} characters.", most=csv.field_size_limit())
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", re.IGNORECASE)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A reason to refuse a file. `line` counts from 1 and is None for the whole file, `column` is "" for a whole row,
    `cell` is its name in a workbook."""

    line: int | None
    column: str
    message: str
    cell: str = ""

    def __str__(self) -> str:
        places = [f"cell {self.cell}"] if self.cell else [f"line {self.line}"] if self.line is not None else []
        places += [f"column {self.column}"] if self.column else []
        return f"{', '.join(places)}: {self.message}" if places else self.message


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row by column name, stripped; `line` is where it begins. A `broken` one already has its problem:
    its cells are a guess, only good for finding what it belongs to."""

    line: int
    cells: Mapping[str, str]
    broken: bool = False


def is_full(problems: Sequence[FileProblem]) -> bool:
    """Return whether there are enough problems to stop reading."""
    return len(problems) >= MOST_PROBLEMS


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a table as a file; None is an empty cell. It begins with a BOM, by which Excel sees that it is UTF-8."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180, and either character in a cell gets it quoted
    writer.writerow(header)
    writer.writerows(map(guarded, row) for row in rows)
    return (BOM + text.getvalue()).encode()


def guarded(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: `'=1+1` for `=1+1`. Numbers stay numbers."""
    risky = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if risky else value


def read_back(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def separator_of(text: str) -> str:
    """Return the separator between the cells: the one most frequent in the first line that is not blank, outside
    quotes."""
    first = next((line for line in re.split("[\r\n]", text) if line.strip()), "")
    bare = re.sub('"[^"]*"', "", first)
    return max(SEPARATORS, key=bare.count)


def is_foreign_text(data: bytes) -> bool:
    """Return whether this may be text of a code page: neither UTF-8 nor a kind of file that is not text."""
    if data.startswith(tuple(signature for signature, _ in _SIGNATURES)) or b"\0" in data:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def text_of(data: bytes, code_page: str = "") -> tuple[str, FileProblem | None]:
    """Return the file as text, or why it cannot be read as text. A `code_page` is for what is not UTF-8."""
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            message = said("This is {what}, not a CSV file. {advice}", what=what, advice=AS_UTF8)
            return "", FileProblem(None, "", message)
    nul = data.find(b"\0")
    if nul >= 0:
        message = said("Byte {byte:,} is NUL, which no CSV file has. {advice}", byte=nul + 1, advice=AS_UTF8)
        return "", FileProblem(_line_of(data, nul), "", message)
    try:
        text = data.decode().removeprefix(BOM)
    except UnicodeDecodeError as error:
        if code_page:
            with suppress(UnicodeDecodeError):
                return data.decode(code_page), None
        number, value = error.start + 1, f"{data[error.start]:02X}"
        message = said("Byte {byte:,} (0x{value}) is not UTF-8. {advice}", byte=number, value=value, advice=AS_UTF8)
        return "", FileProblem(_line_of(data, error.start), "", message)
    return text, None


def as_utf8(data: bytes, code_page: str) -> bytes:
    """Return a text of a code page as UTF-8; anything else as it is."""
    if code_page and is_foreign_text(data):
        with suppress(UnicodeDecodeError):
            return data.decode(code_page).encode()
    return data


def _line_of(data: bytes, position: int) -> int:
    before = data[:position].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


def records(lines: Sequence[str], separator: str) -> Iterator[tuple[int, list[str] | str]]:
    """Yield the line and cells of every record that is not blank; in place of the cells, why they cannot be read.
    Reading then continues with the next line, so that one stray quote does not swallow the rest of the file."""
    start = 0
    while start < len(lines):
        reader = csv.reader(map(lines.__getitem__, range(start, len(lines))), delimiter=separator, strict=True)
        taken = 0
        try:
            for cells in reader:
                if any(cell and not cell.isspace() for cell in cells):
                    yield start + taken + 1, cells
                taken = reader.line_num
            return
        except csv.Error as error:
            yield start + taken + 1, _reason(error, lines[start + taken])
            start += taken + 1


def _reason(error: csv.Error, text: str) -> Translatable:
    if "field limit" not in str(error):
        return _QUOTES
    return said("{one} Or: {other}", one=_QUOTES, other=_TOO_LONG) if text.count('"') % 2 else _TOO_LONG


def misfit(line: int, cells: Sequence[str], header: Sequence[str]) -> FileProblem:
    if len(cells) < len(header):
        pattern = said("Too few cells: the row has {cells}, the header {columns}.")
    else:
        pattern = said("Too many cells: the row has {cells}, the header {columns}.")
    return FileProblem(line, "", said(pattern, cells=len(cells), columns=len(header)))


def unreadable(line: int, cells: Sequence[str], header: Sequence[str], text: str, reason: str) -> FileProblem:
    """Return the problem of a row at which the CSV reader fails: quotes that make no cells, or a cell beyond the
    limit."""
    most = csv.field_size_limit()
    for column, cell in zip(header, cells, strict=False):
        if len(cell) > most and text.count('"') % 2 == 0:
            text = said(
                "The cell has {number:,} characters; no cell may have over {most:,}.", number=len(cell), most=most
            )
            return FileProblem(line, column, text)
    return FileProblem(line, "", reason)


def plain_text(value: str, *, most: int) -> str:
    """Return a cell that people read on one line, of 1 to `most` characters. Raise Unreadable."""
    if not value:
        raise Unreadable(said("is missing"))
    if len(value) > most:
        raise Unreadable(said("has {number:,} characters; at most {most} fit", number=len(value), most=most))
    kinds = {unicodedata.category(character) for character in value}
    if kinds & {"Cc", "Zl", "Zp"}:
        raise Unreadable(said("has a line break or a control character in it"))
    if kinds <= {"Cf", "Zs"}:
        raise Unreadable(said("has nothing visible in it"))
    return value


def refuse_unstorable(content: Any) -> None:
    """Raise ValueError for text that no database can store, at any depth."""
    if isinstance(content, str):
        if _UNSTORABLE.search(content):
            raise ValueError("it holds a NUL character or half of a surrogate pair.")
    elif isinstance(content, Mapping):
        for key, value in content.items():
            refuse_unstorable(key)
            refuse_unstorable(value)
    elif isinstance(content, list):
        for value in content:
            refuse_unstorable(value)

"""How much an uploaded file may hold: rows and cells, counted before anything is made of them.

A row costs many times what its bytes suggest: 2 MB may be a million of them. docs/bounds.md says what the bounds lead
to.
"""

from engine.translatable import Translatable, said

MOST_ROWS, MOST_CELLS, MOST_COLUMNS = 40_000, 1_000_000, 400  # of a file that a worker reads
MOST_ROWS_OF_WORKBOOK = 10_000  # which takes as long to unpack as to read
FEW_ROWS, FEW_BYTES = 2_000, 500_000  # of one that is read while somebody waits
FEW_UNPACKED = 300_000  # bytes of a workbook of such rows
MOST_PROBLEMS = 10_000  # then reading stops
MOST_VALUES = 1_500_000  # of JSON

# What reading JSON of another shape than we expect raises.
MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, RecursionError)

TOO_MANY_ROWS = said("The file has more than {most:,} rows. Split it by season.", most=MOST_ROWS)
TOO_MANY_ROWS_OF_WORKBOOK = said(
    "The file has more than {most:,} rows. Split it by season.", most=MOST_ROWS_OF_WORKBOOK
)
TOO_MANY_CELLS = said("The file has more than {most:,} cells. Split it by season.", most=MOST_CELLS)


def rows_of(text: bytes) -> int:
    """Return how many lines a text has, whatever ends them."""
    return text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n") + (not text.endswith((b"\n", b"\r")))


def too_much_text(text: bytes) -> Translatable | None:
    """Return why a text holds more than is read as a table; None if it does not."""
    rows = rows_of(text)
    if rows > MOST_ROWS + 1:
        return TOO_MANY_ROWS
    cells = rows + sum(text.count(mark) for mark in (b",", b";", b"\t", b"|"))
    return TOO_MANY_CELLS if cells > MOST_CELLS else None


def values_of(json: bytes) -> int:
    """Return at least as many values as a JSON document has."""
    return 1 + json.count(b",") + json.count(b"[") + json.count(b"{")

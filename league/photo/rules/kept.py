"""Restore what was read from a photo and kept for a day. What another version of the site kept in another shape counts
as not read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from league.photo.rules.settling import CellReading
from league.sheets.rules.sheet_cells import ReadField

Kept = Mapping[str, Any]
PARTS_OF_FIELD, PARTS_OF_CELL = len(fields(ReadField)), len(fields(CellReading))


def fields_kept(read: Kept, who: Sequence[int | None] | None = None) -> dict[str, ReadField]:
    """Return the fields by name; none where they are of other characters than `who`."""
    if who is not None and read.get("who", who) != list(who):
        return {}
    rows = read.get("fields", {}).items()
    return {name: ReadField(*values) for name, values in rows if len(values) == PARTS_OF_FIELD}


def cells_kept(read: Kept) -> Iterator[CellReading]:
    """Yield the cells, as far as they have all of their parts."""
    for row in read.get("cells", ()):
        if len(row) == PARTS_OF_CELL:
            seat, cell, value, share, sure, offer = row
            yield CellReading(seat, cell, frozenset(value) if isinstance(value, list) else value, share, sure, offer)

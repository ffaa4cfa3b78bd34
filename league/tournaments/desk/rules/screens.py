"""The room on a projector's screen for text that can be read from three metres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

HEIGHT = 3_200  # of a screen below its head, in hundredths of the smallest line's size
SCALES = ((2, 200), (3, 160), (4, 125), (5, 100))  # columns, and how large their type is in percent
HEAD, SEAT = 270, 128  # of a table: its number with the space around it, and each seat
LINE = 150  # a line of a list, with the space around it
WIDEST = ((1, 400), (2, 200), (3, 160), (4, 125))  # columns of a list, and the type with which a name still fits there
TYPES = (105, 115, 125, 140, 160, 180, 200, 225, 250, 300, 350, 400)  # for which the style sheet has a class


@dataclass(frozen=True, slots=True)
class Grid:
    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows


def table_grid(tables: int, seats: int) -> Grid:
    """Return the grid with the largest type for that many tables of up to `seats` on one screen; the one that holds
    most if none holds all."""
    for columns, scale in SCALES:
        grid = Grid(columns, max(1, 100 * HEIGHT // (scale * (HEAD + SEAT * seats))))
        if grid.size >= tables:
            return grid
    return grid


@dataclass(frozen=True, slots=True)
class Lines:
    """The layout of a list on a screen: `rows` of a column, and the size of its type, one of `TYPES`."""

    columns: int
    rows: int
    type: int


def list_lines(number: int, *, most_columns: int = 4) -> Lines:
    """Return the columns with the largest type that hold that many lines on one screen; those with the smallest type if
    no column layout holds all."""
    room = 100 * HEIGHT // LINE  # for the type of one line
    fits = {columns: min(widest, room // _rows(number, columns)) for columns, widest in WIDEST[:most_columns]}
    columns = max(fits, key=lambda columns: (fits[columns], -columns))
    return Lines(
        columns, _rows(number, columns), max((size for size in TYPES if size <= fits[columns]), default=TYPES[0])
    )


def _rows(number: int, columns: int) -> int:
    return max(1, -(-number // columns))


def screens(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return the items cut into screens of at most `size`, as evenly as the order allows: no last screen with one
    line."""
    number = -(-len(items) // size)
    return [items[at * len(items) // number : (at + 1) * len(items) // number] for at in range(number)]

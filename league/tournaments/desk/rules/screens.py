"""How much fits on a projector's screen so that it can be read from three metres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

HEIGHT = 3_200  # of a screen below its head, in hundredths of the smallest line's size
SCALES = ((2, 200), (3, 160), (4, 125), (5, 100))  # columns, and how large their type is in percent
HEAD, SEAT = 270, 128  # of a table: its number with the space around it, and each seat


@dataclass(frozen=True, slots=True)
class Grid:
    columns: int
    rows: int

    @property
    def size(self) -> int:
        return self.columns * self.rows


def table_grid(tables: int, seats: int) -> Grid:
    """The grid with the largest type that holds so many tables of up to `seats` on one screen; the one that holds most
    where none does."""
    for columns, scale in SCALES:
        grid = Grid(columns, max(1, 100 * HEIGHT // (scale * (HEAD + SEAT * seats))))
        if grid.size >= tables:
            return grid
    return grid


def screens(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """The items cut into screens of at most `size`, as evenly as the order allows: no last screen with one line."""
    number = -(-len(items) // size)
    return [items[at * len(items) // number : (at + 1) * len(items) // number] for at in range(number)]

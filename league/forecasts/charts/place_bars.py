"""Small columns side by side: how likely each of the first places is for somebody."""

from collections.abc import Sequence
from dataclasses import dataclass

COLUMN, GAP, HEIGHT, LEAST = 10, 2, 24, 1  # units of the drawing


@dataclass(frozen=True, slots=True)
class Column:
    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class PlaceBars:
    width: int
    height: int
    column: int
    columns: tuple[Column, ...]


def place_bars(shares: Sequence[int], tallest: int) -> PlaceBars:
    """Draw a column for each place, the first place first; `tallest`: the share with a column of the whole height. What
    can happen is seen: its column has a height of LEAST or more."""
    heights = [max(share * HEIGHT // tallest, LEAST) if share else 0 for share in shares]
    columns = (Column(at * (COLUMN + GAP), HEIGHT - high, high) for at, high in enumerate(heights))
    return PlaceBars(len(heights) * (COLUMN + GAP) - GAP, HEIGHT, COLUMN, tuple(columns))

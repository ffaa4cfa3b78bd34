"""The reliability diagram: of what was given a probability, how much happened; on the diagonal both are the same. Small
columns side by side: how likely each of the first places is for somebody. And bars: from which place to which."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.forecasts.rules.scores import Bin
from league.forecasts.rules.season_chances import WHOLE

SIDE, LEFT, TOP, BELOW = 240, 44, 8, 34  # units of the drawing
SMALLEST, LARGEST = 4, 12  # radius of a dot
COLUMN, GAP, HEIGHT, LEAST = 10, 2, 24, 1  # of the columns


@dataclass(frozen=True, slots=True)
class PlaceBars:
    """`columns`: the left edge, the top and the height of each, all as wide as `column`."""

    width: int
    height: int
    column: int
    columns: tuple[tuple[int, int, int], ...]


def place_bars(shares: Sequence[int], tallest: int) -> PlaceBars:
    """Draw a column for each place, the first place first; `tallest`: the share with a column of the whole height. What
    can happen is seen: its column has a height of LEAST or more."""
    heights = [max(share * HEIGHT // tallest, LEAST) if share else 0 for share in shares]
    columns = ((at * (COLUMN + GAP), HEIGHT - high, high) for at, high in enumerate(heights))
    return PlaceBars(len(heights) * (COLUMN + GAP) - GAP, HEIGHT, COLUMN, tuple(columns))


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """Percent of the width of a bar with the first place at the left."""

    start: int
    width: int
    middle: int


def place_range(least: int, middle: int, most: int, lowest: int) -> PlaceRange:
    """Draw the places from `least` to `most` with a mark at `middle`, on a bar that ends at the place `lowest`."""
    start, end = (least - 1) * 100 // lowest, most * 100 // lowest
    return PlaceRange(start, end - start, (2 * middle - 1) * 50 // lowest)


@dataclass(frozen=True, slots=True)
class BinDot:
    """`x`, `y`: its middle. `chance` and `happened` in whole percent."""

    x: int
    y: int
    r: int
    count: int
    chance: int
    happened: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """`rules`: percent with the height and the place along the side of each."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    rules: tuple[tuple[int, int, int], ...]
    dots: tuple[BinDot, ...]


def reliability(bins: Sequence[Bin]) -> Reliability:
    """Draw a dot for each bin; its area grows with the number of forecasts that it stands for."""
    most = max((bucket.count for bucket in bins), default=1)
    return Reliability(
        width=LEFT + SIDE + LARGEST,
        height=TOP + SIDE + BELOW,
        left=LEFT,
        right=LEFT + SIDE,
        top=TOP,
        bottom=TOP + SIDE,
        rules=tuple((percent, _down(percent * 100), _along(percent * 100)) for percent in range(0, 101, 25)),
        dots=tuple(_dot(bucket, most) for bucket in bins),
    )


def _dot(bucket: Bin, most: int) -> BinDot:
    radius = max(SMALLEST, round(LARGEST * (bucket.count / most) ** (1 / 2)))
    return BinDot(
        _along(bucket.chance),
        _down(bucket.happened),
        radius,
        bucket.count,
        round(bucket.chance / 100),
        round(bucket.happened / 100),
    )


def _along(share: int) -> int:
    return LEFT + round(SIDE * share / WHOLE)


def _down(share: int) -> int:
    return TOP + SIDE - round(SIDE * share / WHOLE)

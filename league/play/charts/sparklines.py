"""A small line for each seat over a whole game, on one scale, as whole numbers that a template can print."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, EDGE = 600, 40, 3
MOST_ROWS = 12


class SeatCurve(NamedTuple):
    """`points`: those of an SVG polyline in WIDTH by HEIGHT. `now`: the value at the moment."""

    name: str
    points: str
    now: int
    last: int


class Sparklines(NamedTuple):
    """`rows`: for the table behind, moments with a value for each seat. `marker`: where the moment is."""

    width: int
    height: int
    lines: tuple[SeatCurve, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    marker: int


def sparklines(names: Sequence[str], course: Sequence[Sequence[int]], at: int) -> Sparklines:
    """Return the lines of a game; `course`: for every moment, from before the first action on, a value for each seat;
    `at`: the moment shown."""
    all_values = [value for values in course for value in values]
    low, high = min(all_values), max(*all_values, min(all_values) + 1)
    steps = max(len(course) - 1, 1)

    def point(step: int, value: int) -> str:
        return f"{step * WIDTH // steps},{HEIGHT - EDGE - (value - low) * (HEIGHT - 2 * EDGE) // (high - low)}"

    lines = [
        SeatCurve(
            name=name,
            points=" ".join(point(step, course[step][seat]) for step in _turning_points(course, seat)),
            now=course[at][seat],
            last=course[-1][seat],
        )
        for seat, name in enumerate(names)
    ]
    rows = tuple((step, tuple(course[step])) for step in _spread(len(course)))
    return Sparklines(WIDTH, HEIGHT, tuple(lines), rows, at * WIDTH // steps)


def _turning_points(course: Sequence[Sequence[int]], seat: int) -> list[int]:
    """Return the steps at which the line bends: both sides of every change, and the ends."""
    last = len(course) - 1
    bends = {step for step in range(1, last + 1) if course[step][seat] != course[step - 1][seat]}
    return sorted({0, last} | bends | {step - 1 for step in bends})


def _spread(count: int) -> list[int]:
    if count <= MOST_ROWS:
        return list(range(count))
    return [at * (count - 1) // (MOST_ROWS - 1) for at in range(MOST_ROWS)]

"""Compute the geometry of a line chart, as whole numbers that a template can print: one line for each series over the
same steps. Places (1 is best, and on top) or values (the highest on top). A line has its own pattern as well as its
colour, a mark at every step, and its name at its end. No Django here, and no clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from engine.translatable import said

S = TypeVar("S")
LEFT, TOP, BOTTOM = 48, 16, 28
ROW, HEIGHT = 28, 224
STEP, NARROWEST, PLOT = 72, 28, 640
PER_LETTER, LONGEST_NAME = 8, 22
PATTERNS = 8
MOST_LABELS = 8
MOST_PLACES = 24  # on the picture; what is below them runs along its lower edge
GRID = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
FEWEST_LINES = 3
LABEL = 14  # its height
SPARK_WIDTH, SPARK_HEIGHT, EDGE = 64, 24, 3


@dataclass(frozen=True, slots=True)
class Series:
    """One series. `values` has one entry for each step, None if there is no value yet."""

    name: str
    values: Sequence[int | None]
    href: str = ""


@dataclass(frozen=True, slots=True)
class ChartDot:
    x: int
    y: int
    title: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of a series. `parts` are the `points` of SVG polylines: a gap ends one. `pattern` counts from 0 to
    `PATTERNS` - 1."""

    series: Series
    pattern: int
    parts: tuple[str, ...]
    dots: tuple[ChartDot, ...]
    label: str
    label_x: int
    label_y: int


@dataclass(frozen=True, slots=True)
class DayMark:
    at: int
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """Everything that the template `components/line_chart.html` draws; `rows` is the same as a table. `band` is the
    outline of how far the values may be off, as the `points` of an SVG polygon; empty if that is not known."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[ChartLine, ...]
    rules: tuple[DayMark, ...]
    steps: tuple[DayMark, ...]
    labels: tuple[str, ...]
    rows: tuple[Series, ...]
    summary: str
    band: str = ""


def spread(steps: Sequence[S], most: int) -> list[S]:
    """Return at most that many of these steps, two or more, evenly spread, including the first and the last."""
    if len(steps) <= most:
        return list(steps)
    return [steps[at * (len(steps) - 1) // (most - 1)] for at in range(most)]


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    places: bool = False,
    summary: str = "",
    plot: int = PLOT,
    band: Sequence[tuple[int, int]] = (),
) -> LineChart:
    """Return a chart of the series; `labels` name the steps. With `places` a smaller value is higher, and each of the
    first `MOST_PLACES` has its own line. `plot`: how wide the lines may be, in pixels, unless the steps need more;
    `band`: the lowest and the highest value that are likely at each step."""
    values = [value for line in series for value in line.values if value is not None]
    values += [edge for edges in band for edge in edges]
    lowest = max(values, default=1)
    low, high = (1, min(lowest, MOST_PLACES)) if places else _range(values)
    height = TOP + (ROW * max(high - 1, 1) if places else HEIGHT)
    step = max(NARROWEST, min(STEP, plot // max(len(labels) - 1, 1)))
    right = LEFT + step * max(len(labels) - 1, 1)
    labelled = [line for line in series if any(value is not None for value in line.values)]
    letters = max((len(_label(line)) for line in labelled), default=0)

    def y(value: int) -> int:
        share = (min(value, high) - low) * (height - TOP) // max(high - low, 1)
        return TOP + share if places else height - share

    return LineChart(
        width=right + 12 + PER_LETTER * letters + 8,
        height=height + BOTTOM,
        left=LEFT,
        right=right,
        bottom=height,
        lines=_lines(series, labels, [LEFT + step * at for at in range(len(labels))], y, height),
        rules=tuple(
            DayMark(y(value), f"{value:,}+" if places and value == high < lowest else f"{value:,}")
            for value in _grid(low, high, places)
        ),
        steps=tuple(DayMark(LEFT + step * at, labels[at]) for at in _labelled(len(labels), step)),
        labels=tuple(labels),
        rows=tuple(series),
        summary=summary,
        band=" ".join(f"{LEFT + step * at},{y(edge)}" for at, edge in _outline(band)),
    )


def _outline(band: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the corners around the band as steps and values: the upper edge, and the lower one back."""
    upper = [(at, high) for at, (_low, high) in enumerate(band)]
    return upper + [(at, low) for at, (low, _high) in enumerate(band)][::-1]


@dataclass(frozen=True, slots=True)
class Sparkline:
    """A line without axes, as small as a word. `points` are those of an SVG polyline, which ends at `x`, `y`."""

    points: str
    x: int
    y: int
    words: str


def sparkline(values: Sequence[int | None], *, highest: int, words: str = "") -> Sparkline | None:
    """Return the line of these values between 0 and `highest`; None for fewer than two. `words` says the same to
    readers who don't see it."""
    last, scale = max(len(values) - 1, 1), max(highest, 1)
    points = [
        (EDGE + at * (SPARK_WIDTH - 2 * EDGE) // last, SPARK_HEIGHT - EDGE - value * (SPARK_HEIGHT - 2 * EDGE) // scale)
        for at, value in enumerate(values)
        if value is not None
    ]
    if len(points) < 2:
        return None
    return Sparkline(" ".join(f"{x},{y}" for x, y in points), *points[-1], words)


def _lines(
    series: Sequence[Series], labels: Sequence[str], xs: Sequence[int], y: Callable[[int], int], lowest: int
) -> tuple[ChartLine, ...]:
    lines = []
    for number, curve in enumerate(series):
        points = [(x, y(value)) if value is not None else None for x, value in zip(xs, curve.values, strict=True)]
        dots = tuple(
            ChartDot(*point, said("{name}, {label}: {value:,}", name=curve.name, label=label, value=value))
            for point, label, value in zip(points, labels, curve.values, strict=True)
            if point is not None and value is not None
        )
        if not dots:
            continue
        lines.append(ChartLine(curve, number % PATTERNS, _parts(points), dots, _label(curve), xs[-1] + 12, dots[-1].y))
    heights = _apart([line.label_y for line in lines], lowest)
    return tuple(replace(line, label_y=height + 4) for line, height in zip(lines, heights, strict=True))


def _label(series: Series) -> str:
    return f"{_last(series.values):,} {_short(series.name)}"


def _parts(points: Sequence[tuple[int, int] | None]) -> tuple[str, ...]:
    parts: list[list[str]] = [[]]
    for point in points:
        if point is None:
            parts.append([])
        else:
            parts[-1].append(f"{point[0]},{point[1]}")
    return tuple(" ".join(part) for part in parts if len(part) > 1)


def _apart(ideal: Sequence[int], lowest: int) -> list[int]:
    """Return heights for labels so that no label covers another. Each is as near to its ideal height as it goes
    downwards, and moves back up if that would be below `lowest`."""
    order = sorted(range(len(ideal)), key=lambda at: ideal[at])
    heights = list(ideal)
    for above, at in pairwise(order):
        heights[at] = max(heights[at], heights[above] + LABEL)
    for at in reversed(order):
        heights[at] = min(heights[at], lowest)
        lowest = heights[at] - LABEL
    return heights


def _range(values: Sequence[int]) -> tuple[int, int]:
    low, high = min(values, default=0), max(values, default=1)
    size = _size(low, high)
    return low // size * size, -(-max(high, low + 1) // size) * size


def _size(low: int, high: int) -> int:
    return next((size for size in GRID if (high - low) // size <= FEWEST_LINES * 2), max(GRID[-1], (high - low) // 4))


def _grid(low: int, high: int, places: bool) -> Sequence[int]:
    return range(low, high + 1) if places else range(low, high + 1, _size(low, high))


def _labelled(steps: int, step: int) -> list[int]:
    """Return the steps that have a label, so that no label touches the next; the last always has one."""
    apart = max(1, -(-STEP // step), -(-steps // MOST_LABELS))
    return sorted(range(steps - 1, -1, -apart))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _last(values: Sequence[int | None]) -> int:
    return next((value for value in reversed(values) if value is not None), 0)

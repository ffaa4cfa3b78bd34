"""The layout of a board of Careers: a ring of 42 squares and ten petals inside, on a field of 1,000 units.

A path begins on the ray of its entrance and ends on the ray of its exit, so petals never cross. The figures of the
curves were found by trying: they leave the widest gap between circles of different paths.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import NamedTuple

from engine.careers.board import Board, Path

SIZE, CENTRE = 1000, 500
OUTER, INNER, LANE = 494.0, 414.0, 378.0
WIDE = 534.0  # the outer edge where names run along the rays
LEAST_ANGLE, HALF_WIDTH, LEAN, DEPTH, DEEPER = 33.8, 38.0, 0.545, 79.0, 1.2
_DEEP = {11: 172.0, 12: 160.0, 13: 152.0, 14: 146.0, 16: 124.0}
NARROW = 20  # degrees between door and exit
_STEPS, _ROUNDS = 150, 400


class Point(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sector:
    """A border square: its corners round about, and the middle."""

    number: int
    corners: tuple[Point, ...]
    middle: Point


@dataclass(frozen=True, slots=True)
class Petal:
    """A path: its lane, a circle for each square, where it is entered and left, and where its name is: a
    narrow one has no room for it beside its door."""

    path: Path
    lane: tuple[Point, ...]
    circles: tuple[Point, ...]
    radius: float
    way_in: tuple[Point, Point]
    way_out: tuple[Point, Point]
    title: Point | None


def angle(number: float) -> float:
    return -90 + number * 360 / 42


def pol(radius: float, degrees: float) -> Point:
    return Point(CENTRE + radius * cos(radians(degrees)), CENTRE + radius * sin(radians(degrees)))


@lru_cache(maxsize=2)
def sectors(outer: float = OUTER) -> tuple[Sector, ...]:
    return tuple(_sector(number, outer) for number in range(42))


def _sector(number: int, outer: float) -> Sector:
    first, last = angle(number - 0.5) + 0.25, angle(number + 0.5) - 0.25
    steps = [first + (last - first) * at / 6 for at in range(7)]
    outside, inside = [pol(outer, step) for step in steps], [pol(INNER, step) for step in reversed(steps)]
    return Sector(number, (*outside, *inside), pol((outer + INNER) / 2, angle(number)))


@lru_cache(maxsize=32)
def petals(board: Board) -> tuple[Petal, ...]:
    paths = sorted(board.paths, key=lambda path: path.entrance)
    after = [path.exit if path.exit > path.entrance else path.exit + 42 for path in paths]
    ends = [(angle(path.entrance), angle(exit)) for path, exit in zip(paths, after, strict=True)]
    turns = _spread([(first + last) / 2 for first, last in ends])
    return tuple(_petal(path, end, turn) for path, end, turn in zip(paths, ends, turns, strict=True))


def _spread(turns: Sequence[float]) -> list[float]:
    """Return the angles at which petals turn, pushed apart until neighbours have room."""
    angles = list(turns)
    for _ in range(_ROUNDS):
        for at in range(len(angles)):
            after = (at + 1) % len(angles)
            gap = angles[after] + (360 if after == 0 else 0) - angles[at]
            if gap < LEAST_ANGLE:
                angles[at] -= (LEAST_ANGLE - gap) / 2
                angles[after] += (LEAST_ANGLE - gap) / 2
    return angles


def _petal(path: Path, ends: tuple[float, float], turn: float) -> Petal:
    first, last = ends
    lane = tuple(_lane(first, last, turn, path.size))
    length = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(lane))
    radius = min(20.0, 0.47 * length / max(path.size - 1, 1))
    middle = (first + last) / 2
    return Petal(
        path=path,
        lane=lane,
        circles=tuple(_evenly(lane, length, path.size)),
        radius=radius,
        way_in=(pol(412, first), pol(LANE + radius, first)),
        way_out=(pol(LANE + radius, last), pol(411, last)),
        title=pol(330 if last - first <= 30 else 318, middle) if last - first > NARROW else None,
    )


def _lane(first: float, last: float, turn: float, squares: int) -> Iterator[Point]:
    middle = (first + last) / 2
    width = HALF_WIDTH * min(1.5, max(1.0, (last - first) / 20))
    across = Point(-sin(radians(turn)) * width, cos(radians(turn)) * width)
    shift = LEAN * (turn - middle)
    peak = pol(_DEEP.get(squares, 160.0) * DEEPER, turn)
    near, far = (Point(peak.x + sign * 1.35 * across.x, peak.y + sign * 1.35 * across.y) for sign in (-1, 1))
    yield from _curve(pol(LANE, first), pol(LANE - DEPTH, first + shift), near, peak)
    yield from list(_curve(peak, far, pol(LANE - DEPTH, last + shift), pol(LANE, last)))[1:]


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield Point(
            sum(w * p.x for w, p in zip(weights, (a, b, c, d), strict=True)),
            sum(w * p.y for w, p in zip(weights, (a, b, c, d), strict=True)),
        )


def _evenly(lane: Sequence[Point], length: float, many: int) -> Iterator[Point]:
    """Yield that many points at equal distances along the lane, the first and the last on its ends."""
    if many == 1:
        yield lane[len(lane) // 2]
        return
    step, gone, at = length / (many - 1), 0.0, 0
    for number in range(many - 1):
        target = number * step
        while at < len(lane) - 2 and gone + _step(lane, at) < target:
            gone += _step(lane, at)
            at += 1
        part = (target - gone) / (_step(lane, at) or 1)
        yield Point(
            lane[at].x + (lane[at + 1].x - lane[at].x) * part, lane[at].y + (lane[at + 1].y - lane[at].y) * part
        )
    yield lane[-1]


def _step(lane: Sequence[Point], at: int) -> float:
    return hypot(lane[at + 1].x - lane[at].x, lane[at + 1].y - lane[at].y)


def places(board: Board) -> list[Point]:
    """Return where a piece stands on each location: border squares, gates and circles."""
    points = [sector.middle for sector in sectors(WIDE)]
    inside = {petal.path.gate: petal for petal in petals(board)}
    for path in board.paths:
        petal = inside[path.gate]
        points += [Point(*((a + b) / 2 for a, b in zip(*petal.way_in, strict=True))), *petal.circles]
    return points

"""A board as a picture for a page: everything that its SVG says, in units of a field of 1,000."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.careers.board import Board
from engine.said import said
from league.boards.charts.layout import Petal, Point, Sector, petals, sectors
from league.boards.charts.words import happens, lines, marks

# What colours a border square.
TONES = {"enter": "door", "payday": "gold", "holiday": "good", "hospital": "harm", "unemployment": "harm"}
LINE = 12.0


@dataclass(frozen=True, slots=True)
class Text:
    x: str
    y: str
    words: str


@dataclass(frozen=True, slots=True)
class RingSquare:
    """`title`: name and caption, what a reader of the picture is told."""

    tone: str
    points: str
    title: str
    texts: tuple[Text, ...]
    small: bool


@dataclass(frozen=True, slots=True)
class Circle:
    x: str
    y: str
    title: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class DrawnPath:
    hue: int
    lane: str
    radius: str
    ways: tuple[str, str]
    shortcuts: tuple[str, ...]
    circles: tuple[Circle, ...]
    name: str
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    ring: tuple[RingSquare, ...]
    paths: tuple[DrawnPath, ...]
    title: tuple[Text, ...]


def drawing(board: Board) -> Drawing:
    return Drawing(
        ring=tuple(_ring_square(board, sector) for sector in sectors()),
        paths=tuple(_path(board, petal) for petal in petals(board)),
        title=_texts(lines(board.name, 16, 3), Point(500, 500), 26.0),
    )


def _ring_square(board: Board, sector: Sector) -> RingSquare:
    square = board.raw[sector.number]
    named = lines(square["name"], 12, 3)
    return RingSquare(
        tone=TONES.get(square["effect"], "plain"),
        points=" ".join(_pair(corner) for corner in sector.corners),
        title=f"{sector.number}: {square['name']}. {square['caption']}.",
        texts=_texts(named, sector.middle, LINE),
        small=any(len(line) > 10 for line in named),
    )


def _path(board: Board, petal: Petal) -> DrawnPath:
    path = petal.path
    squares = board.raw[path.gate + 1 : path.gate + 1 + path.size]
    short = [(at, square["to"]) for at, square in enumerate(squares) if square.get("effect") in ("jump", "shortcut")]
    return DrawnPath(
        hue=path.index,
        lane=f"M{' '.join(_pair(point) for point in petal.lane[::6])}",
        radius=f"{petal.radius:.1f}",
        ways=(_line(*petal.way_in), _line(*petal.way_out)),
        shortcuts=tuple(_line(petal.circles[at], petal.circles[to]) for at, to in short),
        circles=tuple(
            Circle(
                f"{middle.x:.1f}",
                f"{middle.y:.1f}",
                said(
                    "{path} {square}: {caption}. {what}.",
                    path=path.name,
                    square=at + 1,
                    caption=square["caption"],
                    what=happens(board, square),
                ),
                _marks(board, square, middle),
            )
            for at, (middle, square) in enumerate(zip(petal.circles, squares, strict=True))
        ),
        name=path.name,
        texts=_texts(lines(path.name, 12, 3), petal.title, 14.0) if petal.title else (),
    )


def _marks(board: Board, square: Mapping[str, Any], middle: Point) -> tuple[Text, ...]:
    found = marks(board, square)
    return _texts(found, middle, 11.0 if len(found) < 3 else 9.0)


def _texts(named: Sequence[str], middle: Point, height: float) -> tuple[Text, ...]:
    """Lines round a middle; `y` is where the letters stand."""
    top = middle.y - height * (len(named) - 1) / 2 + height * 0.3
    return tuple(Text(f"{middle.x:.1f}", f"{top + height * at:.1f}", words) for at, words in enumerate(named))


def _pair(point: Point) -> str:
    return f"{point.x:.1f},{point.y:.1f}"


def _line(start: Point, end: Point) -> str:
    return f"M{_pair(start)} {_pair(end)}"

"""A board as a picture for a page: everything that its SVG says, in units of a field of 1,000."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.careers.board import Board
from engine.translatable import said
from league.boards.charts.layout import WIDE, Petal, Point, Sector, angle, petals, sectors
from league.boards.charts.words import LEGEND, happens, lines, marks

# What colours a border square.
TONES = {"enter": "door", "payday": "gold", "holiday": "good", "hospital": "harm", "unemployment": "harm"}
# What a border square shows where its name has no room.
ICONS = {
    "enter": "door",
    "payday": "coin",
    "draw_opportunity": "opportunity",
    "hospital": "cross",
    "unemployment": "box",
    "holiday": "sun",
    "travel": "roundel",
    "gamble": "die",
    "buy_insurance": "shield",
    "buy_experience": "experience",
    "buy_hearts": "heart",
}
_GIVES = {"fame": "star", "happiness": "heart"}
GAINS = {"H": "heart", "F": "star", "E": "experience", "O": "opportunity"}
# What the signs mean: an icon or a sign, and words.
KEY = tuple((GAINS.get(mark, ""), mark, words) for mark, words in LEGEND)
_SIGNS = ("▼", "2×", "»", "†", "+F")
LINE, MOST_LETTERS = 17.0, 12
_FIGURE, _ICON = 6.9, 11.0  # widths of a letter and of an icon in a circle
_BARE = (20.0, 16.0, 12.0)  # an icon alone, by how many there are


@dataclass(frozen=True, slots=True)
class DrawnText:
    x: str
    y: str
    words: str


@dataclass(frozen=True, slots=True)
class RingSquare:
    """`title`: name and caption, what a reader of the picture is told. `turn`: how its name runs along the ray."""

    number: int
    hue: int | None
    tone: str
    icon: str
    points: str
    title: str
    x: str
    y: str
    turn: str
    texts: tuple[DrawnText, ...]
    small: bool


@dataclass(frozen=True, slots=True)
class SquareMark:
    """A gain or an effect in a circle: an icon or a sign, and its figure. `bare`: the same without the figure, as large
    as a small screen needs it. Icons are said by their upper left corner, signs by their middle."""

    icon: str
    sign: str
    size: str
    at: tuple[str, str]
    figure: DrawnText | None
    small: bool
    bare: tuple[str, str]
    bare_size: str


@dataclass(frozen=True, slots=True)
class Circle:
    location: int
    x: str
    y: str
    title: str
    marks: tuple[SquareMark, ...]


@dataclass(frozen=True, slots=True)
class DrawnPath:
    hue: int
    lane: str
    radius: str
    ways: tuple[str, str]
    shortcuts: tuple[str, ...]
    circles: tuple[Circle, ...]
    name: str
    texts: tuple[DrawnText, ...]


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    ring: tuple[RingSquare, ...]
    paths: tuple[DrawnPath, ...]
    title: tuple[DrawnText, ...]


@lru_cache(maxsize=32)
def drawing(board: Board) -> BoardDrawing:
    return BoardDrawing(
        ring=tuple(_ring_square(board, sector) for sector in sectors(WIDE)),
        paths=tuple(_path(board, petal) for petal in petals(board)),
        title=_texts(lines(board.name, 16, 3), Point(500, 500), 26.0),
    )


def _ring_square(board: Board, sector: Sector) -> RingSquare:
    square = board.raw[sector.number]
    named = lines(square["name"], MOST_LETTERS, 3)
    turn = (angle(sector.number) + 90) % 180 - 90
    return RingSquare(
        number=sector.number,
        hue=board.door[sector.number] if board.door[sector.number] >= 0 else None,
        tone=TONES.get(square["effect"], "plain"),
        icon=ICONS.get(square["effect"], _GIVES.get(square.get("gives", ""), "percent")),
        points=" ".join(_pair(corner) for corner in sector.corners),
        title=said(
            "{number}: {place}. {caption}.", number=sector.number, place=square["name"], caption=square["caption"]
        ),
        x=f"{sector.middle.x:.1f}",
        y=f"{sector.middle.y:.1f}",
        turn=f"rotate({turn:.1f} {_pair(sector.middle)})",
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
                path.gate + 1 + at,
                f"{middle.x:.1f}",
                f"{middle.y:.1f}",
                said(
                    "{path} {square}: {caption}. {what}.",
                    path=path.name,
                    square=at + 1,
                    caption=square["caption"],
                    what=happens(board, square),
                ),
                _marks(board, marks(board, square), middle),
            )
            for at, (middle, square) in enumerate(zip(petal.circles, squares, strict=True))
        ),
        name=path.name,
        texts=_texts(lines(path.name, 12, 3), petal.title, 18.0) if petal.title else (),
    )


def _marks(board: Board, texts: Sequence[str], middle: Point) -> tuple[SquareMark, ...]:
    """Return the marks of a square, one gain in a row; three are written smaller."""
    return tuple(_mark(board, text, middle, at, len(texts)) for at, text in enumerate(texts))


def _mark(board: Board, text: str, middle: Point, at: int, many: int) -> SquareMark:
    """Return the mark of one gain: `H4` is a heart and a 4; `£5k` a sign and its figure; `»` only a sign. Only a long
    figure is below its sign."""
    has_currency = text.startswith(board.currency) and text[0] not in GAINS
    sign = text if text in _SIGNS else board.currency if has_currency else text[0]
    figure, icon = text[len(sign) :], GAINS.get(sign, "")
    scale = 1.0 if many < 3 else 0.76
    row = at - (many - 1) / 2
    y, bare_size = middle.y + 13 * scale * row, _BARE[min(many, 3) - 1]
    size = _ICON * scale
    if many == 1 and len(figure) > 2:
        x, y, start, base = middle.x, y - 6, middle.x - _FIGURE * len(figure) / 2, y + 11
    else:
        wide = (_ICON + 1 + _FIGURE * len(figure)) * scale if figure else size
        x = middle.x - (wide - size) / 2
        start, base = x + size / 2 + scale, y + 4 * scale
    return SquareMark(
        icon=icon,
        sign="" if icon else sign,
        size=f"{size:.1f}",
        at=_corner(icon, x, y, size),
        figure=DrawnText(f"{start:.1f}", f"{base:.1f}", figure) if figure else None,
        small=many > 2,
        bare=_corner(icon, middle.x, middle.y + bare_size * 0.9 * row, bare_size),
        bare_size=f"{bare_size:.0f}",
    )


def _corner(icon: str, x: float, y: float, size: float) -> tuple[str, str]:
    away = size / 2 if icon else 0.0
    return f"{x - away:.1f}", f"{y - away:.1f}"


def _texts(named: Sequence[str], middle: Point, height: float) -> tuple[DrawnText, ...]:
    """Return lines round a middle; `y` is where the letters stand."""
    top = middle.y - height * (len(named) - 1) / 2 + height * 0.3
    return tuple(DrawnText(f"{middle.x:.1f}", f"{top + height * at:.1f}", words) for at, words in enumerate(named))


def _pair(point: Point) -> str:
    return f"{point.x:.1f},{point.y:.1f}"


def _line(start: Point, end: Point) -> str:
    return f"M{_pair(start)} {_pair(end)}"

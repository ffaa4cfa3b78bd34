"""The parts of the board of Careers that change with every move: pieces, dice, chances and the squares that cards lead
to, in the units of the board's drawing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, NamedTuple

from engine.careers.board import Board
from engine.translatable import Translatable, said
from league.boards.charts.layout import INNER, WIDE, Point, angle, petals, places, pol, sectors

_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
_APART = 22.0
ALL_THROWS = 36


class BoardPiece(NamedTuple):
    seat: int
    at: int
    shape: str
    letter: str
    x: str
    y: str


class ThrowDot(NamedTuple):
    """The chance that the throw leads to a square, shown by the size of the dot. `title`: the figure in words."""

    x: str
    y: str
    radius: str
    title: Translatable


class SquareFrame(NamedTuple):
    """A square that a card leads to: a sector's corners, or a circle."""

    points: str
    x: str
    y: str
    radius: str


class Die(NamedTuple):
    x: str
    pips: tuple[tuple[str, str], ...]


class Overlay(NamedTuple):
    tokens: tuple[BoardPiece, ...]
    dots: tuple[ThrowDot, ...]
    frames: tuple[SquareFrame, ...]
    dice: tuple[Die, ...]


_places = lru_cache(maxsize=32)(places)


def _tokens(seats: Sequence[Mapping[str, Any]], lie: Sequence[Point]) -> Iterator[BoardPiece]:
    """Yield the pieces; several on one square stand round its middle."""
    standing: dict[int, list[int]] = {}
    for seat, player in enumerate(seats):
        standing.setdefault(player["at"], []).append(seat)
    for seat, player in enumerate(seats):
        others = standing[player["at"]]
        place = _beside(lie[player["at"]], others.index(seat), len(others))
        yield BoardPiece(seat, player["at"], player["shape"], player["letter"], f"{place.x:.1f}", f"{place.y:.1f}")


def _beside(middle: Point, number: int, many: int) -> Point:
    if many == 1:
        return middle
    turn = 180 + number * 180 if many == 2 else -90 + number * 360 / many
    away = 17.0 if many == 2 else _APART
    return Point(middle.x + away * cos(radians(turn)), middle.y + away * sin(radians(turn)))


def _dot(board: Board, at: int, ways: int, lie: Sequence[Point]) -> ThrowDot:
    chance = ways / ALL_THROWS
    middle = pol(INNER + 7, angle(at)) if at < board.size else lie[at]
    title = said("{ways} of {all} throws lead here", ways=ways, all=ALL_THROWS)
    return ThrowDot(f"{middle.x:.1f}", f"{middle.y:.1f}", f"{3 + 26 * chance:.1f}", title)


def _frame(board: Board, at: int, lie: Sequence[Point]) -> SquareFrame:
    if at < board.size:
        corners = sectors(WIDE)[at].corners
        return SquareFrame(" ".join(f"{corner.x:.0f},{corner.y:.0f}" for corner in corners), "", "", "")
    radius = next(petal.radius for petal in petals(board) if petal.path.index == board.path_of[at])
    return SquareFrame("", f"{lie[at].x:.1f}", f"{lie[at].y:.1f}", f"{radius + 4:.1f}")


def _dice(dice: Sequence[int]) -> Iterator[Die]:
    first = 500 - 26 * (len(dice) - 1)
    for number, pips in enumerate(dice):
        middle = first + 52 * number
        dots = tuple((f"{middle + 11 * (at % 3 - 1)}", f"{552 + 11 * (at // 3 - 1)}") for at in _PIPS[pips])
        yield Die(f"{middle - 21}", dots)


def pictured(view: Mapping[str, Any], drawn: Mapping[str, Any], choices: Sequence[Any]) -> Overlay | None:
    """Return what lies on the board of a laid out view, and where the choices of the reader lead; None without a
    board."""
    board = view.get("board")
    if board is None:
        return None
    lie = _places(board)
    targets = [choice.label.to for choice in choices if getattr(choice.label, "to", None) is not None]
    return Overlay(
        tokens=tuple(_tokens(drawn["seats"], lie)),
        dots=tuple(_dot(board, at, ways, lie) for at, ways in drawn["chances"].items()),
        frames=tuple(_frame(board, at, lie) for at in dict.fromkeys(targets)),
        dice=tuple(_dice(drawn["dice"])),
    )

"""The mark of a seat on a board: a shape and a colour by its number, and a letter."""

from dataclasses import dataclass
from math import cos, pi, sin

# Paths around the middle, 40 units wide: circle, square, triangle, diamond, hexagon, star.
SHAPES = (
    "M-19 0a19 19 0 1 1 38 0a19 19 0 1 1-38 0z",
    "M-16-16h32v32h-32z",
    "M0-23 23 16h-46z",
    "M0-22 22 0 0 22-22 0z",
    "M-11-19h22l11 19-11 19h-22l-11-19z",
    "M0-23 6-11 20-12 13 0 20 12 6 11 0 23-6 11-20 12-13 0-20-12-6-11z",
)


@dataclass(frozen=True, slots=True)
class Token:
    """`seat` from 1; `x` and `y`: its middle on the board."""

    seat: int
    name: str
    x: int = 0
    y: int = 0

    @property
    def shape(self) -> str:
        return SHAPES[(self.seat - 1) % len(SHAPES)]

    @property
    def place(self) -> str:
        """Return the place as an SVG wants it, in any language."""
        return f"{self.x} {self.y}"

    @property
    def letter(self) -> str:
        return next((sign for sign in self.name if sign.isalnum()), "?").upper()


def spread(count: int, near: int) -> list[tuple[int, int]]:
    """Return where tokens on one square stand around its middle, at distance `near`."""
    if count == 1:
        return [(0, 0)]
    if count == 2:
        return [(-near, 0), (near, 0)]
    angles = [2 * pi * at / count for at in range(count)]
    return [(round(near * sin(angle)), round(-near * cos(angle))) for angle in angles]

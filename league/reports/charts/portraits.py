"""A portrait as pixels: the paths of `characters/charts/portraits.toml` in the colours of the style sheet."""

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageChops, ImageDraw

from characters.charts.portraits import FIRM_COLOURS, Portrait

Point = tuple[float, float]
GRID = 64  # the drawing's own unit
SHARPER = 3  # drawn so many times larger, then made smaller: Pillow's polygons have hard edges
STEPS = 10  # pieces of a curve
INK, PAPER = "#1C2024", "#FFFFFF"
GROUND = "#FBF8F2"
STROKE = 1.2
WASH = 0.28
_NOTHING = 128  # how often a point is enclosed is counted from here up and down


def portrait_image(portrait: Portrait, side: int) -> Image.Image:
    """Return the drawing, `side` by `side` pixels, RGB."""
    large = side * SHARPER
    image = Image.new("RGB", (large, large), GROUND)
    for layer in portrait.layers:
        pen = _Contours(large / GRID, layer.shift)
        parse_path(layer.path, pen)
        _paint(image, layer.paint, pen, FIRM_COLOURS[portrait.firm])
    return image.resize((side, side), Image.Resampling.LANCZOS)


class _Contours(BasePen):  # type: ignore[misc] # fontTools says no types
    """Gathers what a path draws as lists of points in pixels."""

    def __init__(self, scale: float, shift: int) -> None:
        super().__init__(None)
        self.scale, self.shift = scale, shift
        self.drawn: list[tuple[list[Point], bool]] = []
        self._points: list[Point] = []

    def _moveTo(self, pt: Point) -> None:
        self._points = [self._placed(pt)]

    def _lineTo(self, pt: Point) -> None:
        self._points.append(self._placed(pt))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        start = self._getCurrentPoint()
        for step in range(1, STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            corners = (start, pt1, pt2, pt3)
            x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
            self._points.append(self._placed((x, y)))

    def _closePath(self) -> None:
        self.drawn.append(([*self._points, self._points[0]], True))

    def _endPath(self) -> None:
        self.drawn.append((self._points, False))

    def _placed(self, point: Point) -> Point:
        return ((point[0] + self.shift) * self.scale, point[1] * self.scale)


def _paint(image: Image.Image, paint: str, pen: _Contours, firm: str) -> None:
    colours = {"ink": INK, "paper": PAPER, "line": PAPER, "firm": firm, "wash": firm}
    if paint in colours:
        enclosed = _enclosed(image.size, [points for points, _ in pen.drawn])
        if paint == "wash":
            enclosed = enclosed.point(lambda value: round(value * WASH))
        image.paste(colours[paint], mask=enclosed)
    if paint in ("line", "stroke"):
        _stroke(image, pen)


def _enclosed(size: tuple[int, int], contours: list[list[Point]]) -> Image.Image:
    """Return a mask by the rule of SVG: a contour that runs the other way cuts a hole."""
    count = Image.new("L", size, _NOTHING)
    for points in contours:
        if len(points) < 3:
            continue
        inside = Image.new("L", size, 0)
        ImageDraw.Draw(inside).polygon(points, fill=1)
        add = ImageChops.add if _area(points) > 0 else ImageChops.subtract
        count = add(count, inside)
    return count.point(lambda value: 0 if value == _NOTHING else 255)


def _area(points: list[Point]) -> float:
    """Return the area; its sign is the direction."""
    following = points[1:] + points[:1]
    return sum(x * later_y - later_x * y for (x, y), (later_x, later_y) in zip(points, following, strict=True))


def _stroke(image: Image.Image, pen: _Contours) -> None:
    draw, width = ImageDraw.Draw(image), STROKE * pen.scale
    for points, _ in pen.drawn:
        draw.line(points, fill=INK, width=round(width), joint="curve")
        for x, y in (points[0], points[-1]):
            draw.circle((x, y), width / 2, fill=INK)

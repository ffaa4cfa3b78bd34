"""Photos of score sheets that were never taken: printed, filled in, crumpled, stained and photographed by the computer.

The figures are written in digits that training never saw. A sheet is drawn from its layout, as the PDF is; that the PDF
prints the same boxes is what `tests/league/sheets/test_sheet_layout.py` proves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import cv2
import numpy as np
from PIL import Image

from games.rules.definitions import Definition
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, outcome
from league.core.charts import qr_png
from league.sheets.charts.sheet_layout import (
    EDGE,
    MARK,
    MARK_CELLS,
    MARKS,
    SIZES,
    Box,
    Field,
    SheetKey,
    SheetPage,
    mark_places,
    qr_place,
    sheet_pages,
)
from league.sheets.rules.sheet_cells import DEALS, POINTS, WON, Cell, cells_of
from tests.photos.handwriting import kept_apart, penned

SCALE = 9  # pixels in a millimetre of the printed paper
LONG, SHORT = 2000, 1500  # pixels of a photo
PLAYED_AT = datetime(2026, 3, 1, tzinfo=UTC)
LINK = "https://club.example/t/123-abcdefghijklmnopqrst/"
SYLLABLES = ("Happiness", "Fame", "Cash", "Trips in all", "Cards", "Layoffs", "Formula cash", "Rank", "Money")
Written = str | frozenset[int]
Glyphs = Sequence[np.ndarray]  # by digit, each [number, row, column]


@dataclass(frozen=True)
class Weather:
    """What happens to paper and photo. `tilt` in degrees; the others from 0 to 1 or as they are called."""

    tilt: float = 35
    turn: float = 12
    upside_down: float = 0.15  # how often
    shadow: float = 0.6
    blur: float = 1.2  # pixels
    noise: float = 7  # of 255
    quality: int = 60
    creases: int = 3
    coffee: float = 0.3  # how often


HARSH = Weather()
CALM = Weather(tilt=5, turn=2, upside_down=0, shadow=0.1, blur=0.4, noise=2, quality=90, creases=0, coffee=0)


def a_played_sheet(system: SheetSystem, seats: int, rng: np.random.Generator) -> ScoreSheet:
    """Return a result that can have happened, as far as adding up and the winner go."""
    if isinstance(system, Definition):
        return _own_sheet(system, seats, rng)
    lines = tuple(
        SeatLine(seat, None, f"Guest {seat}", figures=_figures(system.ID, seat, seats, rng))
        for seat in range(1, seats + 1)
    )
    if system.ID == "career_poker":
        deals = [rng.permutation(seats) + 1 for _deal in range(rng.integers(1, DEALS + 1))]
        held = ({"positions": tuple(int(deal[at]) for deal in deals)} for at in range(seats))
        lines = tuple(replace(line, figures=figures) for line, figures in zip(lines, held, strict=True))
    if system.ID == "career_compass":
        cuts = sorted(int(cut) for cut in rng.integers(0, 34, seats - 1))
        counted = [high - low for low, high in zip([0, *cuts], [*cuts, 33], strict=True)]
        lines = tuple(
            replace(line, figures={"cards": cards} | ({"joker": "leadership"} if line.seat == 1 else {}))
            for line, cards in zip(lines, counted, strict=True)
        )
    mode, target = ("formula", 20) if system.ID == "careers" else ("", None)
    sheet = ScoreSheet(system.ID, "london", PLAYED_AT, lines, mode, target)
    best = outcome(sheet)
    first = {max(best.points, key=best.points.__getitem__)} if system.ONE_WINNER else best.won
    return replace(sheet, seats=tuple(replace(line, won=line.seat in first) for line in lines))


def _own_sheet(system: Definition, seats: int, rng: np.random.Generator) -> ScoreSheet:
    """Return a result of a club's own game; what need not be noted is not always."""
    own = [figure for figure in system.FIGURES if figure.own]
    figures: list[dict[str, Any]] = [
        {figure.name: _own_value(figure, rng) for figure in own if figure.required or rng.random() < 0.6}
        for _seat in range(seats)
    ]
    order, won = [int(at) for at in rng.permutation(seats)], [False] * seats
    match system.ends:
        case "places":
            figures = [line | {"finish": at + 1} for line, at in zip(figures, order, strict=True)]
        case "eliminated":
            figures = [line | ({"out": at} if at else {}) for line, at in zip(figures, order, strict=True)]
        case "one_winner":
            won[order[0]] = True
        case "together":
            won = [bool(rng.random() < 0.5)] * seats
        case "sides":
            names = [key for key, _ in system.sides]
            figures = [line | {"side": names[at % len(names)]} for line, at in zip(figures, order, strict=True)]
            won = [line["side"] == names[0] for line in figures]
    lines = tuple(
        SeatLine(seat, None, f"Guest {seat}", *rest) for seat, rest in enumerate(zip(won, figures, strict=True), 1)
    )
    sheet = ScoreSheet(system.ID, "london", PLAYED_AT, lines, definition=system.content)
    first = outcome(sheet).won
    return replace(sheet, seats=tuple(replace(line, won=line.seat in first) for line in lines))


def _own_value(figure: Figure, rng: np.random.Generator) -> Any:
    if figure.kind == "choice":
        return figure.options[rng.integers(len(figure.options))][0]
    steps = (figure.most - figure.least) // figure.step
    return figure.least + figure.step * int(rng.integers(0, min(steps, 120) + 1)) if figure.kind == "number" else True


def _figures(system: str, seat: int, seats: int, rng: np.random.Generator) -> dict[str, Any]:
    def up_to(most: int) -> int:
        return int(rng.integers(0, most + 1))

    if system == "careers":
        rare = {name: 1 + up_to(2) for name in ("layoffs", "reorgs", "free_passes") if rng.random() < 0.3}
        others = [other for other in range(1, seats + 1) if other != seat and rng.random() < 0.2]
        figures = {"happiness": up_to(70) + 7, "fame": up_to(70), "cash": 50 * up_to(1900)}
        tallies = {"degrees": {"unmarked": up_to(6)}, "trips": {"unmarked": up_to(11)}}
        return (
            figures
            | {name: count for name, count in tallies.items() if count["unmarked"]}
            | rare
            | ({"bumped": tuple(others)} if others else {})
        )
    if system == "office_job":
        points = up_to(28)
        return {"career_points": points, "rank": "c_suite" if points >= 10 else "manager" if points >= 5 else "entry"}
    if system == "game_of_the_year":
        tokens = {name: up_to(4) for name in ("fame_tokens", "family_tokens", "red_letter_tokens", "holiday_cards")}
        return tokens | {"money": 50 * up_to(60)}
    return {}


def written(system: SheetSystem, sheet: ScoreSheet) -> dict[tuple[int, int], Written]:
    """Return what people write in each cell: digits, or the boxes that they tick; "" for nothing."""
    columns, points = cells_of(system), outcome(sheet).points
    options = {figure.name: [key for key, _ in figure.options] for figure in system.FIGURES}
    return {
        (line.seat, at): _written(cell, at, columns, line, points[line.seat], options.get(cell.figure, ()))
        for line in sheet.seats
        for at, cell in enumerate(columns)
    }


def _written(
    cell: Cell, at: int, columns: tuple[Cell, ...], line: SeatLine, points: int, options: Sequence[str]
) -> Written:
    value = line.figures.get(cell.figure)
    if cell.figure == WON:
        return frozenset({0} if line.won else ())
    if cell.figure == POINTS:
        return str(points) if points >= 0 or cell.signed else ""
    if cell.choices:
        return frozenset(at for at, key in enumerate(options) if key == value)
    if cell.others:
        return frozenset(value or ())
    if cell.ticks:
        return frozenset({0} if value is True else ())
    if isinstance(value, tuple):
        deal = [number for number, other in enumerate(columns) if other.figure == cell.figure].index(at)
        return str(value[deal]) if deal < len(value) else ""
    if isinstance(value, Mapping):
        return str(value["unmarked"]) if cell.own is None else ""
    return "" if value is None or not cell.digits else str(value)


def pages_of(system: SheetSystem, seats: int, size: str) -> tuple[SheetPage, ...]:
    return sheet_pages(cells_of(system), seats, size)


def on_paper(
    key: SheetKey,
    page: SheetPage,
    filled: Mapping[tuple[int, int], Written],
    rng: np.random.Generator,
    glyphs: Glyphs | None = None,
    link: str = LINK,
) -> np.ndarray:
    """Return the page, printed and filled in, in greys. `glyphs` are the digits to write with, by digit; `link` leads
    to its table."""
    paper, glyphs = _printed(key, page, link), kept_apart() if glyphs is None else glyphs
    ink = np.zeros(paper.shape, np.float32)
    pen = _pen(rng)
    by_cell: dict[tuple[int, int], list[Field]] = {}
    for field in page.fields:
        by_cell.setdefault((field.seat, field.cell), []).append(field)
    for place, fields in by_cell.items():
        what = filled.get(place, "")
        if isinstance(what, frozenset):
            for field in fields:
                if field.at in what:
                    _tick(ink, field.box, rng)
        elif what:
            boxes, number = [field for field in fields if field.kind == "digit"], what.removeprefix("-")
            start = len(boxes) - len(number) if pen.from_right else 0
            for field in fields if number != what else ():
                if field.kind == "sign":
                    _minus(ink, field.box, rng)
            for field, digit in zip(boxes[start:], number, strict=False):
                _write(ink, field.box, glyphs[int(digit)], pen, rng)
    for seat_x in page.columns:
        _sign(ink, seat_x, page.below, rng)
    texture = np.clip(rng.normal(1, pen.grain, (ink.shape[0] // 2 + 1, ink.shape[1] // 2 + 1)), 0.2, 1.5)
    grain = cv2.resize(texture.astype(np.float32), ink.shape[::-1], interpolation=cv2.INTER_LINEAR)
    covered = np.clip(ink * grain * pen.darkness, 0, 1)
    return (paper * (1 - covered) + 25 * covered).astype(np.uint8)


@dataclass(frozen=True)
class _Pen:
    darkness: float
    grain: float
    height: float
    edge: float
    from_right: bool


def _pen(rng: np.random.Generator) -> _Pen:
    pencil = rng.random() < 0.35
    dark, grain = (rng.uniform(0.45, 0.8), 0.2) if pencil else (rng.uniform(0.75, 1), 0.05)
    return _Pen(dark, grain, rng.uniform(0.68, 0.95), rng.uniform(0.25, 0.47), bool(rng.random() < 0.5))


def _px(box: Box) -> tuple[int, int, int, int]:
    return round(box.x * SCALE), round(box.y * SCALE), round(box.width * SCALE), round(box.height * SCALE)


def _write(ink: np.ndarray, box: Box, digits: np.ndarray, pen: _Pen, rng: np.random.Generator) -> None:
    x, y, width, height = _px(box)
    around = 6
    tall = min(1.02, pen.height * rng.uniform(0.92, 1.08)) * height
    glyph, edge = digits[rng.integers(len(digits))], pen.edge + rng.uniform(-0.03, 0.03)
    drawn = penned(glyph, (width, height), tall, rng, around=around, edge=edge)
    part = ink[y - around : y + height + around, x - around : x + width + around]
    np.maximum(part, drawn[: part.shape[0], : part.shape[1]], out=part)


def _tick(ink: np.ndarray, box: Box, rng: np.random.Generator) -> None:
    x, y, width, height = _px(box)
    shapes = (((0.05, 0.1, 0.95, 0.9), (0.9, 0.05, 0.1, 0.95)), ((0.1, 0.5, 0.4, 0.9), (0.4, 0.9, 1.1, -0.15)))
    for stroke in shapes[int(rng.integers(2))]:
        ends = np.array(stroke) + rng.normal(0, 0.07, 4)
        a, b, c, d = (int(end) for end in ends * [width, height, width, height] + [x, y, x, y])
        cv2.line(ink, (a, b), (c, d), 1.0, int(rng.integers(3, 6)), cv2.LINE_AA)


def _minus(ink: np.ndarray, box: Box, rng: np.random.Generator) -> None:
    """Draw a stroke in its box; some people tick it."""
    if rng.random() < 0.3:
        _tick(ink, box, rng)
        return
    x, y, width, height = _px(box)
    left, right = rng.uniform(0.02, 0.25) * width, rng.uniform(0.75, 1.1) * width
    ends = [y + height * (0.5 + float(off)) for off in rng.normal(0, 0.09, 2)]
    first, last = (round(x + left), round(ends[0])), (round(x + right), round(ends[1]))
    cv2.line(ink, first, last, 1.0, int(rng.integers(3, 6)), cv2.LINE_AA)


def _sign(ink: np.ndarray, x: float, y: float, rng: np.random.Generator) -> None:
    steps = np.cumsum(rng.normal([1.6, 0], [1, 1.2], (14, 2)), axis=0) + np.array([x + 2, y + 3.5])
    steps[:, 1] = np.clip(steps[:, 1], y + 1, y + 6)
    cv2.polylines(ink, [np.round(steps * SCALE).astype(np.int32)], False, 1.0, 3, cv2.LINE_AA)


def _printed(key: SheetKey, page: SheetPage, link: str) -> np.ndarray:
    width, height = SIZES[page.size]
    paper = np.full((round(height * SCALE), round(width * SCALE)), 255, np.uint8)
    side = MARK / MARK_CELLS
    for number, box in mark_places(page.size):
        _fill(paper, box, 0)
        for at in range(16):
            if MARKS[number] >> (15 - at) & 1:
                row, column = divmod(at, 4)
                _fill(paper, Box(box.x + side * (column + 1), box.y + side * (row + 1), side, side), 255)
    code = np.asarray(Image.open(qr_png(f"{link}#{key}")).convert("L"))
    x, y, across, down = _px(qr_place(page.size))
    paper[y : y + down, x : x + across] = cv2.resize(code, (across, down), interpolation=cv2.INTER_AREA)
    for row in page.rows:
        _line(paper, (EDGE, row.y), (width - EDGE, row.y))
        foot = (round((EDGE + 1) * SCALE), round((row.y + row.height / 2 + 1) * SCALE))
        word = SYLLABLES[row.cell % len(SYLLABLES)]
        cv2.putText(paper, word, foot, cv2.FONT_HERSHEY_SIMPLEX, 0.75, 0, 2, cv2.LINE_AA)
    for x_of_seat in page.columns:
        _line(paper, (x_of_seat, page.rows[0].y), (x_of_seat, page.below))
    for field in page.fields:
        x, y, across, down = _px(field.box)
        cv2.rectangle(paper, (x, y), (x + across, y + down), 150, 2)
        if field.kind == "sign":
            cv2.line(paper, (x - 16, y + down // 2), (x - 6, y + down // 2), 0, 2)
    return paper


def _line(paper: np.ndarray, start: tuple[float, float], end: tuple[float, float]) -> None:
    ends = [(round(x * SCALE), round(y * SCALE)) for x, y in (start, end)]
    cv2.line(paper, ends[0], ends[1], 215, 2)


def _fill(paper: np.ndarray, box: Box, grey: int) -> None:
    right, bottom = round((box.x + box.width) * SCALE), round((box.y + box.height) * SCALE)
    paper[round(box.y * SCALE) : bottom, round(box.x * SCALE) : right] = grey


def laid_out(papers: Sequence[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Return sheets on a table, two beside each other, none quite straight and some upside down, to be photographed as
    if they were one."""
    high, wide = (int(1.12 * max(paper.shape[side] for paper in papers)) for side in (0, 1))
    table = np.full((high * -(-len(papers) // 2), wide * min(2, len(papers))), 70, np.uint8)
    for at, paper in enumerate(papers):
        row, column = divmod(at, 2)
        height, width = paper.shape
        turn = rng.normal(0, 2) + (180 if rng.random() < 0.3 else 0)
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
        matrix[:, 2] += (wide - width) / 2, (high - height) / 2
        place = table[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
        cv2.warpAffine(paper, matrix, (wide, high), dst=place, borderMode=cv2.BORDER_TRANSPARENT)
    return table


def photographed(paper: np.ndarray, rng: np.random.Generator, weather: Weather = HARSH) -> bytes:
    """Return a JPEG of the paper on a table."""
    page = _stained(_creased(paper.astype(np.float32), rng, weather), rng, weather)
    photo = _projected(page, rng, weather)
    light = _light(photo.shape, rng, weather)
    photo = photo * light
    sigma = rng.uniform(0.3, max(0.31, weather.blur))
    photo = cv2.GaussianBlur(photo, (0, 0), sigma)
    photo += rng.normal(0, rng.uniform(1, weather.noise), photo.shape)
    out = BytesIO()
    Image.fromarray(np.clip(photo, 0, 255).astype(np.uint8)).save(out, "JPEG", quality=weather.quality)
    return out.getvalue()


def _creased(page: np.ndarray, rng: np.random.Generator, weather: Weather) -> np.ndarray:
    """Fold the paper a few times: along a fold it is darker on one side, and its parts no longer lie in one plane."""
    if not weather.creases:
        return page
    height, width = page.shape
    small = (width // 8 + 1, height // 8 + 1)
    xs, ys = np.meshgrid(np.arange(small[0], dtype=np.float32) * 8, np.arange(small[1], dtype=np.float32) * 8)
    move_x, move_y, shade = np.zeros_like(xs), np.zeros_like(xs), np.ones_like(xs)
    for _fold in range(rng.integers(0, weather.creases + 1)):
        angle, at = rng.uniform(0, np.pi), rng.uniform(0.2, 0.8, 2) * [width, height]
        away = (xs - at[0]) * np.cos(angle) + (ys - at[1]) * np.sin(angle)
        shade *= 1 - rng.uniform(0.05, 0.25) * np.exp(-(np.maximum(away, -away * 4) / (SCALE * 1.5)))
        bump = rng.uniform(-0.6, 0.6) * SCALE * np.exp(-np.abs(away) / (SCALE * 25))
        move_x, move_y = move_x + bump * np.cos(angle), move_y + bump * np.sin(angle)
    large = (width, height)
    maps = [cv2.resize(made.astype(np.float32), large) for made in (xs + move_x, ys + move_y, shade)]
    grid_x, grid_y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    off = [cv2.resize(move.astype(np.float32), large) for move in (move_x, move_y)]
    moved = cv2.remap(page, grid_x + off[0], grid_y + off[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return moved * maps[2]


def _stained(page: np.ndarray, rng: np.random.Generator, weather: Weather) -> np.ndarray:
    if rng.random() >= weather.coffee:
        return page
    height, width = page.shape
    stain = np.ones((height // 4 + 1, width // 4 + 1), np.float32)
    middle = (int(rng.uniform(0, stain.shape[1])), int(rng.uniform(0, stain.shape[0])))
    radius = int(rng.uniform(28, 42) * SCALE / 4)
    cv2.circle(stain, middle, radius, float(rng.uniform(0.8, 0.92)), -1)
    cv2.circle(stain, middle, radius, float(rng.uniform(0.6, 0.8)), int(rng.integers(2, 7)))
    stain = cv2.GaussianBlur(stain, (0, 0), 1.5)
    return page * cv2.resize(stain, (width, height))


def _projected(page: np.ndarray, rng: np.random.Generator, weather: Weather) -> np.ndarray:
    """Put the paper on a table, and look at it from a side."""
    height, width = page.shape
    tilt, towards = np.radians(rng.uniform(0, weather.tilt)), rng.uniform(0, 2 * np.pi)
    turn = np.radians(rng.normal(0, weather.turn)) + (np.pi if rng.random() < weather.upside_down else 0)
    middle = np.array([width / 2, height / 2])
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - middle
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = corners @ spin.T
    axis = np.array([np.cos(towards), np.sin(towards)])
    along, across = flat @ axis, flat @ np.array([-axis[1], axis[0]])
    depth = 1.9 * height + across * np.sin(tilt)
    tilted = np.outer(along, axis) + np.outer(across * np.cos(tilt), [-axis[1], axis[0]])
    seen = tilted * (1.9 * height / depth)[:, None]
    low, high = seen.min(axis=0), seen.max(axis=0)
    fill = rng.uniform(0.86, 0.97)
    scale = fill * min(SHORT / (high[0] - low[0]), LONG / (high[1] - low[1]))
    room = np.array([SHORT, LONG]) - scale * (high - low)
    placed = (seen - low) * scale + room * rng.uniform(0.2, 0.8, 2)
    matrix = cv2.getPerspectiveTransform((corners + middle).astype(np.float32), placed.astype(np.float32))
    grain = rng.normal(0, 12, (LONG // 8, SHORT // 8)).astype(np.float32)
    table = rng.uniform(40, 170) + cv2.resize(grain, (SHORT, LONG))
    # As a lens does, each pixel is the mean of what falls into it.
    soft = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.45 / max(scale, 0.1) - 0.3))
    return cv2.warpPerspective(soft, matrix, (SHORT, LONG), dst=table.copy(), borderMode=cv2.BORDER_TRANSPARENT)


def _light(shape: tuple[int, ...], rng: np.random.Generator, weather: Weather) -> np.ndarray:
    """Return how much light falls where: from one side, and with the shadow of whoever takes the photo."""
    rows, columns = np.mgrid[0 : shape[0] : 8, 0 : shape[1] : 8].astype(np.float32) / max(shape)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (columns - 0.4) * np.cos(angle) + (rows - 0.5) * np.sin(angle)
    light = rng.uniform(0.65, 0.98) * (1 + weather.shadow * rng.uniform(0, 0.6) * slope)
    if rng.random() < weather.shadow:
        angle, at, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.7), rng.uniform(0.004, 0.05)
        away = (columns - at) * np.cos(angle) + (rows - at) * np.sin(angle)
        light *= 1 - rng.uniform(0.2, 0.55) / (1 + np.exp(-away / soft))
    return cv2.resize(light.astype(np.float32), (shape[1], shape[0]))

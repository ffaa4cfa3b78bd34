"""Flatten a photo to the paper as it was printed, by the marks in the corners of a sheet."""

from dataclasses import dataclass

import cv2
import numpy as np

from league.photo.charts.digits import Ink
from league.photo.charts.marks import FEWEST_MARKS, Corners, SheetMarks
from league.photo.charts.photos import BLUR, DARK, MARKS, Grey, Unusable
from league.sheets.charts.sheet_layout import MARK_CELLS, SIZES, Box, mark_places

SCALE = 8  # pixels in a millimetre of the flattened paper
DARKEST_PAPER, FAINTEST_BLACK = 45, 0.3  # of 255; of the paper's brightness
SOFTEST_EDGE = 1.25  # millimetres from black to white
FLATTEST_EDGE = 0.12  # of a photo's contrast, from one pixel to the next
WIDEST_STROKE = 13  # millimetres: wider than a mark; what is wider still is a shadow or a stain


@dataclass(frozen=True, slots=True)
class FlatSheet:
    """The paper from above, `SCALE` pixels in a millimetre: its brightness, and its ink from 0 to 1, whatever light
    fell on it. `edge`: millimetres from black to white; `outline`: the corners of the paper in the photo."""

    size: str
    grey: Grey
    ink: Ink
    edge: float
    outline: Corners

    def cut(self, box: Box) -> Ink:
        """Return the ink within a rectangle in millimetres, as far as it lies on the paper."""
        return self.ink[_pixels(box)]

    def cut_grey(self, box: Box) -> Grey:
        """Return the brightness within a rectangle in millimetres."""
        return self.grey[_pixels(box)]


def flatten(photo: Grey, marks: SheetMarks) -> FlatSheet:
    """Return the sheet with these marks in the photo. Raise Unusable if they are too few, or it is too dark or
    blurred."""
    size, places = marks.size, dict(mark_places(marks.size))
    if len(marks.corners) < FEWEST_MARKS:
        raise Unusable(MARKS)
    on_paper = np.concatenate([_corners(places[number]) for number in marks.corners]) * SCALE
    in_photo = np.concatenate(list(marks.corners.values()))
    matrix, _ = cv2.findHomography(in_photo, on_paper.astype(np.float32))
    if matrix is None:
        raise Unusable(MARKS)
    width, height = (round(side * SCALE) for side in SIZES[size])
    # What lies outside of the photo is as bare as what glare has burnt out.
    flat = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(255,))
    grey: Grey = np.asarray(flat, np.uint8)
    light = _light(grey)
    boxes = [places[number] for number in marks.corners]
    if float(np.median(light)) < DARKEST_PAPER:
        raise Unusable(DARK)
    ink: Ink = 1 - np.asarray(cv2.divide(grey, light, dtype=cv2.CV_32F), np.float32)
    black = float(np.median([_darkness(ink, box) for box in boxes]))
    if black < FAINTEST_BLACK:
        raise Unusable(DARK)
    np.clip(ink / black, 0, 1, out=ink)
    edge = float(np.median([_edge(ink, box) for box in boxes])) / SCALE
    if edge > SOFTEST_EDGE:
        raise Unusable(BLUR)
    paper = _corners(Box(0, 0, width, height))[None]
    return FlatSheet(size, grey, ink, edge, cv2.perspectiveTransform(paper, np.linalg.inv(matrix))[0])


def _pixels(box: Box) -> tuple[slice, slice]:
    left, top = max(0, round(box.x * SCALE)), max(0, round(box.y * SCALE))
    right, bottom = round((box.x + box.width) * SCALE), round((box.y + box.height) * SCALE)
    return slice(top, bottom), slice(left, right)


def why_no_marks(photo: Grey) -> str:
    """Return why marks that may well be in the photo were not found."""
    dark, bright = (float(level) for level in np.percentile(photo[::4, ::4], [1, 99]))
    if bright < DARKEST_PAPER:
        return DARK
    steepest = float(np.percentile(np.abs(np.diff(photo.astype(np.int16), axis=1))[::2], 99.9))
    return BLUR if steepest < FLATTEST_EDGE * max(bright - dark, 1) else MARKS


def _corners(box: Box) -> Corners:
    right, bottom = box.x + box.width, box.y + box.height
    return np.array([(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)], np.float32)


def _light(grey: Grey) -> Grey:
    """Return how bright bare paper is at each place: the brightest near it, smoothed."""
    height, width = grey.shape
    small = cv2.resize(grey, (width // SCALE, height // SCALE), interpolation=cv2.INTER_AREA)
    bare = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((WIDEST_STROKE, WIDEST_STROKE), np.uint8))
    smooth = cv2.GaussianBlur(bare, (0, 0), 2.5)
    return np.asarray(np.maximum(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR), 1), np.uint8)


def _darkness(ink: Ink, box: Box) -> float:
    """Return the ink of a mark's black rim."""
    part = ink[_pixels(box)]
    rim = max(2, part.shape[0] // MARK_CELLS - 4)
    return float(np.median(np.concatenate([part[2:rim].ravel(), part[-rim:-2].ravel()])))


def _edge(ink: Ink, box: Box) -> float:
    """Return over how many pixels the sharpest edges of a mark go from black to white."""
    around = Box(box.x - 1.5, box.y - 1.5, box.width + 3, box.height + 3)
    part = ink[_pixels(around)]
    return 1 / max(float(np.percentile(np.abs(np.diff(part, axis=1)), 97)), 1e-3)

"""Find the marks in the corners of a sheet, and flatten the photo to the paper as it was printed."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from league.photo.charts.digits import Ink
from league.photo.charts.photos import BLUR, DARK, MARKS, SEVERAL, Grey, Unusable
from league.results.charts.sheet_layout import CORNERS, MARK_CELLS, SIZES, Box, mark_places
from league.results.charts.sheet_layout import MARKS as PRINTED

SCALE = 8  # pixels in a millimetre of the flattened paper
FEWEST_MARKS = 3  # their twelve corners are enough
DARKEST_PAPER, FAINTEST_BLACK = 45, 0.3  # of 255; of the paper's brightness
SOFTEST_EDGE = 1.25  # millimetres from black to white
FLATTEST_EDGE = 0.12  # of a photo's contrast, from one pixel to the next
WIDEST_STROKE = 13  # millimetres: wider than a mark; what is wider still is a shadow or a stain


@dataclass(frozen=True, slots=True)
class FlatSheet:
    """The paper from above, `SCALE` pixels in a millimetre: its brightness, and its ink from 0 to 1, whatever light
    fell on it. `edge`: millimetres from black to white."""

    size: str
    grey: Grey
    ink: Ink
    edge: float

    def cut(self, box: Box) -> Ink:
        """Return the ink within a rectangle in millimetres, as far as it lies on the paper."""
        return self.ink[_pixels(box)]

    def cut_grey(self, box: Box) -> Grey:
        """Return the brightness within a rectangle in millimetres."""
        return self.grey[_pixels(box)]


def flatten(photo: Grey) -> FlatSheet:
    """Return the sheet in the photo. Raise Unusable where its marks are not found, or it is too dark or blurred."""
    size, found = _marks(photo)
    places = dict(mark_places(size))
    on_paper = np.concatenate([_corners(places[number]) for number, _ in found]) * SCALE
    in_photo = np.concatenate([corners for _, corners in found])
    matrix, _ = cv2.findHomography(in_photo, on_paper.astype(np.float32))
    if matrix is None:
        raise Unusable(MARKS)
    width, height = (round(side * SCALE) for side in SIZES[size])
    # What lies outside of the photo is as bare as what glare has burnt out.
    flat = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(255,))
    grey: Grey = np.asarray(flat, np.uint8)
    light = _light(grey)
    boxes = [places[number] for number, _ in found]
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
    return FlatSheet(size, grey, ink, edge)


def _pixels(box: Box) -> tuple[slice, slice]:
    left, top = max(0, round(box.x * SCALE)), max(0, round(box.y * SCALE))
    right, bottom = round((box.x + box.width) * SCALE), round((box.y + box.height) * SCALE)
    return slice(top, bottom), slice(left, right)


def _marks(photo: Grey) -> tuple[str, list[tuple[int, NDArray[np.float32]]]]:
    """Return the size of the paper, and number and corners of its marks."""
    corners, numbers, _ = _detector().detectMarkers(photo)
    found = [] if numbers is None else [(int(one), at) for one, at in zip(numbers.ravel(), corners, strict=True)]
    sizes = list(SIZES)
    by_size = {size: [one for one in found if one[0] // CORNERS == at] for at, size in enumerate(sizes)}
    size = max(sizes, key=lambda size: len(by_size[size]))
    marks = by_size[size]
    if len({number for number, _ in marks}) < FEWEST_MARKS:
        raise Unusable(_why_no_marks(photo))
    if len({number for number, _ in marks}) < len(marks):
        raise Unusable(SEVERAL)
    return size, [(number, np.asarray(corner, np.float32).reshape(4, 2)) for number, corner in marks]


def _why_no_marks(photo: Grey) -> str:
    """Return why marks were not found that may well be there."""
    dark, bright = (float(level) for level in np.percentile(photo[::4, ::4], [1, 99]))
    if bright < DARKEST_PAPER:
        return DARK
    steepest = float(np.percentile(np.abs(np.diff(photo.astype(np.int16), axis=1))[::2], 99.9))
    return BLUR if steepest < FLATTEST_EDGE * max(bright - dark, 1) else MARKS


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    known.bytesList = known.bytesList[: len(PRINTED)]  # the fewer there are, the less looks like one of them
    wanted = cv2.aruco.DetectorParameters()
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(known, wanted)


def _corners(box: Box) -> NDArray[np.float32]:
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

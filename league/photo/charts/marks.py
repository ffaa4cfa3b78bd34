"""Find the printed marks in a photo, and say which of them are of one sheet.

All sheets of a size have the same four marks. A mark alone says how large and which way round its paper lies there,
and so where the others of its sheet must be expected. The mean of what two marks say of each other is nearly right
however far the paper is tilted; between two sheets it is far off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from league.photo.charts.photos import Grey
from league.sheets.charts.sheet_layout import CORNERS, MARK, SIZES, mark_places
from league.sheets.charts.sheet_layout import MARKS as PRINTED

Corners = NDArray[np.float32]
Found = tuple[int, Corners]
FEWEST_MARKS = 3  # of a sheet: their twelve corners are enough
CUT_OFF = 2  # marks that fit together are of a sheet that is not all in the photo; one alone may be anything
FARTHEST_OFF = 0.15  # of the way from one mark to another of its sheet
MOST_MARKS = 120  # that are compared with each other: far more than the sheets that are read have


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """Hold the marks of one sheet: the size of its paper, and by number the four corners of each in the photo."""

    size: str
    corners: Mapping[int, Corners]

    @property
    def middle(self) -> tuple[float, float]:
        x, y = np.concatenate(list(self.corners.values())).mean(axis=0)
        return float(x), float(y)


def marked_sheets(photo: Grey) -> list[SheetMarks]:
    """Return the sheets that have two marks or more in the photo: row by row, the ones with enough before others."""
    corners, numbers, _ = _detector().detectMarkers(photo)
    numbered = [] if numbers is None else list(zip(map(int, numbers.ravel()), corners, strict=True))
    marks_there = [(number, np.asarray(at, np.float32).reshape(4, 2)) for number, at in numbered[:MOST_MARKS]]
    groups = [marks for marks in _grouped(marks_there) if len(marks) >= CUT_OFF]
    sheets = [SheetMarks(list(SIZES)[marks[0][0] // CORNERS], dict(marks)) for marks in groups]
    row = min((float(np.linalg.norm(_step(marks[0][1]) @ [0, SIZES["A5"][1]])) for marks in groups), default=1)
    return sorted(
        sheets, key=lambda sheet: (len(sheet.corners) < FEWEST_MARKS, round(sheet.middle[1] / row), sheet.middle[0])
    )


def _grouped(found: Sequence[Found]) -> list[list[Found]]:
    """Put marks together that fit best first; none is twice in a sheet."""
    pairs = sorted((_off(found[at], found[other]), at, other) for at, other in combinations(range(len(found)), 2))
    groups = [[mark] for mark in found]
    group_of = list(range(len(found)))
    for off, at, other in pairs:
        first, second = group_of[at], group_of[other]
        if off > FARTHEST_OFF:
            break
        if first == second or {number for number, _ in groups[first]} & {number for number, _ in groups[second]}:
            continue
        groups[first] += groups[second]
        groups[second] = []
        group_of = [first if group == second else group for group in group_of]
    return [group for group in groups if group]


def _off(one: Found, other: Found) -> float:
    """Return how far the way between two marks is from that on paper, as part of it."""
    (first, here), (second, there) = one, other
    if first == second or first // CORNERS != second // CORNERS:
        return float("inf")
    places = dict(mark_places(list(SIZES)[first // CORNERS]))
    on_paper = np.array(places[second][:2]) - np.array(places[first][:2])
    expected = (_step(here) + _step(there)) / 2 @ on_paper
    way = there.mean(axis=0) - here.mean(axis=0)
    return float(np.linalg.norm(way - expected) / max(float(np.linalg.norm(expected)), 1e-6))


def _step(corners: Corners) -> NDArray[np.float32]:
    """Return how far in the photo a millimetre to the right and one downwards go, as columns."""
    top_left, top_right, low_right, low_left = corners
    right = (top_right - top_left + low_right - low_left) / 2
    down = (low_left - top_left + low_right - top_right) / 2
    return np.asarray(np.stack([right, down], axis=1) / MARK, np.float32)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    dictionary.bytesList = dictionary.bytesList[: len(PRINTED)]  # the fewer there are, the less looks like one of them
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(dictionary, parameters)

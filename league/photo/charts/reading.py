"""Read a photo of a score sheet: what is in each box, with a probability for every answer.

Nothing here knows a game: the boxes come from the layout that the sheet was printed by, and `settling` makes figures
of them. Time is bounded by the size of the photo (`photos`) and of the paper.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from games.rules.systems import SYSTEMS
from league.photo.charts.digits import Ink, digit_probabilities
from league.photo.charts.flattening import SCALE, FlatSheet, flatten, why_no_marks
from league.photo.charts.marks import FEWEST_MARKS, SheetMarks, marked_sheets
from league.photo.charts.photos import (
    CODE,
    GLARE,
    MANY,
    MOST_SHEETS,
    SEVERAL,
    UNKNOWN,
    Photo,
    Unusable,
    cut_out,
    open_photo,
)
from league.photo.rules.settling import BoxReading, Shares
from league.sheets.charts.sheet_layout import Box, Field, FindSystem, SheetKey, SheetPage, key_in, page_of, qr_place

REACH = 1.3  # millimetres that paper may be bent away from where the marks say
# Millimetres. A digit may reach over its box, and the network knows the lines of boxes; in a tick they would count.
DIGIT_INSET, TICK_INSET = -0.35, 0.45
# Lines are looked for in ink no darker than they are, because writing must not draw them away. Where they are fainter
# against their surroundings, the boxes are where they should be, or lost, if all is white there.
DARKEST_LINE, FAINTEST_LINE, BURNT_OUT = 0.3, 0.02, 250
MOST_IN_STRIP = 7  # boxes that are looked for together: paper bends along more
MOST_LOST = 0.15  # of the boxes; a photo with more is refused
INKED = 0.27
TICKED, TICK_SPREAD = 0.11, 0.012  # of a box's inside that is inked: as likely ticked as not; and how fast that turns


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One page of a sheet as it was read. `link` is what its QR code says, "" if that can't be read; `jpeg` is the
    file to keep; `paper` the flattened sheet, for crops."""

    key: SheetKey
    link: str
    page: SheetPage
    boxes: tuple[BoxReading, ...]
    jpeg: bytes
    paper: FlatSheet


def read_sheet(
    content: bytes, expected: SheetKey | None = None, wanted: str = "", find: FindSystem = SYSTEMS.get
) -> SheetReading:
    """Return the readings of the sheet in a photo; of several, of the one whose QR code has `wanted` in it. `expected`
    is the sheet that the photo should show, for a QR code that can't be read: the size of the paper is in the marks.
    `find` says which game an id stands for. Raise Unusable."""
    photo = open_photo(content)
    sheets = _sheets_in(photo)
    if len(sheets) == 1:
        return _read(flatten(photo.grey, sheets[0]), photo.jpeg, find, expected)
    for marks in sheets[:MOST_SHEETS] if wanted else ():
        with suppress(Unusable):
            paper = flatten(photo.grey, marks)
            if wanted in _qr_text(paper):
                break
    else:
        raise Unusable(SEVERAL)
    return _read(paper, cut_out(photo, paper.outline), find)


def read_sheets(content: bytes, find: FindSystem = SYSTEMS.get) -> Iterator[SheetReading | Unusable]:
    """Yield the readings of each sheet in a photo, or why there are none of it. Raise Unusable for a photo without any
    sheet."""
    photo = open_photo(content)
    sheets = _sheets_in(photo, cut_off=True)
    for marks in sheets[:MOST_SHEETS]:
        try:
            paper = flatten(photo.grey, marks)
            yield _read(paper, photo.jpeg if len(sheets) == 1 else cut_out(photo, paper.outline), find)
        except Unusable as why:
            yield why
    if len(sheets) > MOST_SHEETS:
        yield Unusable(MANY)


def _sheets_in(photo: Photo, *, cut_off: bool = False) -> list[SheetMarks]:
    """Return the marks of each sheet, with `cut_off` also of sheets that are not all in the photo. Raise Unusable for a
    photo without any sheet."""
    sheets = marked_sheets(photo.grey)
    complete = [marks for marks in sheets if len(marks.corners) >= FEWEST_MARKS]
    if not complete:
        raise Unusable(why_no_marks(photo.grey))
    return sheets if cut_off else complete


def _read(paper: FlatSheet, jpeg: bytes, find: FindSystem, expected: SheetKey | None = None) -> SheetReading:
    link = _qr_text(paper)
    key = key_in(link)
    if key is None and expected is not None:
        key = expected._replace(size=paper.size)
    if not link and key is None:
        raise Unusable(CODE)
    page = page_of(key, find) if key and key.size == paper.size else None
    if key is None or page is None:
        raise Unusable(UNKNOWN)
    return SheetReading(key, link, page, _boxes(paper, page), jpeg, paper)


def _qr_text(paper: FlatSheet) -> str:
    """Return what the QR code says, "" if that can't be read. Its place is known, which saves most of the search."""
    ink = np.pad(paper.cut(_within(qr_place(paper.size), -0.5)), 2 * SCALE)  # codes need a white rim
    bright = (255 - 255 * ink).astype(np.uint8)
    for larger in (2, 4, 3):
        scaled = cv2.resize(bright, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):  # what one can't read, the other one can
            text, _, _ = detector.detectAndDecode(scaled)
            if text:
                return str(text)
    return ""


def _boxes(paper: FlatSheet, page: SheetPage) -> tuple[BoxReading, ...]:
    cells: dict[tuple[int, int], list[Field]] = defaultdict(list)
    for field in page.fields:
        cells[field.seat, field.cell].append(field)
    strips = (
        fields[at : at + MOST_IN_STRIP] for fields in cells.values() for at in range(0, len(fields), MOST_IN_STRIP)
    )
    placed = [(field, place) for fields in strips for field, place in _placed(paper, fields)]
    lost = sum(place is None for _, place in placed)
    if lost > MOST_LOST * len(placed):
        raise Unusable(GLARE)
    digits = [(field, place) for field, place in placed if place and field.kind == "digit"]
    shares = digit_probabilities([paper.cut(_within(place, DIGIT_INSET)) for _, place in digits])
    read = {id(field): tuple(map(float, row)) for (field, _), row in zip(digits, shares, strict=True)}
    return tuple(
        BoxReading(field, read.get(id(field)) or (_ticked(paper, place) if place else ()), place or field.box)
        for field, place in placed
    )


def _within(box: Box, inset: float) -> Box:
    return Box(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)


def _ticked(paper: FlatSheet, place: Box) -> Shares:
    covered = float((paper.cut(_within(place, TICK_INSET)) > INKED).mean())
    return (1 / (1 + float(np.exp((TICKED - covered) / TICK_SPREAD))),)


def _placed(paper: FlatSheet, fields: Sequence[Field]) -> list[tuple[Field, Box | None]]:
    """Return where the boxes of one cell lie: paper is never quite flat, so their printed lines are looked for near
    the place where they should be. None for boxes that are lost."""
    left, top = fields[0].box.x - REACH, fields[0].box.y - REACH
    right = max(field.box.x + field.box.width for field in fields) + REACH
    bottom = max(field.box.y + field.box.height for field in fields) + REACH
    if left < 0 or top < 0:
        return [(field, field.box) for field in fields]
    around = Box(left, top, right - left, bottom - top)
    strip = paper.cut(around)
    lines = _lines(tuple(_moved(field.box, -left - REACH, -top - REACH) for field in fields))
    seen = np.minimum(strip, DARKEST_LINE)
    match = cv2.matchTemplate(seen, lines, cv2.TM_CCORR) / float(np.abs(lines).sum() / 2)
    rows, columns = np.indices(match.shape)
    middle = REACH * SCALE
    far = ((rows - middle) ** 2 + (columns - middle) ** 2) / middle**2
    row, column = np.unravel_index(int((match - 0.02 * far).argmax()), match.shape)
    if match[row, column] < FAINTEST_LINE:
        burnt_out = float(np.median(paper.cut_grey(around))) >= BURNT_OUT
        return [(field, None if burnt_out else field.box) for field in fields]
    x, y = (float(column) - middle) / SCALE, (float(row) - middle) / SCALE
    return [(field, _moved(field.box, x, y)) for field in fields]


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(round(box.x + x, 3), round(box.y + y, 3), box.width, box.height)


@lru_cache(maxsize=512)
def _lines(boxes: tuple[Box, ...]) -> Ink:
    """Return a template of the outlines of boxes: more where lines are, less close beside them, and 0 in all."""
    width = round(max(box.x + box.width for box in boxes) * SCALE) + 1
    height = round(max(box.y + box.height for box in boxes) * SCALE) + 1
    drawn = np.zeros((height, width), np.float32)
    for box in boxes:
        first, last = (round(box.x * SCALE), round(box.y * SCALE)), (box.x + box.width, box.y + box.height)
        cv2.rectangle(drawn, first, (round(last[0] * SCALE), round(last[1] * SCALE)), 1.0, 2)
    beside = cv2.dilate(drawn, np.ones((9, 9), np.uint8)) - drawn
    return np.asarray(drawn - beside * (float(drawn.sum()) / max(float(beside.sum()), 1)), np.float32)

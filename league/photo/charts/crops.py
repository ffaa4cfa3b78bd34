"""Cut what is in the boxes of a field out of a photo, as small pictures for its form."""

from base64 import b64encode
from collections.abc import Iterable, Sequence

import cv2

from league.photo.charts.flattening import FlatSheet
from league.photo.rules.settling import BoxReading
from league.sheets.charts.sheet_layout import Box

AROUND = 0.7  # millimetres
# Millimetres at which the words of a choice stand to the right of its box, and the number of a seat to the left.
WORDS, NUMBER = 13.0, 1.8
QUALITY = 45


def crop(paper: FlatSheet, cells: Iterable[Sequence[BoxReading]], *, words: bool, numbers: bool) -> str:
    """Return the cells beside each other, as a data: URL. `words`, `numbers`: what is printed beside the boxes says
    what they mean."""
    parts = [paper.cut_grey(_around([box.place for box in boxes], words=words, numbers=numbers)) for boxes in cells]
    height = max((part.shape[0] for part in parts), default=0)
    drawn = [
        cv2.copyMakeBorder(part, 0, height - part.shape[0], 0, 0, cv2.BORDER_REPLICATE) for part in parts if part.size
    ]
    if not drawn:
        return ""
    _done, content = cv2.imencode(".webp", cv2.hconcat(drawn), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    return f"data:image/webp;base64,{b64encode(content.tobytes()).decode('ascii')}"


def _around(places: Sequence[Box], *, words: bool, numbers: bool) -> Box:
    left = min(place.x for place in places) - AROUND - (NUMBER if numbers else 0)
    right = max(place.x + place.width for place in places) + AROUND + (WORDS if words else 0)
    top = min(place.y for place in places) - AROUND
    return Box(left, top, right - left, max(place.y + place.height for place in places) + AROUND - top)

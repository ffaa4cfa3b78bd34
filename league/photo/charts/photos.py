"""Open a photo safely, and say why one cannot be read.

The photo is bounded in bytes and pixels, and opened and scaled down to the size that the reader needs in a separate
process (`characters.charts.apart`). The file to keep is encoded again from its pixels, without anything that a camera
wrote beside them, such as the place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from struct import calcsize, unpack_from
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from characters.charts.apart import Refused, TooMuchWork, opened_apart
from characters.charts.unpacking import BROKEN, MOST_PIXELS, PIXELS, QUALITY, SCANS, SHORTEST, SIZE, SMALL, photo
from engine.translatable import Translatable, said

MOST_BYTES = 15_000_000
MOST_SHEETS = 8  # in one photo
Grey = NDArray[np.uint8]

BYTES, TOO_MUCH = "bytes", "too much"
MARKS, SEVERAL, MANY, DARK, BLUR, GLARE = "marks", "several", "many", "dark", "blur", "glare"
CODE, UNKNOWN = "code", "unknown"
REASONS: Mapping[str, Translatable] = MappingProxyType(
    {
        BROKEN: said("This file can't be read as a picture. A photo is a JPEG, PNG or WebP file."),
        BYTES: said("The file is larger than {most} MB. Take the photo in a lower quality.", most=15),
        PIXELS: said(
            "The photo has more than {most} million pixels, or {fewer} if it is not an ordinary JPEG. Take it in a "
            "lower quality.",
            most=MOST_PIXELS["rows"] // 1_000_000,
            fewer=MOST_PIXELS["WEBP"] // 1_000_000,
        ),
        SCANS: said("The photo is stored in too many passes. Send it as the camera took it, or as an ordinary JPEG."),
        TOO_MUCH: said("This photo takes too long to open. Take it in a lower quality."),
        SMALL: said("The photo is too small to read. Its longer side needs {least} pixels.", least=SHORTEST),
        MARKS: said(
            "The black marks in the corners of the sheet are not all in the photo. Take all of it, from above."
        ),
        SEVERAL: said(
            "There are several sheets in the photo, and none can be read as this one. Photograph it on its own."
        ),
        MANY: said("There are more than {most} sheets in the photo. Take another one of the rest.", most=MOST_SHEETS),
        DARK: said("The photo is too dark. Take it again where there is more light."),
        BLUR: said("The photo is blurred. Hold still, and wait until the picture is sharp."),
        GLARE: said("Light reflects off the figures. Take the photo from another side."),
        CODE: said(
            "The QR code of the sheet can't be read. Take the photo again, or take it on the page of the table."
        ),
        UNKNOWN: said("This sheet was printed by another version of the site, so its boxes can't be found."),
    }
)


class Unusable(ValueError):
    """Refuse a photo. `reason` is a key of `REASONS`; the message tells the photographer what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo as it is read, and the file to keep of it: re-encoded, upright, without metadata."""

    grey: Grey
    jpeg: bytes


def begins_as_photo(content: bytes) -> bool:
    return content.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n", b"RIFF"))


def open_photo(content: bytes) -> Photo:
    """Return the photo, no longer than `LONGEST`. Raise Unusable."""
    if len(content) > MOST_BYTES:
        raise Unusable(BYTES)
    try:
        opened = opened_apart(photo, content)
    except Refused as error:
        raise Unusable(error.reason) from error
    except TooMuchWork as error:
        raise Unusable(TOO_MUCH) from error
    width, height = unpack_from(SIZE, opened)
    grey = np.frombuffer(opened, np.uint8, width * height, calcsize(SIZE)).reshape(height, width)
    return Photo(grey, opened[calcsize(SIZE) + width * height :])


def cut_out(photo: Photo, outline: NDArray[np.float32]) -> bytes:
    """Return the file to keep of one of several sheets, so that it shows none of the others."""
    with Image.open(BytesIO(photo.jpeg)) as opened:
        around = Image.new("L", opened.size)
        ImageDraw.Draw(around).polygon([(float(x), float(y)) for x, y in outline], fill=255)
        alone = Image.composite(opened, Image.new("RGB", opened.size), around)
        return _encoded(alone.crop(around.getbbox()))


def _encoded(picture: Image.Image) -> bytes:
    """Return a new picture of these pixels: Pillow would copy comments and profiles of the old one."""
    out = BytesIO()
    Image.fromarray(np.asarray(picture)).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()

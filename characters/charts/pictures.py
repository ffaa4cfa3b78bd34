"""Redraw a picture that somebody uploads: a small square JPEG that keeps nothing but its colours.

The claims of a file are not believed: its size is refused before a pixel is unpacked, one that ends before its last row
is refused, and place, camera and comments stay behind. No Django here.
"""

import zlib
from collections.abc import Iterator
from io import BytesIO
from struct import error as StructError
from struct import unpack_from

from PIL import Image, ImageOps

from engine.said import said

SIDE = 256
SMALLEST = 64
MOST_BYTES = 5_000_000
MOST_PIXELS = 25_000_000
FORMATS = ("JPEG", "PNG", "WEBP")
PAPER = (251, 248, 242)
_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    StructError,
    MemoryError,
    zlib.error,
)
UNREADABLE = said("This file is no picture that can be read. Choose a JPEG, PNG or WebP.")


class BadPicture(ValueError):
    """A picture that is refused, with a sentence that says what to bring instead."""


def square_jpeg(content: bytes) -> bytes:
    """Return the middle of the picture, `SIDE` by `SIDE`, the right way up. Raise BadPicture."""
    if not content:
        raise BadPicture(said("The file is empty."))
    if len(content) > MOST_BYTES:
        raise BadPicture(
            said("The file is larger than {most} MB. Choose a smaller picture.", most=MOST_BYTES // 1_000_000)
        )
    try:
        return _drawn_anew(content)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise BadPicture(_too_large()) from error
    except BadPicture:
        raise  # a ValueError, too
    except _BROKEN as error:
        raise BadPicture(UNREADABLE) from error


def _drawn_anew(content: bytes) -> bytes:
    with Image.open(BytesIO(content), formats=FORMATS) as opened:
        width, height = opened.size
        if width * height > MOST_PIXELS:
            raise BadPicture(_too_large())
        if min(width, height) < SMALLEST:
            raise BadPicture(said("The picture is too small: {least} by {least} pixels at least.", least=SMALLEST))
        if opened.format == "PNG":
            _check_rows(content)
        opened.draft("RGB", (SIDE * 2, SIDE * 2))  # a JPEG is unpacked no larger than it takes
        turned = ImageOps.exif_transpose(opened).convert("RGBA")
    fitted = ImageOps.fit(turned, (SIDE, SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGB", (SIDE, SIDE), PAPER)  # a new one: what was said of the old one is not in it
    fresh.paste(fitted, mask=fitted.getchannel("A"))
    out = BytesIO()
    fresh.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()


CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # of a PNG, by its type of colour
WHOLE = ((0, 0, 1, 1),)
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_PIECE = 1_000_000


def _check_rows(content: bytes) -> None:
    """Refuse a PNG that lacks its end, a checksum or a row: Pillow fills missing parts with black. It refuses other
    broken files itself."""
    with Image.open(BytesIO(content), formats=("PNG",)) as opened:
        opened.verify()  # every chunk and its checksum, up to the end
    width, height, depth, colour, _, _, interlaced = unpack_from(">IIBBBBB", content, 16)
    missing, bits = 0, depth * CHANNELS[colour]
    for left, top, across, down in ADAM7 if interlaced else WHOLE:
        columns, rows = -((left - width) // across), -((top - height) // down)
        missing += rows * (1 + -(-columns * bits // 8)) if columns > 0 else 0
    for unpacked in _unpacked(content):
        missing -= unpacked
        if missing <= 0:
            return
    raise BadPicture(UNREADABLE)


def _unpacked(content: bytes) -> Iterator[int]:
    """Yield the sizes of the pieces to which the rows of a PNG unpack."""
    rows, at = zlib.decompressobj(), 8
    while at < len(content):
        size, kind = unpack_from(">I4s", content, at)
        packed = content[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        while packed and not rows.eof:
            yield len(rows.decompress(packed, _PIECE))
            packed = rows.unconsumed_tail
        at += 12 + size
    yield len(rows.flush())


def _too_large() -> str:
    return said(
        "The picture has too many pixels: {most} million at most. Choose a smaller one.", most=MOST_PIXELS // 1_000_000
    )

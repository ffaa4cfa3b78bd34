"""Unpack an uploaded picture, within a separate process (`apart`). What the work will be is read from the file before a
pixel is unpacked: pixels, scans, parts. No Django and no sentences here: the process has to begin soon."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from struct import error as StructError
from struct import pack, unpack_from

from PIL import Image, ImageOps

from characters.charts.apart import Refused

BROKEN, PIXELS, SCANS, SMALL = "broken", "pixels", "scans", "small"
FORMATS = ("JPEG", "PNG", "WEBP")
SIDE, SMALLEST, PAPER = 256, 64, (251, 248, 242)  # of the picture of a character
LONGEST, SHORTEST = 2200, 600  # pixels of the longer side of a photo: more is scaled down, less is too little to read
LONGEST_SHOWN, QUALITY = 1600, 80
# A JPEG whose rows follow each other is unpacked no larger than it is used. Of all others every pixel is held at once,
# and of a WebP four times.
MOST_PIXELS = {"rows": 50_000_000, "JPEG": 25_000_000, "PNG": 25_000_000, "WEBP": 16_000_000}
MOST_SCANS = 20  # each goes over all pixels; programs write ten
MOST_PARTS = 2_000  # of a JPEG besides its pixels
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, StructError, zlib.error)


def square(content: bytes) -> bytes:
    """Return the middle of a picture as a JPEG of `SIDE` by `SIDE`, the right way up, with nothing but its colours."""
    with _opened(content) as opened:
        if min(opened.size) < SMALLEST:
            raise Refused(SMALL)
        opened.draft("RGB", (SIDE * 2, SIDE * 2))
        fitted = ImageOps.fit(_pixels(opened, content, "RGBA"), (SIDE, SIDE), Image.Resampling.LANCZOS)
    turned = ImageOps.exif_transpose(fitted)
    fresh = Image.new("RGB", (SIDE, SIDE), PAPER)  # a new one: what was said of the old one is not in it
    fresh.paste(turned, mask=turned.getchannel("A"))
    out = BytesIO()
    fresh.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()


def photo(content: bytes) -> bytes:
    """Return a photo no longer than `LONGEST`, upright: width and height, its grey pixels, and the JPEG to keep."""
    with _opened(content) as opened:
        if max(opened.size) < SHORTEST:
            raise Refused(SMALL)
        upright = _upright(opened, content, LONGEST)
    return pack(SIZE, *upright.size) + upright.convert("L").tobytes() + _jpeg(upright)


SIZE = ">II"


def shown_photo(content: bytes) -> bytes:
    """Return a photo to look at as a JPEG no longer than `LONGEST_SHOWN`, upright, with nothing but its colours."""
    with _opened(content) as opened:
        if min(opened.size) < SMALLEST:
            raise Refused(SMALL)
        return _jpeg(_upright(opened, content, LONGEST_SHOWN))


def _upright(opened: Image.Image, content: bytes, longest: int) -> Image.Image:
    opened.draft("RGB", (longest, longest))
    upright = _pixels(opened, content, "RGB")
    upright.thumbnail((longest, longest), Image.Resampling.BILINEAR)
    return ImageOps.exif_transpose(upright)


def _jpeg(upright: Image.Image) -> bytes:
    out = BytesIO()
    # A new picture of these pixels: Pillow would copy comments and profiles of the old one.
    Image.frombytes("RGB", upright.size, upright.tobytes()).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def _opened(content: bytes) -> Image.Image:
    """Return the picture, of which nothing but the head is read."""
    scans = _scans(content)
    try:
        opened = Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refused(PIXELS) from error
    except _BROKEN as error:
        raise Refused(BROKEN) from error
    kind = "rows" if scans and not opened.info.get("progressive") else str(opened.format).replace("MPO", "JPEG")
    if opened.width * opened.height > MOST_PIXELS[kind]:
        raise Refused(PIXELS)
    return opened


def _pixels(opened: Image.Image, content: bytes, mode: str) -> Image.Image:
    try:
        if opened.format == "PNG":
            _check_rows(content)
        return opened.convert(mode)
    except _BROKEN as error:
        raise Refused(BROKEN) from error


# Where a part of a JPEG begins. Within pixels FF stands before 00 and before marks that have no length.
_PART = re.compile(rb"\xff+([^\x00\x01\xd0-\xd8\xff])")
_END, _SCAN = b"\xd9", b"\xda"


def _scans(content: bytes) -> int:
    """Return how often a JPEG goes over its pixels, 0 for other files; refuse one that does so too often."""
    if not content.startswith(b"\xff\xd8"):
        return 0
    scans, at = 0, 2
    for _ in range(MOST_PARTS):
        part = _PART.search(content, at)
        if part is None or part[1] == _END:
            return scans
        scans += part[1] == _SCAN
        if scans > MOST_SCANS:
            raise Refused(SCANS)
        at = part.end() + int.from_bytes(content[part.end() : part.end() + 2], "big")
    raise Refused(BROKEN)


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
    raise Refused(BROKEN)


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

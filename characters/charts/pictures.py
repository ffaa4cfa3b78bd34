"""A picture that somebody uploads, drawn anew: a small square JPEG of which nothing but the colours is theirs.

What a file says of itself is not believed: its size is refused before a pixel is unpacked, and place, camera and
comments stay behind. No Django here.
"""

from io import BytesIO
from struct import error as StructError

from PIL import Image, ImageOps

from engine.said import said

SIDE = 256
SMALLEST = 64
MOST_BYTES = 5_000_000
MOST_PIXELS = 25_000_000
FORMATS = ("JPEG", "PNG", "WEBP")
PAPER = (251, 248, 242)
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, StructError, MemoryError)
UNREADABLE = said("This file is no picture that can be read. Choose a JPEG, PNG or WebP.")


class BadPicture(ValueError):
    """Refused, with a sentence that says what to bring instead."""


def square_jpeg(content: bytes) -> bytes:
    """The middle of the picture, `SIDE` by `SIDE`, the right way up. Raises BadPicture."""
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
        opened.draft("RGB", (SIDE * 2, SIDE * 2))  # a JPEG is unpacked no larger than it takes
        turned = ImageOps.exif_transpose(opened).convert("RGBA")
    fitted = ImageOps.fit(turned, (SIDE, SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGB", (SIDE, SIDE), PAPER)  # a new one: what was said of the old one is not in it
    fresh.paste(fitted, mask=fitted.getchannel("A"))
    out = BytesIO()
    fresh.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()


def _too_large() -> str:
    return said(
        "The picture has too many pixels: {most} million at most. Choose a smaller one.", most=MOST_PIXELS // 1_000_000
    )

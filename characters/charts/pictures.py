"""Redraw a picture that somebody uploads: a small JPEG that keeps nothing but its colours. The claims of a file
are not believed: what it would take to unpack is read from its head, in a separate process. One that ends before its
last row is refused, and place, camera and comments stay behind. No Django here."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from characters.charts.apart import Refused, TooMuchWork, opened_apart
from characters.charts.unpacking import BROKEN, MOST_PIXELS, PIXELS, SCANS, SMALL, SMALLEST, shown_photo, square
from engine.translatable import Translatable, said

MOST_BYTES, MOST_BYTES_OF_PHOTO = 5_000_000, 15_000_000
TOO_MUCH = "too much"
REASONS: Mapping[str, Translatable] = MappingProxyType(
    {
        BROKEN: said("This file can't be read as a picture. Choose a JPEG, PNG or WebP."),
        PIXELS: said(
            "The picture has too many pixels: {most} million at most. Choose a smaller one.",
            most=MOST_PIXELS["WEBP"] // 1_000_000,
        ),
        SCANS: said("This picture is stored in too many passes. Save it as an ordinary JPEG and choose that file."),
        SMALL: said("The picture is too small: {least} by {least} pixels at least.", least=SMALLEST),
        TOO_MUCH: said("This picture takes too long to open. Choose a smaller one, or a JPEG."),
    }
)


class BadPicture(ValueError):
    """A picture that is refused, with a sentence that says what to bring instead."""


def square_jpeg(content: bytes) -> bytes:
    """Return the middle of the picture, `SIDE` by `SIDE`, the right way up. Raise BadPicture."""
    return _redrawn(square, content, most=MOST_BYTES)


def photo_jpeg(content: bytes) -> bytes:
    """Return the whole picture, no longer than `LONGEST_SHOWN`, the right way up. Raise BadPicture."""
    return _redrawn(shown_photo, content, most=MOST_BYTES_OF_PHOTO)


def _redrawn(draw: Callable[[bytes], bytes], content: bytes, *, most: int) -> bytes:
    if not content:
        raise BadPicture(said("The file is empty."))
    if len(content) > most:
        raise BadPicture(said("The file is larger than {most} MB. Choose a smaller picture.", most=most // 1_000_000))
    try:
        return opened_apart(draw, content)
    except Refused as error:
        raise BadPicture(REASONS[error.reason]) from error
    except TooMuchWork as error:
        raise BadPicture(REASONS[TOO_MUCH]) from error

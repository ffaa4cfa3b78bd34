"""PDF with the letters that names are made of and the drawings of the pages as vectors, and QR codes. No Django here.

FiraGO (SIL Open Font License 1.1) has Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai and Georgian. A letter
that it lacks is printed as it is read in ASCII, and the last page says so; the browser's own print has all of its
system's.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import segno

if TYPE_CHECKING:
    from league.core.charts.document import Paper


FONT, BOLD, PLAIN = "paper", "B", ""
BOX = "▯"
MARGIN, WIDTH, HEIGHT = 14, 210, 297
PaperSize = str | tuple[float, float]  # a name that fpdf2 knows, or width and height in millimetres
JOINERS, MOST_MARKS = "\u200c\u200d", 3  # marks on one letter
_SHAPED = ("ARABIC", "HEBREW", "DEVANAGARI", "THAI")


def cut(text: str, fits: Callable[[str], bool]) -> str:
    """Return the text, or as much of its beginning as fits with dots behind it; "" if not even the dots fit."""
    if not text or fits(text):
        return text
    length = bisect_left(range(1, len(text)), True, key=lambda letters: not fits(f"{text[:letters]}…"))
    shortened = f"{text[:length].rstrip()}…"
    return shortened if fits(shortened) else ""


def wrapped(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return lines of whole words that fit; a word that does not fit has its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and not fits(longer):
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@contextmanager
def paper(size: PaperSize = "A4") -> Iterator[Paper]:
    """Yield an empty document; take it `finished` before the end, because the files of its fonts are then deleted."""
    with TemporaryDirectory() as folder:
        fonts = Path(folder)
        (fonts / "plain.ttf").write_bytes(font("figo"))
        (fonts / "bold.ttf").write_bytes(font("figbo"))
        from league.core.charts.document import (
            Paper,  # fpdf2, numpy and fontTools: only where there is something to print
        )

        yield Paper(fonts, size)


@cache
def font(name: str) -> bytes:
    """Return the file of a face of FiraGO: "figo", or "figbo" in bold."""
    import pymupdf_fonts  # unpacks a megabyte per face: only where there is something to print

    return bytes(pymupdf_fonts.fontbuffers[name]())


def printable(text: str) -> str:
    """Return the text in letters that FiraGO has, with the reading in ASCII of each that it lacks, or a box if there
    is none. Invisible characters are left out, except joiners of letters, and so are marks that would pile up over
    other lines."""
    drawable = _letters()
    if all(ord(letter) in drawable and not unicodedata.combining(letter) for letter in text):
        return text
    joiners, marks, plain = JOINERS if is_shaped(text) else "", 0, []
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            plain.append(letter if letter in joiners else _replaced(letter, drawable))
    return "".join(plain)


def lacks_letters(text: str) -> bool:
    """Return whether a reading or a box stands for any letter of the text."""
    drawable = _letters()
    return any(_reading(letter, drawable) is not None for letter in text)


@cache
def _letters() -> frozenset[int]:
    """Return the letters that FiraGO prints as they are. For some invisible ones it draws a line."""
    from fontTools.ttLib import TTFont

    return frozenset(code for code in TTFont(BytesIO(font("figo"))).getBestCmap() if not _is_unseen(chr(code)))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or unicodedata.name(letter, "").startswith("VARIATION SELECTOR")


def is_shaped(text: str) -> bool:
    """Return whether letters take other shapes beside each other: slow, so only if needed."""
    return not text.isascii() and any(
        unicodedata.name(letter, "").startswith(_SHAPED) for letter in text if not letter.isascii()
    )


def _replaced(letter: str, drawable: frozenset[int]) -> str:
    """Return the letter, its printable components, its reading, or a box."""
    if ord(letter) in drawable:
        return letter
    reading = _reading(letter, drawable)
    return _parts(letter, drawable) if reading is None else reading


def _parts(letter: str, drawable: frozenset[int]) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if ord(part) in drawable)


def _reading(letter: str, drawable: frozenset[int]) -> str | None:
    """Return how a letter that the font lacks is read, None for one that can be printed or has nothing to see."""
    if ord(letter) in drawable or _parts(letter, drawable) or unicodedata.combining(letter) or _is_unseen(letter):
        return None
    from anyascii import anyascii  # 300 KB of tables: only where there is something to print

    return anyascii(letter) or BOX


CORRECTION = "m"  # 15 % may be smudged
MASK = 2  # every mask can be read; trying all of them takes twenty times as long, and this one was the best most often


def qr_image(text: str) -> str:
    """Return a data URI of an SVG in black, with some of the quiet zone that readers need around it."""
    return str(_code(text).svg_data_uri(border=2, xmldecl=False))


def qr_png(text: str) -> BytesIO:
    """Return a PNG in black and white without a border."""
    image = BytesIO()
    _code(text).save(image, kind="png", scale=8, border=0)
    image.seek(0)
    return image


def _code(text: str) -> segno.QRCode:
    return segno.make_qr(text, error=CORRECTION, mask=MASK)

"""PDF with the letters that names are made of and the drawings of the pages as vectors, and QR codes. No Django here.

FiraGO (SIL Open Font License 1.1) has Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai and Georgian. A letter
that it lacks is printed as a hollow box, and the last page says so; the browser's own print has all of its system's.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import segno
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from characters.charts.portraits import FIRM_COLOURS
from engine.said import said, spoken

FONT, BOLD, PLAIN = "paper", "B", ""
BOX = "▯"
MISSING = said(
    "{box} stands for a letter that this file's font lacks. The browser's print of the same page has it.", box=BOX
)
MARGIN, WIDTH, HEIGHT = 14, 210, 297
LONGEST_LINE = 600  # letters: more than fit on any sheet, and measuring takes time for each
_LAYOUT = ("GDEF", "GPOS", "GSUB")
_UNSEEN = re.compile(r"<(title|desc)\b.*?</\1>", re.DOTALL)
# The classes of drawings in the light colours of the style sheet; fpdf2 reads rules of one class each. What a line is
# drawn with is said of its group, for all in it.
_CLASSES = """
.rule { stroke: #DCD5C7; stroke-width: 1 }
.axis { stroke: #5B6168; stroke-width: 1 }
.bar-met { fill: #14324F }
.minimum { stroke: #8A4B08; stroke-width: 2 }
.line-0 { stroke: #7A5A12 }
.line-1 { stroke: #14324F; stroke-dasharray: 8 4 }
.line-2 { stroke: #1B6B44; stroke-dasharray: 2 4 }
.line-3 { stroke: #A32F24; stroke-dasharray: 12 4 2 4 }
.line-4 { stroke: #5B6168 }
.line-5 { stroke: #14324F; stroke-dasharray: 4 2 }
.line-6 { stroke: #1B6B44; stroke-dasharray: 8 4 }
.line-7 { stroke: #8A4B08; stroke-dasharray: 2 4 }
.course { fill: none; stroke-width: 2 }
.dot { fill: #FFFFFF; stroke-width: 2; stroke-dasharray: none }
.name { fill: #1C2024; stroke: none; font-weight: bold }
.ink { fill: #1C2024 }
.paper { fill: #FFFFFF }
.line { fill: #FFFFFF; stroke: #1C2024; stroke-width: 1.2 }
.stroke { fill: none; stroke: #1C2024; stroke-width: 1.2 }
.wash { fill-opacity: .28 }
""" + "".join(f".firm-{number} {{ fill: {colour} }}" for number, colour in enumerate(FIRM_COLOURS))
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" font-family="paper" font-size="12px" fill="#5B6168"'
JOINERS, MOST_MARKS = "\u200c\u200d", 3  # marks on one letter
_SHAPED = ("ARABIC", "HEBREW", "DEVANAGARI", "THAI")


class Paper(FPDF):
    """A document in FiraGO. `lacks` is true once a letter had to be replaced."""

    def __init__(self, fonts: Path, size: str) -> None:
        super().__init__(format=size)
        self.set_auto_page_break(False)
        self.set_margin(MARGIN)
        self.add_font(FONT, PLAIN, fonts / "plain.ttf")
        self.add_font(FONT, BOLD, fonts / "bold.ttf")
        self.set_line_width(0.2)
        self.set_draw_color(140)
        self.lacks = False

    def write_at(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        size: float = 10,
        style: str = PLAIN,
        align: str = "L",
        height: float = 5,
    ) -> None:
        """Write one line of text in millimetres, cut to `width` and in the middle of `height`."""
        if not text:
            return
        self.set_font(FONT, style, size)
        self.set_xy(x, y)
        shaped = _is_shaped(text)
        if shaped:
            self.set_text_shaping(True)
        self.cell(width, height, self._cut(self._line(text), width), align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)
        if shaped:
            self.set_text_shaping(False)

    def draw(self, svg: str, x: float, y: float, width: float) -> float:
        """Draw an SVG of the pages with this width, and return its height."""
        text = self._known(" ".join(_UNSEEN.sub("", svg).split())).replace("<svg", _HEAD, 1)
        text = text.replace(">", f"><style>{_CLASSES}</style>", 1)
        shaped = _is_shaped(svg)
        if shaped:
            self.set_text_shaping(True)
        drawn = self.image(BytesIO(text.encode()), x=x, y=y, w=width)
        if shaped:
            self.set_text_shaping(False)
        return float(drawn.rendered_height)

    def width_of(self, text: str, size: float, style: str = PLAIN) -> float:
        """Return the width of one line in millimetres."""
        self.set_font(FONT, style, size)
        return float(self.get_string_width(self._line(text)))

    def note_what_lacks(self) -> None:
        """Write the note about missing letters on the last page, if any are missing."""
        if self.lacks:
            self.write_at(MARGIN, self.h - 9, self.w - 2 * MARGIN, spoken(MISSING), size=7)

    def finished(self) -> bytes:
        """Return the file. fpdf2 leaves some tables of a font out of it, but only after fontTools has read each of
        their rules, which takes two thirds of all the time. HarfBuzz reads them from the font's own file."""
        for used in self.fonts.values():
            for table in _LAYOUT:
                if isinstance(used, TTFFont) and table in used.ttfont:
                    del used.ttfont[table]
        return bytes(self.output())

    def _line(self, text: str) -> str:
        return self._known(text)[:LONGEST_LINE]

    def _known(self, text: str) -> str:
        self.lacks = self.lacks or lacks_letters(text)
        return printable(text)

    def _cut(self, text: str, width: float) -> str:
        room = width - 2 * self.c_margin
        return cut(text, lambda part: self.get_string_width(part) <= room)


def cut(text: str, fits: Callable[[str], bool]) -> str:
    """Return the text, or as much of its beginning as fits with dots behind it; "" if not even the dots fit."""
    if not text or fits(text):
        return text
    length = bisect_left(range(1, len(text)), True, key=lambda letters: not fits(f"{text[:letters]}…"))
    shortened = f"{text[:length].rstrip()}…"
    return shortened if fits(shortened) else ""


@contextmanager
def paper(size: str = "A4") -> Iterator[Paper]:
    """Yield an empty document; take it `finished` before the end, because the files of its fonts are then deleted."""
    with TemporaryDirectory() as folder:
        fonts = Path(folder)
        (fonts / "plain.ttf").write_bytes(font("figo"))
        (fonts / "bold.ttf").write_bytes(font("figbo"))
        yield Paper(fonts, size)


@cache
def font(name: str) -> bytes:
    """Return the file of a face of FiraGO: "figo", or "figbo" in bold."""
    import pymupdf_fonts  # unpacks a megabyte per face: only where there is something to print

    return bytes(pymupdf_fonts.fontbuffers[name]())


def printable(text: str) -> str:
    """Return the text in letters that FiraGO has, with a box for each that it lacks. Invisible characters are left out,
    except those that join letters, and so are marks that would pile up over other lines."""
    drawable = _letters()
    if all(ord(letter) in drawable and not unicodedata.combining(letter) for letter in text):
        return text
    joiners, marks, plain = JOINERS if _is_shaped(text) else "", 0, []
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            plain.append(letter if letter in joiners else _replaced(letter, drawable))
    return "".join(plain)


def lacks_letters(text: str) -> bool:
    """Return whether a box stands for any letter of the printed text."""
    plain = printable(text)
    return BOX in plain and plain != text


@cache
def _letters() -> frozenset[int]:
    """Return the letters that FiraGO prints as they are. For some invisible ones it draws a line."""
    return frozenset(code for code in TTFont(BytesIO(font("figo"))).getBestCmap() if not _is_unseen(chr(code)))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or unicodedata.name(letter, "").startswith("VARIATION SELECTOR")


def _is_shaped(text: str) -> bool:
    """Return whether letters take other shapes beside each other: slow, so only where needed."""
    return not text.isascii() and any(
        unicodedata.name(letter, "").startswith(_SHAPED) for letter in text if not letter.isascii()
    )


def _replaced(letter: str, drawable: frozenset[int]) -> str:
    """Return the letter, its printable components, or a box."""
    if ord(letter) in drawable:
        return letter
    parts = [part for part in unicodedata.normalize("NFKD", letter) if ord(part) in drawable]
    return "".join(parts) or ("" if unicodedata.combining(letter) or _is_unseen(letter) else BOX)


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

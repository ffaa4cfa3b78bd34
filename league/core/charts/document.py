"""The PDF of fpdf2 in FiraGO. Loaded only when something is printed, because that takes 20 MB."""

import re
from io import BytesIO
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from characters.charts.portraits import FIRM_COLOURS
from engine.translatable import said, spoken
from league.core.charts import BOLD, FONT, MARGIN, PLAIN, PaperSize, cut, is_shaped, lacks_letters, printable

MISSING = said(
    "Letters that this file's font lacks are transliterated. The same page printed from the browser has them."
)
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


class Paper(FPDF):
    """A document in FiraGO. `lacks` is true once a letter had to be replaced."""

    def __init__(self, fonts: Path, size: PaperSize) -> None:
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
        shaped = is_shaped(text)
        if shaped:
            self.set_text_shaping(True)
        self.cell(width, height, self._cut(self._line(text), width), align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)
        if shaped:
            self.set_text_shaping(False)

    def draw(self, svg: str, x: float, y: float, width: float) -> float:
        """Draw an SVG of the pages with this width, and return its height."""
        text = self._known(" ".join(_UNSEEN.sub("", svg).split())).replace("<svg", _HEAD, 1)
        text = text.replace(">", f"><style>{_CLASSES}</style>", 1)
        shaped = is_shaped(svg)
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

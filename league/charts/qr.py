"""QR codes, as an image in a page and as bars on paper."""

from collections.abc import Iterator

import segno

CORRECTION = "m"  # 15 % may be smudged


def qr_image(text: str) -> str:
    """A data URI of an SVG in black, with the quiet zone that readers need around it."""
    return str(segno.make(text, error=CORRECTION, micro=False).svg_data_uri(border=2, xmldecl=False))


def qr_bars(text: str) -> tuple[int, list[tuple[int, int, int]]]:
    """How many modules a side has, and the dark ones as bars: row, first column, length."""
    rows = [bytes(row) for row in segno.make(text, error=CORRECTION, micro=False).matrix]
    return len(rows), [(at, *bar) for at, row in enumerate(rows) for bar in _bars(row)]


def _bars(row: bytes) -> Iterator[tuple[int, int]]:
    start = None
    for at, dark in enumerate((*row, 0)):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at - start
            start = None

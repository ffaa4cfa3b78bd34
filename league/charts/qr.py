"""QR codes, for a page and for paper."""

from io import BytesIO

import segno

CORRECTION = "m"  # 15 % may be smudged
MASK = 2  # every mask can be read; trying all of them takes twenty times as long, and this one was the best most often


def qr_image(text: str) -> str:
    """A data URI of an SVG in black, with some of the quiet zone that readers need around it."""
    return str(_code(text).svg_data_uri(border=2, xmldecl=False))


def qr_png(text: str) -> BytesIO:
    """A PNG in black and white without a border."""
    image = BytesIO()
    _code(text).save(image, kind="png", scale=8, border=0)
    image.seek(0)
    return image


def _code(text: str) -> segno.QRCode:
    return segno.make_qr(text, error=CORRECTION, mask=MASK)

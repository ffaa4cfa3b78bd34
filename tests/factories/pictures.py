"""Pictures as people upload them."""

from io import BytesIO
from typing import Any

from PIL import Image

RED = (200, 30, 30)


def a_picture(
    width: int = 300, height: int = 200, *, kind: str = "PNG", colour: tuple[int, ...] = RED, **saved: Any
) -> bytes:
    """One colour all over; `saved` is what else Pillow writes into the file."""
    out = BytesIO()
    Image.new("RGBA" if len(colour) == 4 else "RGB", (width, height), colour).save(out, kind, **saved)
    return out.getvalue()


def a_picture_of_scans(count: int, *, side: int = 64, comment: bytes = b"") -> bytes:
    """A progressive JPEG that goes over its pixels so often: its last scan again and again."""
    whole = a_picture(side, side, kind="JPEG", progressive=True, comment=comment)
    frame, last = whole.index(b"\xff\xc2"), whole[whole.rindex(b"\xff\xda") : -2]
    scans = whole[frame:].count(b"\xff\xda")
    return whole[:-2] + last * (count - scans) + b"\xff\xd9"

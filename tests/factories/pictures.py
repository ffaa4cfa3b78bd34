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

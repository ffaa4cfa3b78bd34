"""A card to share, 1200 by 630: the size that messengers and networks show whole. Pillow draws it, in FiraGO (SIL Open
Font License 1.1), which printed papers have too. No Django, no rows."""

from functools import cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from engine.translatable import said, spoken
from league.core.charts import cut, font, lacks_letters, printable, wrapped
from league.reports.charts.portraits import portrait_image
from league.reports.rules import HEIGHT, WIDTH, ShareCard

PAPER, INK, MUTED, LINE, NAVY, GOLD = "#FBF8F2", "#1C2024", "#5B6168", "#DCD5C7", "#14324F", "#7A5A12"
PLAIN, BOLD = "figo", "figbo"
EDGE, FACE = 72, 360
FACE_TOP = 118
TITLE_SIZES = (68, 58, 50)  # the largest that fits on two lines
FOOT_TOP = HEIGHT - 84
COLOURS = 96  # a palette is enough for flat colours and soft edges, and makes the file three times smaller
SITE = "Corner Office"
MISSING = said("Letters that can't be drawn here are transliterated.")
_one_at_a_time = Lock()  # somebody who asks for many cards at once gets one processor


def draw_card(card: ShareCard, photo: bytes | None = None) -> bytes:
    """Return the card as PNG. `photo` is the JPEG that takes the place of the portrait."""
    with _one_at_a_time:
        image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, WIDTH, 14), fill=NAVY)
        draw.rectangle((0, 14, WIDTH, 18), fill="#E3B95B")
        room = WIDTH - 2 * EDGE
        if photo or card.portrait:
            room -= FACE + EDGE
            _put_face(image, card, photo)
        _write(draw, card, room)
        out = BytesIO()
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        return out.getvalue()


def _put_face(image: Image.Image, card: ShareCard, photo: bytes | None) -> None:
    left = WIDTH - EDGE - FACE
    if photo:
        with Image.open(BytesIO(photo), formats=("JPEG",)) as opened:
            face = opened.convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)
    else:
        assert card.portrait is not None
        face = portrait_image(card.portrait, FACE)
    image.paste(face, (left, FACE_TOP))
    ImageDraw.Draw(image).rectangle((left, FACE_TOP, left + FACE, FACE_TOP + FACE), outline=LINE, width=2)


def _write(draw: ImageDraw.ImageDraw, card: ShareCard, room: int) -> None:
    top = 64
    draw.text((EDGE, top), _cut(card.eyebrow, PLAIN, 30, room), font=_face(PLAIN, 30), fill=MUTED)
    top += 52
    size, lines = _title(card.title, room)
    for line in lines:
        draw.text((EDGE, top), line, font=_face(BOLD, size), fill=INK)
        top += round(size * 1.16)
    top += 22
    if card.figure:
        top = _write_figure(draw, card, room, top)
    for line in card.lines:
        if top + 40 > FOOT_TOP:
            break
        draw.text((EDGE, top), _cut(line, PLAIN, 32, room), font=_face(PLAIN, 32), fill=INK)
        top += 46
    _write_foot(draw, card.foot)
    if any(map(lacks_letters, (card.eyebrow, card.title, card.figure, card.measure, *card.lines, card.foot))):
        draw.text((WIDTH - EDGE, HEIGHT - 12), spoken(MISSING), font=_face(PLAIN, 18), fill=MUTED, anchor="rs")


def _write_figure(draw: ImageDraw.ImageDraw, card: ShareCard, room: int, top: int) -> int:
    """Write the figure in gold, with what it counts beside it; return where the next line begins."""
    figure = _cut(card.figure, BOLD, 104, room)
    draw.text((EDGE, top + 96), figure, font=_face(BOLD, 104), fill=GOLD, anchor="ls")
    wide = round(draw.textlength(figure, font=_face(BOLD, 104))) + 24
    measure = _wrapped(printable(card.measure), PLAIN, 32, room - wide)[:2]
    for above, line in enumerate(reversed(measure)):
        text = _cut(line, PLAIN, 32, room - wide)
        draw.text((EDGE + wide, top + 96 - 40 * above), text, font=_face(PLAIN, 32), fill=MUTED, anchor="ls")
    return top + 130


def _write_foot(draw: ImageDraw.ImageDraw, foot: str) -> None:
    draw.line((EDGE, FOOT_TOP, WIDTH - EDGE, FOOT_TOP), fill=LINE, width=2)
    draw.text((EDGE, FOOT_TOP + 46), SITE, font=_face(BOLD, 30), fill=NAVY, anchor="ls")
    room = WIDTH - 2 * EDGE - 260
    text = _cut(foot, PLAIN, 28, room)
    draw.text((WIDTH - EDGE, FOOT_TOP + 46), text, font=_face(PLAIN, 28), fill=MUTED, anchor="rs")


def _title(title: str, room: int) -> tuple[int, list[str]]:
    """Return the size and at most two lines; what is longer is cut."""
    for size in TITLE_SIZES:
        lines = _wrapped(printable(title), BOLD, size, room)
        if len(lines) <= 2 and all(_length(line, BOLD, size) <= room for line in lines):
            return size, lines
    return size, [_cut(lines[0], BOLD, size, room), *(_cut(" ".join(lines[1:]), BOLD, size, room) for _ in lines[1:2])]


def _wrapped(text: str, name: str, size: int, room: int) -> list[str]:
    return wrapped(text, lambda part: _length(part, name, size) <= room)


def _cut(text: str, name: str, size: int, room: int) -> str:
    return cut(printable(text), lambda part: _length(part, name, size) <= room)


def _length(text: str, name: str, size: int) -> float:
    return _face(name, size).getlength(text)


@cache
def _face(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(font(name)), size)

"""Uploaded pictures: drawn anew, small, and without anything that the file said beside its colours."""

from io import BytesIO
from struct import pack
from zlib import compress, crc32

import pytest
from PIL import Image

from characters.charts.apart import Refused
from characters.charts.pictures import MOST_BYTES, BadPicture, square_jpeg
from characters.charts.unpacking import BROKEN, MOST_SCANS, PAPER, SCANS, SIDE, square
from tests.factories.pictures import RED, a_picture, a_picture_of_scans

SECRET = b"51.5007 N 0.1246 W"


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(one, other, strict=True))


def png_that_claims(width: int, height: int, rows: bytes = b"", *, interlaced: bool = False) -> bytes:
    """A file whose header promises that many pixels in red, green and blue, whatever `rows` hold."""
    header = b"IHDR" + pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    pixels = b"IDAT" + compress(rows)
    chunks = (pack(">I", len(body) - 4) + body + pack(">I", crc32(body)) for body in (header, pixels, b"IEND"))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize(("width", "height"), [(64, 64), (3000, 90), (90, 3000)])
def test_every_picture_becomes_a_small_square(kind, width, height):
    drawn = opened(square(a_picture(width, height, kind=kind)))

    assert (drawn.format, drawn.size, drawn.mode) == ("JPEG", (SIDE, SIDE), "RGB")
    assert close(drawn.getpixel((SIDE // 2, SIDE // 2)), RED)


def test_place_camera_and_comment_stay_behind():
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    told = a_picture(kind="JPEG", exif=exif, comment=SECRET, icc_profile=SECRET)
    drawn = square(told)

    assert told.count(SECRET) == 3
    assert SECRET not in drawn
    assert not opened(drawn).getexif()


def test_a_picture_that_lies_on_its_side_is_turned_first():
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    source = Image.new("RGB", (200, 200), (255, 255, 255))
    source.paste((0, 0, 0), (0, 0, 200, 100))
    out = BytesIO()
    source.save(out, "JPEG", exif=exif)

    drawn = opened(square(out.getvalue()))
    assert close(drawn.getpixel((SIDE // 2, SIDE - 20)), (0, 0, 0))


def test_what_is_transparent_becomes_paper():
    drawn = opened(square(a_picture(colour=(0, 0, 0, 0))))

    assert close(drawn.getpixel((9, 9)), PAPER)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"x" * (MOST_BYTES + 1), "larger than 5 MB"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "can't be read as a picture"),
        (b"GIF89a" + b"\0" * 40, "can't be read as a picture"),
        (a_picture(kind="BMP"), "can't be read as a picture"),
        (a_picture()[:60], "can't be read as a picture"),
        (a_picture(kind="JPEG")[:200], "can't be read as a picture"),
        (a_picture(63, 500), "too small"),
        (png_that_claims(100, 100), "can't be read as a picture"),
        (png_that_claims(5_001, 5_000), "too many pixels"),
        (png_that_claims(60_000, 60_000), "too many pixels"),
        (png_that_claims(2**31 - 1, 2**31 - 1), "too many pixels"),
        (a_picture(4001, 4000, kind="WEBP"), "too many pixels"),
        (a_picture_of_scans(3_000), "too many passes"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_what_is_no_picture_or_too_much_of_one_is_refused_in_a_sentence(content, sentence):
    with pytest.raises(BadPicture, match=sentence):
        square_jpeg(content)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_file_that_lacks_its_end_is_refused(kind):
    whole = a_picture(500, 500, kind=kind)
    for kept in (110, len(whole) // 2, len(whole) - 20, len(whole) - 5):
        with pytest.raises(Refused, match=BROKEN):
            square(whole[:kept])


@pytest.mark.parametrize("interlaced", [False, True])
def test_a_png_holds_every_row_that_it_claims(interlaced):
    """The seven passes of an interlaced one: columns and rows."""
    passes = [(9, 9), (9, 9), (18, 9), (18, 18), (36, 18), (35, 36), (71, 35)] if interlaced else [(71, 71)]
    rows = b"".join((b"\0" + bytes(RED) * columns) * count for columns, count in passes)
    assert square(png_that_claims(71, 71, rows, interlaced=interlaced))
    for kept in (len(rows) - 214, len(rows) - 1):  # 214 bytes are the last row
        with pytest.raises(Refused, match=BROKEN):
            square(png_that_claims(71, 71, rows[:kept], interlaced=interlaced))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_a_png_of_every_depth_is_a_picture(mode):
    out = BytesIO()
    Image.new(mode, (71, 99)).save(out, "PNG")
    assert opened(square(out.getvalue())).size == (SIDE, SIDE)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_broken_file_is_refused_wherever_it_breaks(kind):
    whole = a_picture(80, 80, kind=kind)
    for at in range(0, len(whole), 7):
        broken = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        try:
            assert opened(square(broken)).size == (SIDE, SIDE)
        except Refused as error:
            assert error.reason == BROKEN


def test_a_jpeg_goes_over_its_pixels_no_more_often_than_programs_write():
    hidden = b"\xff\xda\0\x02" * 40  # in a comment, as thumbnails are
    assert opened(square(a_picture_of_scans(MOST_SCANS, comment=hidden))).size == (SIDE, SIDE)
    for count in (MOST_SCANS + 1, 400):
        with pytest.raises(Refused, match=SCANS):
            square(a_picture_of_scans(count))

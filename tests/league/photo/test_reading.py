"""Photos of score sheets, rendered: what is sure is right, and what can't be read is refused with the reason."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import ExifTags, Image

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

import cv2

from characters.charts.unpacking import LONGEST
from league.photo.charts import photos
from league.photo.charts.digits import digit_probabilities
from league.photo.charts.marks import marked_sheets
from league.photo.charts.photos import REASONS, Unusable, open_photo
from league.photo.charts.reading import read_sheet, read_sheets
from league.photo.rules.settling import EMPTY, SCRIBBLE
from league.sheets.charts.sheet_layout import CORNERS, MARKS, SIZES, mark_places
from tests.factories.families import family
from tests.photos.handwriting import in_a_box, kept_apart
from tests.photos.measuring import Shot, a_shot, counted
from tests.photos.pictures import CALM, HARSH, LONG, SHORT
from tests.photos.tables import a_photo

BARE = replace(CALM, tilt=0, turn=0, shadow=0, blur=0.3, noise=1.1)


@pytest.fixture(scope="module")
def shot() -> Shot:
    """A sheet of Office Job on A4, in good light."""
    return a_shot(1, BARE)


def picture(shot: Shot) -> np.ndarray:
    return np.array(Image.open(BytesIO(shot.jpeg)))


def jpeg(picture: np.ndarray, **options: object) -> bytes:
    out = BytesIO()
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).save(out, "JPEG", quality=80, **options)
    return out.getvalue()


@pytest.mark.parametrize("number", family(range(15), usual=3))
def test_what_is_shown_as_sure_is_right_and_that_is_most(number):
    counts = counted(a_shot(number, HARSH)).counts
    assert counts["found"] == 1
    assert counts["figures sure and wrong"] == counts["empty sure and wrong"] == 0
    assert counts["ticks right"] == counts["ticks"] and counts["digits right"] >= 0.85 * counts["digits"]
    assert counts["empty sure"] >= 0.5 * counts["empty"]


def test_a_sheet_is_read_whichever_way_up_and_says_itself_which_it_is(shot):
    for turns in range(4):
        read = read_sheet(jpeg(np.rot90(picture(shot), turns)))
        assert read.key == shot.key and read.link
        won = {box.field.seat for box in read.boxes if box.field.cell == 0 and box.shares[0] > 0.5}
        assert won == {seat for (seat, cell), what in shot.filled.items() if cell == 0 and what}


@pytest.mark.parametrize("path", ["/t/25-uRFbsbqLhz6pUIkviMlS/", "/t/45-WhSVPQeKwgHThRg_tBYJ/"])
def test_a_code_is_read_that_one_of_two_detectors_cannot_read(path):
    assert path in read_sheet(a_photo(path)[0]).link


def test_without_its_code_a_sheet_is_read_where_the_table_is_known(shot):
    covered = picture(shot)
    height, width = covered.shape
    covered[height // 40 : height // 7, int(width * 0.72) : int(width * 0.9)] = 235
    assert reason(jpeg(covered)) == photos.CODE
    expected = shot.key._replace(size="A5", digest="")  # the marks know the size better
    read = read_sheet(jpeg(covered), expected)
    assert (read.page.size, read.link) == ("A4", "")


def test_a_sheet_of_another_layout_is_not_read_wrongly(shot):
    with pytest.raises(Unusable, match="another version"):
        read_sheet(a_shot(1, BARE, key=shot.key._replace(digest="00000000")).jpeg, shot.key)


def test_a_mark_may_be_covered_but_not_two(shot):
    covered = picture(shot)
    height, width = covered.shape
    covered[: height // 8, : width // 8] = 200
    assert read_sheet(jpeg(covered), shot.key).key == shot.key
    covered[-height // 8 :, : width // 8] = 200
    assert reason(jpeg(covered)) == photos.MARKS


def reason(content: bytes) -> str:
    with pytest.raises(Unusable) as refused:
        read_sheet(content)
    assert str(refused.value) == REASONS[refused.value.reason]
    return refused.value.reason


def glaring(picture: np.ndarray) -> np.ndarray:
    burnt = picture.copy()
    height, width = burnt.shape
    cv2.ellipse(burnt, (width // 2, height // 3), (width // 2, height // 7), 0, 0, 360, 255, -1)
    return burnt


def two_sheets(picture: np.ndarray) -> np.ndarray:
    return np.hstack([picture, picture])


SPOILT = {
    photos.DARK: lambda picture: picture * 0.1,
    photos.BLUR: lambda picture: cv2.GaussianBlur(picture, (0, 0), 6),
    photos.GLARE: glaring,
    photos.SEVERAL: two_sheets,
    photos.MARKS: lambda picture: picture[: len(picture) // 2],
    photos.SMALL: lambda picture: cv2.resize(picture, (SHORT // 5, LONG // 5)),
}


@pytest.mark.parametrize("why", SPOILT)
def test_a_photo_that_cannot_be_read_is_refused_with_the_reason(shot, why):
    assert reason(jpeg(SPOILT[why](picture(shot)))) == why


def bare_sheets(number: int) -> np.ndarray:
    """Sheets of A5 on a dark table, three beside each other and every other one upside down, with nothing but marks."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    wide, high, side = 444, 630, 27
    sheet = np.full((high, wide), 255, np.uint8)
    for mark, place in mark_places("A5"):
        x, y = round(place.x * 3), round(place.y * 3)
        sheet[y : y + side, x : x + side] = cv2.resize(cv2.aruco.generateImageMarker(known, mark, 6), (side, side))
    table = np.full((30 + (high + 30) * -(-number // 3), 30 + (wide + 30) * 3), 60, np.uint8)
    for at in range(number):
        row, column = divmod(at, 3)
        y, x = 30 + (high + 30) * row, 30 + (wide + 30) * column
        table[y : y + high, x : x + wide] = sheet[::-1, ::-1] if at % 2 else sheet
    return table


def test_each_sheet_of_a_photo_has_its_answer_also_one_that_is_cut_off_and_those_that_are_too_many():
    nine = bare_sheets(photos.MOST_SHEETS + 1)
    places = [sheet.middle for sheet in marked_sheets(nine)]
    expected = [(252 + 474 * (at % 3), 345 + 660 * (at // 3)) for at in range(9)]
    assert np.abs(np.array(places) - expected).max() < 3, "row by row"
    whys = [answer.reason for answer in read_sheets(jpeg(nine))]
    assert whys == [photos.CODE] * photos.MOST_SHEETS + [photos.MANY]
    assert [answer.reason for answer in read_sheets(jpeg(nine[:1300, :1200]))] == [photos.CODE] * 2 + [photos.MARKS] * 3


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0" + bytes(100)])
def test_what_is_no_picture_is_refused(content):
    assert reason(content) == photos.BROKEN


def test_half_a_file_is_refused(shot):
    assert reason(shot.jpeg[: len(shot.jpeg) // 2]) == photos.BROKEN


def test_files_and_pictures_that_are_too_large_are_refused_before_they_are_unpacked():
    assert reason(bytes(photos.MOST_BYTES + 1)) == photos.BYTES
    out = BytesIO()
    Image.new("1", (10_000, 5_001)).save(out, "PNG")
    assert len(out.getvalue()) < 100_000 and reason(out.getvalue()) == photos.PIXELS


def test_what_is_kept_of_a_photo_is_upright_and_says_nothing_of_where_it_was_taken(shot):
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # to be turned by a quarter
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (51.0, 30.0, 0.0)
    content = jpeg(np.rot90(picture(shot)), exif=exif, comment=b"Ada's phone")
    kept = open_photo(content).jpeg
    assert b"Ada's phone" in content and b"Ada's phone" not in kept
    with Image.open(BytesIO(kept)) as opened:
        assert opened.size[0] < opened.size[1] and not opened.getexif()


def test_a_large_photo_is_made_smaller(shot):
    large = cv2.resize(picture(shot), None, fx=2, fy=2)
    photo = open_photo(jpeg(large))
    assert max(photo.grey.shape) == LONGEST and read_sheet(jpeg(large)).key == shot.key


def test_the_crop_of_a_box_shows_what_was_written(shot):
    read = read_sheet(shot.jpeg)
    for box in read.boxes:
        if box.field.kind == "tick":
            inside = read.paper.cut(box.place).mean()
            assert (inside > 0.25) == (box.field.at in shot.filled[box.field.seat, box.field.cell])


def test_the_printed_marks_are_those_that_opencv_looks_for():
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, bits in enumerate(MARKS):
        drawn = cv2.aruco.generateImageMarker(known, number, 6)[1:5, 1:5].ravel() > 0
        assert bits == int("".join("1" if white else "0" for white in drawn), 2)
    numbers = [number for size in SIZES for number, _ in mark_places(size)]
    assert numbers == list(range(CORNERS * len(SIZES))) and len(MARKS) == len(numbers)


def test_the_network_reads_digits_that_training_never_saw_and_knows_what_is_none():
    rng = np.random.default_rng(1)
    digits = [(digit, in_a_box([glyph], rng)) for digit, of_digit in enumerate(kept_apart()) for glyph in of_digit[:40]]
    answers = digit_probabilities([box for _, box in digits]).argmax(axis=1)
    assert np.mean(answers == [digit for digit, _ in digits]) > 0.94
    empty = digit_probabilities([in_a_box([], rng) for _ in range(40)]).argmax(axis=1)
    scribbled = digit_probabilities([in_a_box([kept_apart()[8][at], kept_apart()[3][at]], rng) for at in range(40)])
    assert (empty == EMPTY).mean() > 0.94 and (scribbled.argmax(axis=1) == SCRIBBLE).mean() > 0.7
    assert digit_probabilities([]).shape == (0, 12)

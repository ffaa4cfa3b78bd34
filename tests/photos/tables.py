"""A photo of the sheet of a table of the tests, which play the Career Compass with four."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import numpy as np
from PIL import ExifTags, Image

from games.rules import career_compass
from league.sheets.charts.sheet_layout import key_of
from tests.photos.pictures import CALM, a_played_sheet, laid_out, on_paper, pages_of, photographed, written

SYSTEM, SEATS, CARDS = career_compass.ID, 4, 2  # the cell of the cards
BARE = replace(CALM, tilt=0, turn=0, shadow=0, blur=0.3, noise=1.1)


@cache
def a_photo(path: str, seed: int = 5) -> tuple[bytes, dict[int, str]]:
    """A photo of a filled in sheet whose code leads to this table, and the cards written at each seat."""
    rng = np.random.default_rng(seed)
    paper, cards = a_paper(path, rng)
    return photographed(paper, rng, BARE), cards


def a_photo_of_all(*paths: str, seed: int = 5) -> bytes:
    """A photo of filled in sheets of A5 that lie on one table, two beside each other."""
    rng = np.random.default_rng(seed)
    return photographed(laid_out([a_paper(path, rng, "A5")[0] for path in paths], rng), rng, BARE)


def a_paper(path: str, rng: np.random.Generator, size: str = "A4") -> tuple[np.ndarray, dict[int, str]]:
    filled = written(career_compass, a_played_sheet(career_compass, SEATS, rng))
    page = pages_of(career_compass, SEATS, size)[0]
    paper = on_paper(key_of(SYSTEM, page, SEATS), page, filled, rng, link=f"https://club.example{path}")
    return paper, {seat: str(filled[seat, CARDS]) for seat in range(1, SEATS + 1)}


def with_place(photo: bytes) -> bytes:
    """The same photo, as a camera writes it that notes where it was."""
    exif, out = Image.Exif(), BytesIO()
    exif[ExifTags.Base.Make] = "A camera"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    Image.open(BytesIO(photo)).save(out, "JPEG", quality=95, exif=exif, comment=b"at the club")
    return out.getvalue()

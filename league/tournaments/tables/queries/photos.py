"""Photos of printed sheets, for the pages of a table: what an app that may be left out says of them."""

from collections.abc import Callable, Collection, Mapping

from league.models import TableReport
from league.results.rules.read_fields import ReadField

# The fields, by name, of the last photo of a table that a phone (the digest of its secret) took and has not sent yet.
READ: list[Callable[[int, str], Mapping[str, ReadField]]] = []
# The photo of each of these reports that has one.
PHOTOS: list[Callable[[Collection[int]], Mapping[int, int]]] = []


def fields_read(table: int, device: str) -> Mapping[str, ReadField]:
    return {name: field for read in READ for name, field in read(table, device).items()} if device else {}


def photos_of(reports: Collection[TableReport]) -> Mapping[int, int]:
    """Return the id of the photo by the id of its report."""
    ids = [report.pk for report in reports]
    return {report: photo for photos in PHOTOS for report, photo in photos(ids).items()}

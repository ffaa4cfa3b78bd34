"""The pile of photos of a round, the outcome of each, and what was read of the sheet of one table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Round, Table
from league.photo.models import PilePhoto
from league.photo.rules.fields import fields_kept
from league.sheets.rules.sheet_cells import ReadField
from league.tournaments.tables.queries.round_tables import phase_in, with_progress
from league.tournaments.tables.rules import CONFIRMED, VOID, WAITING


@dataclass(frozen=True, slots=True)
class PileRow:
    """Show a photo with the `phase` of its table, if it was read. `is_picture`: there is something to see."""

    photo: PilePhoto
    phase: str
    is_picture: bool

    @property
    def is_done(self) -> bool:
        """Return whether the table has a result without the photo."""
        return self.phase in (WAITING, CONFIRMED, VOID)

    @property
    def is_decided(self) -> bool:
        return self.phase in (CONFIRMED, VOID)


def waiting() -> QuerySet[PilePhoto]:
    """Return the photos that nobody has read yet."""
    return PilePhoto.objects.filter(status=PilePhoto.WAITING)


def pile_of(played: Round) -> list[PileRow]:
    """Return the photos of a round in the order of their upload."""
    photos = PilePhoto.objects.filter(round=played)
    pictures = set(photos.exclude(content=b"").exclude(status=PilePhoto.WAITING).values_list("pk", flat=True))
    rows = list(photos.defer("content", "read").select_related("table__round").order_by("pk"))
    tables = with_progress(Table.objects.filter(pk__in={row.table_id for row in rows if row.table_id}))
    columns = ("pk", "sheet_status", "frozen_at", "people")
    phases = {row["pk"]: phase_in(row) for row in tables.values(*columns)}
    return [PileRow(row, phases.get(row.table_id or 0, ""), row.pk in pictures) for row in rows]


def photos_of_table(photo: PilePhoto) -> list[PilePhoto]:
    """Return all photos of the pile that were read as pages of the sheet that this one shows, by their upload."""
    same = PilePhoto.objects.filter(round=photo.round_id, table=photo.table_id, status=PilePhoto.READ)
    return list(same.defer("content").order_by("pk"))


def fields_of(photos: Collection[PilePhoto]) -> Mapping[str, ReadField]:
    """Return the fields that were read, by name; the last photo counts."""
    return {name: field for photo in photos for name, field in fields_kept(photo.read).items()}

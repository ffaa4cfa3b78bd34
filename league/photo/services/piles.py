"""Work through piles of photos: uploaded together, each a row that is a job, read by a worker. A referee decides from
what was read; then the photos of that table are its evidence, and all others go after a day."""

import time
from collections.abc import Collection, Sequence
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import Error, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said
from games.models import Sheet
from games.rules.sheets import ScoreSheet
from games.services.jobs import Jobs
from league.core.services.locks import share_row
from league.core.services.quotas import use_quota
from league.models import Round, Ruling, Table, TableReport, Tournament
from league.photo.models import PilePhoto, SheetPhoto
from league.photo.queries.photos import days_kept
from league.photo.queries.reading import TableReading, Unread, encode, read_tables_of, taken_in
from league.photo.services.photos import count_read, forget_oldest_of, written
from league.sheets.rules.sheet_cells import POINTS, WON
from league.tournaments.entries.services.tournament_log import refuse_other_hall
from league.tournaments.tables.queries.table_state import TableState
from league.tournaments.tables.rules import sheet_to_json
from league.tournaments.tables.services.rulings import rule_table

log = structlog.get_logger(__name__)
PILES = Jobs(PilePhoto, to_do=Q(status=PilePhoto.WAITING), order=("pk",), tries=3)
MOST_AT_ONCE, MOST_IN_A_ROUND = 20, 100
MOST_TOGETHER = 100_000_000  # bytes, as ops/Caddyfile has it
SECONDS = 1
FAILED = said("This photo could not be read. Upload it again, or type the figures.")
INTERRUPTED = said("Reading was interrupted {times} times. Type the figures of this sheet.", times=PILES.tries)


def upload_photos(*, round: Round, photos: "Sequence[UploadedFile[Any]]", by: User) -> None:
    """Add photos to the pile of a round, unopened: a worker opens them one by one. What is not a picture is refused in
    its row. Raise ValidationError for no photo, for too many, beyond the day's quota, and
    while the tournament runs in a hall."""
    if not photos:
        raise ValidationError(_("Choose the photos of the sheets."))
    if len(photos) > MOST_AT_ONCE:
        raise ValidationError(_("Choose no more than {most} photos at once.").format(most=MOST_AT_ONCE))
    if sum(photo.size or 0 for photo in photos) > MOST_TOGETHER:
        too_large = _("Choose photos of no more than {most} MB together.")
        raise ValidationError(too_large.format(most=MOST_TOGETHER // 1_000_000))
    with transaction.atomic():
        share_row(Tournament, round.stage.tournament_id)
        rows = Round.objects.select_for_update(no_key=True, of=("self",)).select_related("stage__tournament")
        refuse_other_hall(rows.get(pk=round.pk).stage.tournament)
        if PilePhoto.objects.filter(round=round).count() + len(photos) > MOST_IN_A_ROUND:
            too_many = _("A round holds {most} photos at a time. Remove the ones that you are done with.")
            raise ValidationError(too_many.format(most=MOST_IN_A_ROUND))
        use_quota("photos", by=by, amount=len(photos), league=round.stage.tournament.season.league)
        for photo in photos:  # one after the other, because together they are a hundred megabytes
            _row(round, photo, by).save(force_insert=True)


def _row(round: Round, photo: "UploadedFile[Any]", by: User) -> PilePhoto:
    row = PilePhoto(round=round, name=(photo.name or "")[:100], uploaded_by=by)
    try:
        row.content = taken_in(photo)
    except Unread as error:
        row.content, row.status, row.reason = b"", PilePhoto.REFUSED, error.why
    return row


def drop_photo(*, photo: PilePhoto) -> None:
    """Take a photo off the pile, whatever the result."""
    PilePhoto.objects.filter(pk=photo.pk).delete()


def read_waiting_photos(*, seconds: float = SECONDS) -> bool:
    """Read photos for so long; return whether more may wait. Safe with any number of workers."""
    until = time.monotonic() + seconds
    while read_waiting_photo():
        if time.monotonic() > until:
            return True
    return False


def read_waiting_photo() -> bool:
    """Claim a photo that waits and read it; return whether there was one."""
    waiting = PilePhoto.objects.select_related("round__stage__tournament")
    photo = PILES.claim(waiting, lambda row: _refuse(row, INTERRUPTED, content=b""))
    if photo is not None:
        with PILES.working_on(photo):
            _read(photo)
    return photo is not None


def _read(photo: PilePhoto) -> None:
    try:
        jpeg = encode(bytes(photo.content))
    except Unread as error:
        _refuse(photo, error.why, content=b"")
        return
    if not PILES.hold(photo, content=jpeg):  # from now on without what the camera wrote
        return
    try:
        sheets = list(read_tables_of(photo.round.stage.tournament, jpeg))
    except Unread as error:
        _refuse(photo, error.why)
    except Error:
        raise
    except Exception:
        # The same photo again would fail again.
        log.exception("photo_failed", photo=photo.pk)
        _refuse(photo, FAILED)
    else:
        _give_each_a_row(photo, [_values(sheet) for sheet in sheets])


@transaction.atomic
def _give_each_a_row(photo: PilePhoto, sheets: Sequence[dict[str, Any]]) -> None:
    """Let the row of the photo be that of its first sheet, and add one for each other."""
    several = len(sheets) > 1
    names = [f"{photo.name[:90]} ({at}/{len(sheets)})" if several else photo.name for at in range(1, len(sheets) + 1)]
    whole = {"content": photo.content}  # with a sheet that can't be read somebody has to see which it is
    if PILES.release(photo, name=names[0], **(sheets[0] if several else sheets[0] | whole)):
        same = {"round": photo.round, "uploaded_by": photo.uploaded_by, "uploaded_at": photo.uploaded_at}
        rows = zip(names[1:], sheets[1:], strict=True)
        PilePhoto.objects.bulk_create(PilePhoto(**same, name=name, **(whole | values)) for name, values in rows)


def _values(sheet: tuple[TableState, TableReading] | Unread) -> dict[str, Any]:
    """Return the columns of the row of a sheet."""
    if isinstance(sheet, Unread):
        return {"status": PilePhoto.REFUSED, "reason": sheet.why}
    state, reading = sheet
    # Neither game points nor who won has a field that counts there.
    entered = [field for name, field in reading.fields.items() if name.rpartition("-")[2] not in (WON, POINTS)]
    sure = sum(field.sure for field in entered)
    return {
        "status": PilePhoto.READ,
        "table": state.table,
        "content": reading.photo,
        "sure": sure,
        "asked": len(entered) - sure,
        "read": written(reading) | {"sheet": sheet_to_json(reading.sheet)},
    }


def _refuse(photo: PilePhoto, why: Translatable, **changes: Any) -> None:
    PILES.release(photo, status=PilePhoto.REFUSED, reason=why, **changes)


@transaction.atomic
def rule_from_photos(
    *,
    photos: Collection[PilePhoto],
    table: Table,
    sheet: ScoreSheet | TableReport | None,
    reason: str,
    by: User,
    expected_revision: int | None,
) -> Ruling:
    """Decide a table by what a referee made of the photos of its sheet, count what was changed, and let the photos be
    the evidence of the decided version. Raise ValidationError as `rule_table`."""
    ruling = rule_table(table=table, sheet=sheet, reason=reason, by=by, expected_revision=expected_revision)
    league = table.round.stage.tournament.season.league
    if isinstance(sheet, ScoreSheet):
        for photo in photos:
            count_read(league, sheet, photo.read)
    if days_kept(league):
        decided = Sheet.objects.filter(game__table=table).latest("version")
        SheetPhoto.objects.bulk_create(
            SheetPhoto(
                table=table, sheet=decided, content=row.content, taken_by=row.uploaded_by, taken_at=row.uploaded_at
            )
            for row in photos
        )
        forget_oldest_of(table.pk)
    PilePhoto.objects.filter(pk__in=[photo.pk for photo in photos]).delete()
    return ruling

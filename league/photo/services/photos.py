"""Keep photos of printed sheets: with the phone that took one until it reports, then with its report, as long as the
league says. What was read is compared with the report, and of that only counts stay."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import said
from games.models import Sheet
from games.rules.sheets import ScoreSheet
from league.core.ledger.services import record
from league.models import League, SeasonGame, Table, TableReport
from league.photo.models import LONGEST_DAYS, PhotoSettings, PilePhoto, ReadCount, SheetPhoto
from league.photo.queries.photos import UNSENT, days_kept, over, photos_from
from league.photo.queries.reading import TableReading, own_of
from league.photo.rules.fields import cells_kept, compared
from league.tournaments.tables.rules import sheet_from_json

MOST_AT_A_TABLE = 12  # that were sent; the oldest goes first


@transaction.atomic
def keep_photo(*, table: Table | None = None, device: str, reading: TableReading, by: User | None) -> SheetPhoto:
    """Keep a photo of a table for the phone (the digest of its secret) that took it, or of no table for a form, in
    place of the last one."""
    values = {"content": reading.photo, "read": written(reading), "taken_by": by, "taken_at": timezone.now()}
    photo, _made = SheetPhoto.objects.update_or_create(table=table, device=device, defaults=values)
    return photo


def file_photo(report: TableReport) -> None:
    """Make the photo that the reporting phone took the evidence of its report, and count what was changed; called in
    the transaction of the report."""
    unsent = SheetPhoto.objects.filter(table=report.table_id, device=report.device).exclude(device="")
    league = report.table.round.stage.tournament.season.league
    if _file(unsent, league, sheet_from_json(report.sheet), report=report):
        forget_oldest_of(report.table_id)


def file_photo_of_form(season_game: SeasonGame, sheet: ScoreSheet, form: str) -> None:
    """Make the photo that was taken for a form the evidence of the sheet made from it, and count what was changed;
    called in the transaction of the sheet."""
    unsent = SheetPhoto.objects.filter(table=None, device=form)
    _file(unsent, season_game.season.league, sheet, sheet=season_game.game.sheets.latest("version"))


def _file(unsent: QuerySet[SheetPhoto], league: League, entered: ScoreSheet, **of: TableReport | Sheet) -> bool:
    """Return whether there was a photo and it is kept."""
    photo = unsent.defer("content").first()
    if photo is None:
        return False
    count_read(league, entered, photo.read)
    if not days_kept(league):
        photo.delete()
        return False
    SheetPhoto.objects.filter(pk=photo.pk).update(**of, device="", read={})
    return True


def forget_oldest_of(table: int) -> None:
    """Delete what a table has beyond `MOST_AT_A_TABLE`; called in the transaction that adds to it."""
    sent = SheetPhoto.objects.filter(table=table, device="").order_by("-pk")
    SheetPhoto.objects.filter(pk__in=list(sent.values_list("pk", flat=True)[MOST_AT_A_TABLE:])).delete()


def count_read(league: League, sheet: ScoreSheet, read: Mapping[str, Any]) -> None:
    """Count how a result fits what was read; called in the transaction of the result."""
    who = [line.character for line in sheet.seats]
    if (read.get("system"), read.get("who", who)) != (sheet.system, who):
        return
    counted = compared(sheet, list(cells_kept(read)), own_of(sheet.seats))
    ReadCount.objects.bulk_create(
        ReadCount(league=league, system=sheet.system, figure=figure, **counts._asdict())
        for figure, counts in counted.items()
    )


def written(reading: TableReading) -> dict[str, Any]:
    """Return what was read, ready for JSON."""
    ticked = ((cell, sorted(cell.value) if isinstance(cell.value, frozenset) else cell.value) for cell in reading.cells)
    cells = [[cell.seat, cell.cell, value, cell.share, cell.sure, cell.offer] for cell, value in ticked]
    fields = {name: astuple(field) for name, field in reading.fields.items()}
    who = [line.character for line in reading.sheet.seats]
    return {"system": reading.sheet.system, "who": who, "fields": fields, "cells": cells}


@transaction.atomic
def keep_for(*, league: League, days: int, by: User) -> None:
    """Keep the photos of a league for that many days after the result was confirmed; 0: keep none that is sent. Raise
    ValidationError by field."""
    if not 0 <= days <= LONGEST_DAYS:
        raise ValidationError({"days": _("Choose between 0 and {most} days.").format(most=LONGEST_DAYS)})
    PhotoSettings.objects.update_or_create(league=league, defaults={"days": days})
    text = said("The league {league} keeps photos of score sheets for {days} days.", league=league.name, days=days)
    record(kind="league_changed", text=text, by=by, league=league, days=days)


def forget_photos() -> None:
    """Delete the photos whose time is over."""
    for photos in over():
        SheetPhoto.objects.filter(pk__in=list(photos.values_list("pk", flat=True))).delete()
    PilePhoto.objects.filter(uploaded_at__lt=timezone.now() - UNSENT).delete()


def forget_photos_of(user: User, label: str) -> None:
    photos_from(user).delete()
    PilePhoto.objects.filter(uploaded_by=user).delete()

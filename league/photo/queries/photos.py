"""Photos that are kept, how long, and how often people changed what was read of them."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import spoken
from games.models import Sheet
from league.accounts.queries.own_data import DataSection
from league.core.queries.systems import system_by_id, system_name
from league.models import League, Table
from league.photo.models import USUAL_DAYS, PhotoSettings, PilePhoto, ReadCount, SheetPhoto
from league.photo.rules.fields import fields_kept
from league.sheets.queries.photos import TablePhoto, Who
from league.sheets.rules.sheet_cells import WON, ReadField
from league.site.queries.retention import Kept

UNSENT = timedelta(days=1)
UNCONFIRMED = timedelta(days=365)
LEAGUE = Coalesce("table__round__stage__tournament__season__league", "sheet__game__season_game__season__league")
SECTIONS = (
    DataSection(
        "photos_of_sheets",
        SheetPhoto,
        ("taken_by", "report__seat__entry__character__owner"),
        ("id", "table", "report", "sheet", "taken_at"),
    ),
    DataSection("photos_of_rounds", PilePhoto, ("uploaded_by",), ("id", "round", "name", "status", "uploaded_at")),
)


MOST_ATTACHED = 50  # photos in the file of a person's own data: some 20 MB


def photos_from(user: User) -> QuerySet[SheetPhoto]:
    """Return the photos that a person took, and those of the reports of their characters."""
    return SheetPhoto.objects.filter(Q(taken_by=user) | Q(report__seat__entry__character__owner=user))


def attached(user: User) -> Iterator[tuple[str, bytes]]:
    """Yield the newest photos from a person for the file of their own data."""
    for pk, content in photos_from(user).order_by("-pk").values_list("pk", "content")[:MOST_ATTACHED].iterator():
        yield f"photos/{pk}.jpg", bytes(content)


def fields_read(table: int | None, device: str, who: Who) -> Mapping[str, ReadField]:
    """Return the fields of the photo that was taken with this phone or for this form and is not sent yet."""
    rows = SheetPhoto.objects.filter(table=table, device=device)
    read = rows.values_list("read", flat=True).first() or {}
    return fields_kept(read, who)


def photos_of_table(table: int) -> list[TablePhoto]:
    photos = SheetPhoto.objects.filter(table=table, device="").order_by("pk")
    return [TablePhoto(*values) for values in photos.values_list("pk", "report")]


def photos_of_game(game: int) -> list[int]:
    return list(SheetPhoto.objects.filter(sheet__game=game).order_by("pk").values_list("pk", flat=True))


def days_kept(league: League) -> int:
    """Return for how many days the league keeps photos after the result was confirmed."""
    days: int | None = PhotoSettings.objects.filter(league=league).values_list("days", flat=True).first()
    return USUAL_DAYS if days is None else days


def over() -> Iterator[QuerySet[SheetPhoto]]:
    """Yield the photos whose time is over, and those whose table went while this app was left out."""
    now = timezone.now()
    yield SheetPhoto.objects.filter(~Exists(Table.objects.filter(pk=OuterRef("table"))), table__isnull=False)
    yield SheetPhoto.objects.filter(~Exists(Sheet.objects.filter(pk=OuterRef("sheet"))), sheet__isnull=False)
    yield SheetPhoto.objects.exclude(device="").filter(taken_at__lt=now - UNSENT)
    # Not an aggregate, by which SQLite would group the photos themselves.
    game = Q(game__table=OuterRef("table")) | Q(game=OuterRef("sheet__game"))
    confirmed = Sheet.objects.filter(game, confirmed_at__isnull=False)
    latest = Subquery(confirmed.order_by("-confirmed_at").values("confirmed_at")[:1])
    sent = SheetPhoto.objects.filter(device="").alias(confirmed=latest, league=LEAGUE)
    yield sent.filter(confirmed=None, taken_at__lt=now - UNCONFIRMED)
    set_here = PhotoSettings.objects.all()
    yield sent.exclude(league__in=set_here.values("league")).filter(confirmed__lt=now - timedelta(USUAL_DAYS))
    for days in set_here.values_list("days", flat=True).distinct():
        leagues = set_here.filter(days=days).values("league")
        yield sent.filter(league__in=leagues, confirmed__lt=now - timedelta(days))


def keeps() -> Kept:
    what = _("A photo of a score sheet, and from which browser it came until it was sent")
    how_long = _("as its league says, usually {days} days after the result was confirmed; one day if it was not sent")
    return Kept(what, how_long.format(days=USUAL_DAYS))


class CountRow(NamedTuple):
    """Say how often people changed what was read of a figure of a game, or entered what was guessed."""

    game: str
    figure: str
    sure: int
    changed: int
    asked: int
    right: int


def count_rows(league: League) -> list[CountRow]:
    sums = (Sum("sure"), Sum("changed"), Sum("asked"), Sum("right"))
    rows = ReadCount.objects.filter(league=league).order_by("system", "figure").values_list("system", "figure")
    return [
        CountRow(system_name(system), _figure(system, figure), *counted)
        for system, figure, *counted in rows.annotate(*sums)
    ]


def _figure(system: str, figure: str) -> str:
    labels = {column.name: column.label for column in system_by_id(system).FIGURES}
    return _("Won") if figure == WON else str(spoken(labels.get(figure, figure)))

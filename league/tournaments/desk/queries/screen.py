"""The projector: a clock, and screens of tables, names and standings to page through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from django.db import connection
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from characters.rules.names import name_key, sort_key
from games.models import Sheet
from league.clubs.queries import current_round
from league.core.charts import qr_image
from league.core.rules.round_clock import RoundClock, clock_of
from league.models import Laptop, Round, Table, Tournament
from league.tournaments.desk.rules.screens import Lines, list_lines, screens, table_grid
from league.tournaments.desk.rules.wifi import wifi_code
from league.tournaments.stages.queries.stage_standings import StageRows, StageTableRow, final_order, final_rows
from league.tournaments.tables.queries.round_tables import (
    TableHere,
    TableProgress,
    byes_of,
    round_tables,
    still_playing,
)
from league.tournaments.tables.rules import OPEN

Show = Literal["all", "tables", "names", "standings", "clock", "report"]
SHOWS: tuple[Show, ...] = ("all", "tables", "names", "standings", "clock", "report")
NAMES_PER_SCREEN, ROWS_PER_SCREEN = 80, 45
TOP = 2  # screens of standings between the tables


@dataclass(frozen=True, slots=True)
class Slide:
    """`kind` names the template's part, `key` finds the same slide again after an update."""

    kind: str
    key: str
    title: str
    items: Sequence[Any]
    columns: int = 0
    lines: Lines | None = None
    crowned: bool = False  # whether anybody has a result: nobody leads before


@dataclass(frozen=True, slots=True)
class Screen:
    round: Round | None
    clock: RoundClock | None
    slides: tuple[Slide, ...]
    still_playing: Sequence[TableProgress] = ()


def screen_of(tournament: Tournament, show: Show = "all", *, address: str = "") -> Screen:
    """Return everything that the projector pages through; the number of queries is constant. `address`: of the current
    round, where players find their table to report it."""
    played = current_round(tournament)
    if played is None:
        return Screen(None, None, tuple(_join(tournament, address, _("Welcome"))))
    clock = clock_of(played) if played.status in (Round.PUBLISHED, Round.RUNNING) else None
    if tournament.status == Tournament.FINISHED:
        return Screen(played, None, tuple(_prizes(tournament)))
    slides: list[Slide] = []
    if show in ("all", "tables", "names") and played.status != Round.ENDED:
        tables = round_tables(played)
        slides += _tables(tables) if show != "names" else _names(tables)
        slides += _byes(played)
        if show == "all" and any(table.phase == OPEN and table.play is None for table in tables):
            slides += [*_join(tournament, address, _("On your phone")), _report(address)]
    if show == "report":
        slides = [*_join(tournament, address, _("On your phone")), _report(address)]
    if show in ("all", "standings") or played.status == Round.ENDED:
        whole = show == "standings" or played.status == Round.ENDED
        stage = played.stage
        slides += _standings(StageRows(stage)[: None if whole else TOP * ROWS_PER_SCREEN])
    if show == "clock" and clock:
        slides = [Slide("clock", "clock", "", ())]
    return Screen(played, clock, tuple(slides), still_playing(played) if clock else ())


def screen_version(tournament: Tournament) -> str:
    """Return a text that changes as soon as the screen has something else to show. Rows commit in any order, so they
    are counted: the newest number may appear before the one below it."""
    events = tournament.events.aggregate(Count("pk"), Max("at"))
    played = current_round(tournament)
    state: list[object] = [tournament.status, tournament.name, events, _names_of_all(tournament.pk)]
    state += Laptop.objects.filter(hall__tournament=tournament).values_list("network", "password")
    if played is not None:
        sheets = Sheet.objects.filter(game__table__round__stage__tournament=tournament)
        closed = Count("closed_at"), Max("closed_at")
        state += [
            sheets.aggregate(Count("pk"), Count("confirmed_at"), Max("confirmed_at"), *closed),
            Table.objects.filter(round=played).exclude(frozen_at=None).count(),
            (played.pk, played.status, played.started_at, played.paused_at, played.paused_seconds, played.minutes),
        ]
    return sha256(repr(state).encode()).hexdigest()[:20]


def _names_of_all(tournament: int) -> list[str]:
    """Return the names of all entries without the ORM: a thousand of them are fetched every few seconds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM characters_character JOIN league_entry ON character_id = characters_character.id"
            " WHERE tournament_id = %s ORDER BY league_entry.id",
            [tournament],
        )
        return [name for (name,) in cursor.fetchall()]


def _tables(tables: Sequence[TableHere]) -> Iterator[Slide]:
    grid = table_grid(len(tables), max((len(table.seats) for table in tables), default=1))
    for part in screens(tables, grid.size):
        pattern = _("Tables {first:,} to {last:,}") if len(part) > 1 else _("Table {first:,}")
        title = pattern.format(first=part[0].number, last=part[-1].number)
        yield Slide("tables", f"tables-{part[0].number}", title, part, grid.columns)


def _names(tables: Sequence[TableHere]) -> Iterator[Slide]:
    seated = [(seat.name, table.number) for table in tables for seat in table.seats if seat.character is not None]
    seated.sort(key=lambda pair: (sort_key(pair[0]), name_key(pair[0])))
    for at, part in enumerate(screens(seated, NAMES_PER_SCREEN), 1):
        title = _("{first} to {last}").format(first=part[0][0][:3], last=part[-1][0][:3])
        yield Slide("names", f"names-{at}", title, part, lines=list_lines(len(part)))


def _report(address: str) -> Slide:
    """Return how to report a table; the code and the address lead to the tables of the current round."""
    return Slide("report", "report", "", ((address, qr_image(address)),))


def _join(tournament: Tournament, address: str, title: str) -> Iterator[Slide]:
    """Yield the codes by which a phone joins the network of a hall, if it was named, and opens the page."""
    for laptop in Laptop.objects.filter(hall__tournament=tournament).exclude(network=""):
        codes = qr_image(wifi_code(laptop.network, laptop.password)), qr_image(address)
        yield Slide("join", "join", title, ((laptop, address, *codes),))


def _byes(played: Round) -> Iterator[Slide]:
    byes = byes_of(played)
    for at, part in enumerate(screens(byes, NAMES_PER_SCREEN), 1):
        title = _("Through without a table") if part[0].through else _("Byes this round")
        yield Slide("byes", f"byes-{at}", title, part, lines=list_lines(len(part)))


def _standings(rows: Sequence[StageTableRow]) -> Iterator[Slide]:
    crowned = any(row.games for row in rows)
    for at, part in enumerate(screens(rows, ROWS_PER_SCREEN), 1):
        title = _("Standings, {first:,} to {last:,}").format(first=part[0].position, last=part[-1].position)
        yield Slide("standings", f"standings-{at}", title, part, lines=_standing_lines(len(part)), crowned=crowned)


def _prizes(tournament: Tournament) -> Iterator[Slide]:
    order = final_order(tournament)
    rows = final_rows(order)
    yield Slide("podium", "podium", _("Final standings"), rows[:3])
    for at, part in enumerate(screens(rows, ROWS_PER_SCREEN), 1):
        title = _("Final standings, {first:,} to {last:,}").format(first=part[0].position, last=part[-1].position)
        yield Slide("final", f"final-{at}", title, part, lines=_standing_lines(len(part)), crowned=True)


def _standing_lines(number: int) -> Lines:
    """Return at most three columns: each name has a place and points beside it."""
    return list_lines(number, most_columns=3)

"""A table as it stands: who sits there, what they said, and what follows from it. A flat number of queries.

Its phase is not stored: `rules.phase_of` says it from the newest sheet of its game, and the reports that say the
same as that sheet are its votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet, prefetch_related_objects

from characters.queries.compiled import Compiled
from games.models import Play, Sheet
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, system_of
from league.core.queries.systems import system_by_id
from league.core.rules.grouping import grouped
from league.models import Entry, Round, Table, TableReport, TableSeat, Tournament
from league.tournaments.tables.rules import (
    WITH_A_SHEET,
    ExtraTime,
    Facts,
    Vote,
    digest,
    extra_time,
    is_objected,
    majority,
    one_address,
    phase_of,
    verdict,
)

BOT = "Bot"


@dataclass(frozen=True, slots=True)
class TableState:
    """`all_reports` by time. `newest` is the newest version of the sheet; `sheet` and `digest` are of that version, but
    empty if it was set aside because others sit there now."""

    table: Table
    seats: list[TableSeat]
    all_reports: list[TableReport]
    newest: Sheet | None
    sheet: ScoreSheet | None
    digest: str

    @property
    def reports(self) -> list[TableReport]:
        """Return the reports that have not been replaced."""
        return [report for report in self.all_reports if report.replaced_at is None]

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament

    @property
    def system(self) -> SheetSystem:
        """Return the game, in the version that the sheet so far was made by, else in its newest."""
        return system_of(self.sheet) if self.sheet else system_by_id(self.tournament.system)

    @property
    def facts(self) -> Facts:
        people = sum(seat.entry is not None for seat in self.present)
        return Facts(self.newest.status if self.newest else None, self.table.frozen_at is not None, people)

    @property
    def phase(self) -> str:
        """Return one of `rules.PHASES`."""
        return phase_of(self.facts)

    @property
    def objected(self) -> bool:
        """Return whether somebody at the table objects to its confirmed result."""
        return is_objected(self.facts)

    @property
    def shows_sheet(self) -> bool:
        return self.phase in WITH_A_SHEET

    @property
    def revision(self) -> int:
        """Return the revision of the newest decision about its game; 0 before the first."""
        return self.table.game.revision if self.table.game else 0

    @property
    def takes_reports(self) -> bool:
        playing = self.table.round.status in (Round.PUBLISHED, Round.RUNNING)
        here = self.tournament.status == Tournament.RUNNING and self.tournament.hall_id is None
        return playing and here

    @property
    def extra(self) -> ExtraTime:
        return extra_time(self.table.round, self.phase, self.table.extra_minutes)

    @property
    def present(self) -> list[TableSeat]:
        return [seat for seat in self.seats if not seat.absent]

    @property
    def voters(self) -> list[TableSeat]:
        """Return seats with somebody there who can agree: no bots, nobody who dropped or did not come."""
        return [seat for seat in self.present if can_report(seat)]

    @property
    def agreed(self) -> list[TableSeat]:
        """Return the voters whose report equals the newest sheet."""
        saying = {report.seat_id for report in self.reports if report.digest == self.digest}
        return [seat for seat in self.voters if seat.pk in saying]

    @property
    def needed(self) -> int:
        return majority(len(self.voters))

    @property
    def votes(self) -> list[Vote]:
        """Return the agreeing votes, each with its origin."""
        reports = {report.seat_id: report for report in self.reports}
        return [_vote(seat, reports[seat.pk]) for seat in self.agreed]

    @property
    def verdict(self) -> str:
        """Return one of `rules.verdict`: too few, held until the countdown ends, or decided."""
        return verdict(self.votes, len(self.voters))

    @property
    def one_address(self) -> bool:
        """Return whether all votes came from one network address."""
        return one_address(self.votes)

    def report_of(self, seat: TableSeat) -> TableReport | None:
        return next((report for report in self.reports if report.seat_id == seat.pk), None)


_TABLE = Compiled(
    lambda pk: Table.objects.filter(pk=pk).select_related("round__stage__tournament__season__league").order_by()
)
_LOCKED = Compiled(
    lambda pk: (
        Table.objects.select_for_update(no_key=True, of=("self",))
        .filter(pk=pk)
        .select_related("round__stage__tournament__season__league")
        .order_by()
    )
)
_SEATS = Compiled(lambda table: _seats(table))
_REPORTS = Compiled(lambda table: _reports(table))
_NEWEST = Compiled(
    lambda game: Sheet.objects.select_related("game__season_game").filter(game=game).order_by("-version")[:1]
)


def table_state(pk: int, *, tournament: Tournament | None = None, lock: bool = False) -> TableState:
    """Return one table; `tournament` for a caller that already has it, with its season; `lock` for a service that holds
    the tournament. Raise Table.DoesNotExist when there is no such table."""
    table = (_LOCKED if lock else _TABLE).first(pk)
    if table is None:
        raise Table.DoesNotExist
    if tournament is not None:
        table.round.stage.tournament = tournament
    # Asked after the table: joined to a row that waits for a lock, these would show the state before the wait.
    seats, reports = _SEATS.all(pk), _REPORTS.all(pk)
    newest: Sheet | None = None
    if table.game_id is not None:
        newest = _NEWEST.first(table.game_id)
        if newest is None:
            raise Sheet.DoesNotExist
        prefetch_related_objects([newest], "seats")
        table.game = newest.game
    return _state(table, seats, reports, newest)


def _seats(*tables: int) -> QuerySet[TableSeat]:
    return TableSeat.objects.filter(table__in=tables).select_related("entry__character").order_by("seat")


def _reports(*tables: int) -> QuerySet[TableReport]:
    return TableReport.objects.filter(table__in=tables).order_by("id")


_STANDING = """
SELECT (SELECT status FROM games_sheet WHERE game_id = place.game_id ORDER BY version DESC LIMIT 1), place.frozen_at,
    (SELECT COUNT(*) FROM league_tableseat WHERE table_id = place.id AND entry_id IS NOT NULL AND NOT absent),
    (SELECT revision FROM games_game WHERE id = place.game_id)
FROM league_table place WHERE place.id = %s
"""


def standing_of(table: int) -> tuple[str, int]:
    """Return only phase and revision, for the answer to a report."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [table])
        status, frozen_at, people, revision = cursor.fetchone()
    return phase_of(Facts(status, frozen_at is not None, people)), revision or 0


UNDER_WAY = (Play.OPEN, Play.RUNNING)


def play_at(table: int) -> Play | None:
    """Return the play on the site that is, or was, played instead of a game at a board."""
    return Play.objects.filter(season_play__table=table).first()


def seated_state(table: Table) -> TableState:
    """Return who sits there now, without reports: enough to read a form about the table."""
    stage = table.round.stage
    stage.tournament = Tournament.objects.select_related("season").get(pk=stage.tournament_id)
    return _state(table, _SEATS.all(table.pk), [], None)


def with_all_above(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return tables with the relations that `table_states` needs."""
    return tables.select_related("round__stage__tournament__season__league", "game")


def table_states(tables: Sequence[Table]) -> list[TableState]:
    """Return many tables at once, in their order; as many queries as for one."""
    ids = [table.pk for table in tables]
    versions = Sheet.objects.filter(game__table__in=ids).select_related("game").order_by("version")
    newest = {sheet.game_id: sheet for sheet in versions}
    prefetch_related_objects(list(newest.values()), "seats")
    seats = grouped((seat.table_id, seat) for seat in _seats(*ids))
    reports = grouped((report.table_id, report) for report in _reports(*ids))
    return [_state(table, seats[table.pk], reports[table.pk], newest.get(table.game_id or 0)) for table in tables]


def _state(table: Table, seats: list[TableSeat], reports: list[TableReport], newest: Sheet | None) -> TableState:
    sheet = score_sheet(newest) if newest and newest.status != Sheet.SUPERSEDED else None
    return TableState(table, seats, reports, newest, sheet, digest(sheet) if sheet else "")


def _vote(seat: TableSeat, report: TableReport) -> Vote:
    owner = seat.entry.character.owner_id if seat.entry else None
    by_owner = report.by_id is not None and report.by_id == owner
    return Vote(seat.pk, report.device, report.by_id, report.address, by_owner)


def can_report(seat: TableSeat) -> bool:
    return seat.entry is not None and not seat.absent and seat.entry.status != Entry.DROPPED


def owns(seat: TableSeat, user: Any) -> bool:
    return user is not None and seat.entry is not None and seat.entry.character.owner_id == user.pk


def seat_name(seat: TableSeat) -> str:
    return seat.entry.character.name if seat.entry else BOT


def lines_of(state: TableState) -> tuple[SeatLine, ...]:
    """Return the lines of the table's sheet, without figures: those present, numbered in the order of their seats."""
    return tuple(
        SeatLine(number, seat.entry.character_id if seat.entry else None, seat_name(seat))
        for number, seat in enumerate(state.present, start=1)
    )


def reference_of(table: Table) -> str:
    """Return the reference of the table's game in its season."""
    stage = table.round.stage
    return f"{stage.tournament.slug}-s{stage.number}r{table.round.number}t{table.number}"


def place_of(table: Table) -> str:
    """Return round and table, as sentences name them."""
    return f"Round {table.round.number}, table {table.number}"

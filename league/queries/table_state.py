"""A table as it stands: who sits there, what they said, and what follows from it. A flat number of queries.

Where it stands is not stored: the newest sheet of its game says it, and the reports that say the same as that sheet
are its votes.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from games.models import Sheet, SheetSeat
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Entry, Round, Table, TableReport, TableSeat, Tournament
from league.rules.agreement import digest, majority

OPEN, WAITING, FROZEN, CONFIRMED, VOID = "open", "waiting", "frozen", "confirmed", "void"
BOT = "Bot"


@dataclass(frozen=True, slots=True)
class TableState:
    """`said` is every report by time. `sheet` and `digest` are of the newest version, if there is one."""

    table: Table
    seats: list[TableSeat]
    said: list[TableReport]
    newest: Sheet | None
    sheet: ScoreSheet | None
    digest: str

    @property
    def reports(self) -> list[TableReport]:
        """Those that stand."""
        return [report for report in self.said if report.replaced_at is None]

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament

    @property
    def phase(self) -> str:
        """Open (nobody has said anything that stands), waiting for the others, frozen, confirmed or void."""
        if self.newest is None:
            return FROZEN if self.table.frozen_at else OPEN
        if self.newest.status in (Sheet.VOID, Sheet.CONFIRMED):
            return VOID if self.newest.status == Sheet.VOID else CONFIRMED
        if self.table.frozen_at or (self.newest.status == Sheet.DISPUTED and self.reports):
            return FROZEN
        return WAITING if any(report.digest == self.digest for report in self.reports) else OPEN

    @property
    def takes_reports(self) -> bool:
        playing = self.table.round.status in (Round.PUBLISHED, Round.RUNNING)
        return playing and self.tournament.status == Tournament.RUNNING

    @property
    def present(self) -> list[TableSeat]:
        return [seat for seat in self.seats if not seat.absent]

    @property
    def voters(self) -> list[TableSeat]:
        """Seats with somebody there who can agree: no bots, nobody who dropped or did not come."""
        return [seat for seat in self.present if speaks(seat)]

    @property
    def agreed(self) -> list[TableSeat]:
        """The voters who say what the newest sheet says."""
        saying = {report.seat_id for report in self.reports if report.digest == self.digest}
        return [seat for seat in self.voters if seat.pk in saying]

    @property
    def needed(self) -> int:
        return majority(len(self.voters))

    def report_of(self, seat: TableSeat) -> TableReport | None:
        return next((report for report in self.reports if report.seat_id == seat.pk), None)


def table_state(pk: int, *, tournament: Tournament | None = None) -> TableState:
    """One table; `tournament` for a caller that has it, with its season, already. Table.DoesNotExist when there is no
    such table."""
    joins = "round__stage" if tournament else "round__stage__tournament__season__league"
    table = Table.objects.select_related(joins, "game").get(pk=pk)
    if tournament is not None:
        table.round.stage.tournament = tournament
    seats = _seated(table)
    reports = list(table.reports.order_by("id"))
    newest = None
    if table.game is not None:
        newest = table.game.sheets.prefetch_related(_seats()).latest("version")
        newest.game = table.game
    return _state(table, seats, reports, newest)


def line_up(table: Table) -> TableState:
    """Who sits there now, without what they said: enough to read a form about the table."""
    stage = table.round.stage
    stage.tournament = Tournament.objects.select_related("season").get(pk=stage.tournament_id)
    return _state(table, _seated(table), [], None)


def table_states(tables: QuerySet[Table]) -> list[TableState]:
    """Many tables at once, in their order; as many queries as for one."""
    rows = list(
        tables.select_related("round__stage__tournament__season__league", "game").prefetch_related(
            Prefetch("seats", TableSeat.objects.select_related("entry__character").order_by("seat")),
            Prefetch("reports", TableReport.objects.order_by("id")),
        )
    )
    games = [table.game_id for table in rows if table.game_id is not None]
    sheets = Sheet.objects.filter(game__in=games).select_related("game").prefetch_related(_seats()).order_by("version")
    newest = {sheet.game_id: sheet for sheet in sheets} if games else {}
    return [
        _state(table, list(table.seats.all()), list(table.reports.all()), newest.get(table.game_id or 0))
        for table in rows
    ]


def phase_after(table: Table) -> str:
    """The phase of a table at which something was just said; a query only where its sheet has to be asked."""
    if table.confirm_by is not None:
        return WAITING
    if table.frozen_at is not None or table.game_id is None:
        return FROZEN
    status = Sheet.objects.filter(game=table.game_id).order_by("-version").values_list("status", flat=True)[:1].get()
    return {Sheet.CONFIRMED: CONFIRMED, Sheet.VOID: VOID, Sheet.DISPUTED: FROZEN}.get(status, WAITING)


def _seated(table: Table) -> list[TableSeat]:
    return list(table.seats.select_related("entry__character").order_by("seat"))


def _seats() -> Prefetch[str]:
    """Sorted by their own column: by default they join sheet and game to be sorted."""
    return Prefetch("seats", SheetSeat.objects.order_by("seat"))


def _state(table: Table, seats: list[TableSeat], said: list[TableReport], newest: Sheet | None) -> TableState:
    sheet = score_sheet(newest) if newest else None
    return TableState(table, seats, said, newest, sheet, digest(sheet) if sheet else "")


def speaks(seat: TableSeat) -> bool:
    return seat.entry is not None and not seat.absent and seat.entry.status != Entry.DROPPED


def seat_name(seat: TableSeat) -> str:
    return seat.entry.character.name if seat.entry else BOT


def lines_of(state: TableState) -> tuple[SeatLine, ...]:
    """The lines of the table's sheet, without figures: those present, numbered in the order of their seats."""
    return tuple(
        SeatLine(number, seat.entry.character_id if seat.entry else None, seat_name(seat))
        for number, seat in enumerate(state.present, start=1)
    )


def reference_of(table: Table) -> str:
    """The reference of the table's game in its season."""
    stage = table.round.stage
    return f"{stage.tournament.slug}-s{stage.number}r{table.round.number}t{table.number}"


def place_of(table: Table) -> str:
    """Round and table, as sentences name them."""
    return f"Round {table.round.number}, table {table.number}"

"""A table as it stands: who sits there, what they said, and what follows from it. A flat number of queries.

Where it stands is not stored: `rules.phases` says it from the newest sheet of its game, and the reports that say the
same as that sheet are its votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Prefetch, QuerySet

from characters.queries.compiled import Compiled, Statement, keep_related, together
from games.models import Sheet, SheetSeat
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Entry, Round, Table, TableReport, TableSeat, Tournament
from league.tournaments.tables.rules.agreement import Vote, digest, majority, one_address, verdict
from league.tournaments.tables.rules.phases import WITH_A_SHEET, Facts, is_objected, phase_of

BOT = "Bot"


@dataclass(frozen=True, slots=True)
class TableState:
    """`all_reports` by time. `newest` is the newest version of the sheet; `sheet` and `digest` are of that version, but
    empty where it was set aside because others sit there now."""

    table: Table
    seats: list[TableSeat]
    all_reports: list[TableReport]
    newest: Sheet | None
    sheet: ScoreSheet | None
    digest: str

    @property
    def reports(self) -> list[TableReport]:
        """Those that stand."""
        return [report for report in self.all_reports if report.replaced_at is None]

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament

    @property
    def facts(self) -> Facts:
        people = sum(seat.entry is not None for seat in self.present)
        return Facts(self.newest.status if self.newest else None, self.table.frozen_at is not None, people)

    @property
    def phase(self) -> str:
        """One of `rules.phases.PHASES`."""
        return phase_of(self.facts)

    @property
    def objected(self) -> bool:
        """Confirmed, and somebody at the table says that it is wrong."""
        return is_objected(self.facts)

    @property
    def shows_sheet(self) -> bool:
        return self.phase in WITH_A_SHEET

    @property
    def revision(self) -> int:
        """Of the newest decision about its game; 0 before there is one."""
        return self.table.game.revision if self.table.game else 0

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
        return [seat for seat in self.present if can_report(seat)]

    @property
    def agreed(self) -> list[TableSeat]:
        """The voters who say what the newest sheet says."""
        saying = {report.seat_id for report in self.reports if report.digest == self.digest}
        return [seat for seat in self.voters if seat.pk in saying]

    @property
    def needed(self) -> int:
        return majority(len(self.voters))

    @property
    def votes(self) -> list[Vote]:
        """Those who agree, and from where they said so."""
        reports = {report.seat_id: report for report in self.reports}
        return [_vote(seat, reports[seat.pk]) for seat in self.agreed]

    @property
    def verdict(self) -> str:
        """One of `rules.agreement`: too few, held until the countdown ends, or decided."""
        return verdict(self.votes, len(self.voters))

    @property
    def one_address(self) -> bool:
        """Whether all that agree did so from one network address."""
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
_SEATED = Compiled(
    lambda table: TableSeat.objects.filter(table=table).select_related("entry__character").order_by("seat")
)
_REPORTS = Compiled(lambda table: TableReport.objects.filter(table=table).order_by("id"))
_NEWEST = Compiled(
    lambda table: Sheet.objects.filter(game__table=table).select_related("game__season_game").order_by("-version")[:1]
)
_FIGURES = Compiled(
    lambda table: SheetSeat.objects.filter(
        sheet=Sheet.objects.filter(game__table=table).order_by("-version").values("pk")[:1]
    ).order_by("seat")
)
_TOURNAMENT = Compiled(lambda pk: Tournament.objects.filter(pk=pk).select_related("season"))


def table_state(
    pk: int, *, tournament: Tournament | None = None, lock: bool = False, behind: Sequence[Statement] = ()
) -> TableState:
    """One table; `tournament` for a caller that has it, with its season, already; `lock` for a service that holds the
    tournament, or takes it `behind` these locks. Table.DoesNotExist when there is no such table."""
    # Each is read after its table: joined to a row that is waited for, it would be what was there before.
    asked = (_SEATED.of(pk), _REPORTS.of(pk), _NEWEST.of(pk), _FIGURES.of(pk))
    *_, tables, seats, reports, versions, figures = together(*behind, (_LOCKED if lock else _TABLE).of(pk), *asked)
    if not tables:
        raise Table.DoesNotExist
    table, newest = tables[0], versions[0] if versions else None
    if tournament is not None:
        table.round.stage.tournament = tournament
    if newest is not None:
        keep_related(newest, "seats", figures)
        table.game = newest.game
    elif table.game_id is not None:
        raise Sheet.DoesNotExist
    return _state(table, seats, reports, newest)


_STANDING = """
SELECT (SELECT status FROM games_sheet WHERE game_id = place.game_id ORDER BY version DESC LIMIT 1), place.frozen_at,
    (SELECT COUNT(*) FROM league_tableseat WHERE table_id = place.id AND entry_id IS NOT NULL AND NOT absent),
    (SELECT revision FROM games_game WHERE id = place.game_id)
FROM league_table place WHERE place.id = %s
"""


def standing_of(table: int) -> tuple[str, int]:
    """Phase and revision alone, for whoever has just said something."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [table])
        status, frozen_at, people, revision = cursor.fetchone()
    return phase_of(Facts(status, frozen_at is not None, people)), revision or 0


def line_up(table: Table) -> TableState:
    """Who sits there now, without what they said: enough to read a form about the table."""
    stage = table.round.stage
    (stage.tournament,), seats = together(_TOURNAMENT.of(stage.tournament_id), _SEATED.of(table.pk))
    return _state(table, seats, [], None)


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


def _seats() -> Prefetch[str]:
    """Sorted by their own column: by default they join sheet and game to be sorted."""
    return Prefetch("seats", SheetSeat.objects.order_by("seat"))


def _state(table: Table, seats: list[TableSeat], reports: list[TableReport], newest: Sheet | None) -> TableState:
    sheet = score_sheet(newest) if newest and newest.status != Sheet.SUPERSEDED else None
    return TableState(table, seats, reports, newest, sheet, digest(sheet) if sheet else "")


def _vote(seat: TableSeat, report: TableReport) -> Vote:
    owner = seat.entry.character.owner_id if seat.entry else None
    by_owner = report.by_id is not None and report.by_id == owner
    return Vote(seat.pk, report.device, report.by_id, report.address, by_owner)


def can_report(seat: TableSeat) -> bool:
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

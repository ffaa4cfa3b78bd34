"""A round of Career Compass with Ada, Bo, Cleo and Dev at table 1, and what their phones send."""

from collections.abc import Sequence
from typing import Any

from games.models import Sheet
from league.models import Entry, Round, Stage, Table, TableReport, TableSeat, Tournament
from league.tournaments.tables.queries.table_state import TableState, table_state
from league.tournaments.tables.services.table_reports import confirm_report, report_table
from tests.factories.compass_sheets import AGREED, sheet_of_cards
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


def a_table(players: int = 4, *, bots: int = 0, **fields: Any) -> Table:
    """One table with so many players, in seat order, and bots behind them. The round is running."""
    tournament = a_tournament(**fields)
    entries = entered(tournament, players)
    stage = a_stage(tournament, entries)
    made = a_round(stage, [*entries, *[None] * bots], status=Round.RUNNING)
    return made.tables.select_related("round__stage__tournament__season__league").get()


def tables_of(tournament: Tournament, *tables: Sequence[Entry | None]) -> list[Table]:
    """A running round with these tables."""
    stage = a_stage(tournament, [one for table in tables for one in table if one])
    made = a_round(stage, *tables, status=Round.RUNNING)
    return list(made.tables.select_related("round__stage__tournament__season__league"))


def seat(table: Table, number: int) -> TableSeat:
    return TableSeat.objects.select_related("table__round__stage__tournament", "entry__character__owner").get(
        table=table, seat=number
    )


def says(table: Table, number: int, held: Sequence[int] = AGREED, *, key: str = "", by: Any = None) -> TableReport:
    """What the phone of that seat sends."""
    key = key or f"key-{number}-{'-'.join(map(str, held))}"
    return report_table(seat=seat(table, number), sheet=sheet_of_cards(table, held), key=key, by=by)


def agrees(table: Table, number: int, *, shown: str = "", key: str = "") -> TableReport:
    """The seat presses "Confirm" under what it sees."""
    shown = shown or now(table).digest
    return confirm_report(seat=seat(table, number), shown=shown, key=key or f"agree-{number}")


def now(table: Table) -> TableState:
    return table_state(table.pk)


def status(table: Table) -> str:
    """That of the newest sheet of its game."""
    return Sheet.objects.filter(game__table=table).latest("version").status


def stage_of(table: Table) -> Stage:
    return table.round.stage

"""What the phones of a table of Career Compass report."""

from collections.abc import Sequence
from typing import Any

from league.models import Table, TableReport
from league.tournaments.tables.services.acts import confirm_report, report_table
from tests.factories.compass_sheets import AGREED, OTHERWISE, sheet_of_cards
from tests.factories.tables import now, seat


def says(table: Table, number: int, held: Sequence[int] = AGREED, *, key: str = "", by: Any = None) -> TableReport:
    """What the phone of that seat sends."""
    key = key or f"key-{number}-{'-'.join(map(str, held))}"
    return report_table(seat=seat(table, number), sheet=sheet_of_cards(table, held), key=key, by=by)


def agrees(table: Table, number: int, *, shown: str = "", key: str = "") -> TableReport:
    """The seat presses "Confirm" under what it sees."""
    shown = shown or now(table).digest
    return confirm_report(seat=seat(table, number), seen_digest=shown, key=key or f"agree-{number}")


def frozen(table: Table) -> TableReport:
    """Seats 1 and 2 contradict each other; the report of the latter."""
    says(table, 1)
    return says(table, 2, OTHERWISE)


def confirmed(table: Table) -> None:
    """Three of four seats agree."""
    says(table, 1)
    agrees(table, 2)
    agrees(table, 3)

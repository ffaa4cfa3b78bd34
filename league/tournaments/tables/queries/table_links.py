"""Links that open a table's score sheet without an account. The signature binds table, round and tournament: a link of
another round, or a guessed one, opens nothing."""

import base64
import re

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from characters.queries.compiled import Compiled
from league.models import Table, TableSeat

SALT = "league.table_links"
BYTES = 15  # 120 bits, 20 letters
_TABLE = Compiled(lambda pk: Table.objects.select_related("round__stage").filter(pk=pk).order_by())
_SEAT = Compiled(
    lambda table, seat: (
        TableSeat.objects.select_related("table__round__stage").filter(table=table, seat=seat).order_by()
    )
)
_TOKEN = re.compile(r"(\d{1,18})-([\w-]{20})", re.ASCII)


def table_path(table: Table) -> str:
    """The path that the QR code of the table leads to. Select `round__stage` for no further query."""
    return reverse("table_phone", args=[table_token(table)])


def table_token(table: Table) -> str:
    return f"{table.pk}-{_signature(table.pk, table.round_id, table.round.stage.tournament_id)}"


def table_of(token: str) -> Table | None:
    """The table that a link was made for; None for a link that nobody made here."""
    found = _TOKEN.fullmatch(token)
    rows = _TABLE(int(found[1])) if found else ()
    return next((table for table in rows if constant_time_compare(token, table_token(table))), None)


def seat_of(token: str, number: int) -> TableSeat | None:
    """The seat with this number at the table that a link was made for."""
    found = _TOKEN.fullmatch(token)
    rows = _SEAT(int(found[1]), number) if found else ()
    return next((seat for seat in rows if constant_time_compare(token, table_token(seat.table))), None)


def _signature(table: int, round_id: int, tournament: int) -> str:
    mac = salted_hmac(SALT, f"{table}/{round_id}/{tournament}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:BYTES]).decode("ascii")

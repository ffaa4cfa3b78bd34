"""Links that open a table's score sheet without an account. The signature binds table, round and tournament: a link of
another round, or a guessed one, opens nothing."""

import base64
import re

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import Table

SALT = "league.table_links"
BYTES = 15  # 120 bits, 20 letters
_TOKEN = re.compile(r"(\d{1,18})-([\w-]{20})", re.ASCII)


def table_path(table: Table) -> str:
    """The path that the QR code of the table leads to. Select `round__stage` for no further query."""
    return reverse("table_phone", args=[table_token(table)])


def table_token(table: Table) -> str:
    return f"{table.pk}-{_signature(table.pk, table.round_id, table.round.stage.tournament_id)}"


def table_of(token: str) -> Table | None:
    """The table that a link was made for; None for a link that nobody made here."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    table = Table.objects.select_related("round__stage").filter(pk=int(found[1])).first()
    if table is None or not constant_time_compare(token, table_token(table)):
        return None
    return table


def _signature(table: int, round_id: int, tournament: int) -> str:
    mac = salted_hmac(SALT, f"{table}/{round_id}/{tournament}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:BYTES]).decode("ascii")

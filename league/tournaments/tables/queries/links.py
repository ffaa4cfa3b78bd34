"""Links and phones: what opens a table's score sheet, and where a phone or a person sits.

A link needs no account. Its signature binds table, round and tournament: a link of another round, or a guessed one,
opens nothing. A phone's secret and its network are stored only as digests.
"""

import base64
import re
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from league.core.rules.origins import Origin
from league.models import Entry, Round, Table, TableSeat
from league.tournaments.tables.queries.table_state import TableState

LINK_SALT = "league.table_links"
LINK_BYTES = 15  # 120 bits, 20 letters
_TOKEN = re.compile(r"(\d{1,18})-([\w-]{20})", re.ASCII)


def table_path(table: Table) -> str:
    """Return the path in the QR code of the table. Select `round__stage` for no further query."""
    return reverse("table_phone", args=[table_token(table)])


def table_token(table: Table) -> str:
    return _token(table, settings.SECRET_KEY)


def _token(table: Table, key: str) -> str:
    content = f"{table.pk}/{table.round_id}/{table.round.stage.tournament_id}"
    mac = salted_hmac(LINK_SALT, content, secret=key, algorithm="sha256").digest()
    return f"{table.pk}-{base64.urlsafe_b64encode(mac[:LINK_BYTES]).decode('ascii')}"


def _is_link_of(token: str, table: Table) -> bool:
    """Return whether the token is the table's. Earlier keys count too: printed codes stay on the tables while the site
    changes its key."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(token, _token(table, key)) for key in keys)


def number_in(token: str) -> int | None:
    """Return the id of the table that a link names, whether it was made here or not; None if it can't be one."""
    parts = _TOKEN.fullmatch(token)
    return int(parts[1]) if parts else None


def table_of(token: str) -> Table | None:
    """Return the table that a link was made for; None for a link that was not made here."""
    table = Table.objects.select_related("round__stage").filter(pk=number_in(token) or 0).first()
    return table if table and _is_link_of(token, table) else None


def seat_of(token: str, number: int) -> TableSeat | None:
    """Return the seat with this number at the table that a link was made for."""
    seats = TableSeat.objects.select_related("table__round__stage")
    seat = seats.filter(table=number_in(token) or 0, seat=number).first()
    return seat if seat and _is_link_of(token, seat.table) else None


def device_digest(device: str) -> str:
    return sha256(device.encode()).hexdigest()


def origin_of(network: str, *, tournament: int, device: str = "") -> Origin:
    """Return the origin of a report at a table of this tournament: a hash of the network that can't be compared with
    that of another tournament. `device` is the secret of the phone."""
    mac = salted_hmac(f"league.table_address/{tournament}", network, algorithm="sha256") if network else None
    return Origin(device_digest(device) if device else "", mac.hexdigest()[:32] if mac else "")


def seat_of_device(state: TableState, device: str) -> TableSeat | None:
    """Return the seat that this phone (the digest of its secret) speaks for."""
    return next((seat for seat in state.seats if device and seat.device == device), None)


def likely_seat(state: TableState, device: str, user: Any) -> TableSeat | None:
    """Return the seat that this phone or person probably sits in: the character it spoke for in an earlier round, or
    owns."""
    entries = _entries_of(state.table, device, user)
    return next((seat for seat in state.seats if seat.entry_id in entries), None)


def present_table(table: Table, device: str, user: Any) -> Table | None:
    """Return the table at which the holder of this phone plays now, when `table` is of an earlier round."""
    entries = _entries_of(table, device, user)
    playing = TableSeat.objects.filter(
        entry__in=entries,
        round__status__in=(Round.PUBLISHED, Round.RUNNING),
        round__stage__tournament=table.round.stage.tournament_id,
    ).exclude(table=table.pk)
    seat = playing.select_related("table__round__stage").first() if entries else None
    return seat.table if seat else None


def _entries_of(table: Table, device: str, user: Any) -> set[int]:
    """Return the entries of the tournament for which this phone spoke last, or that belong to this person."""
    of_phone_or_person = Q(pk__in=[])
    tournament = table.round.stage.tournament_id
    if device:
        seats = TableSeat.objects.filter(device=device, entry__tournament=tournament).order_by("-round_id")
        last = seats.values_list("entry", flat=True).first()
        of_phone_or_person |= Q(pk=last)
    if user.is_authenticated:
        of_phone_or_person |= Q(character__owner=user)
    return set(Entry.objects.filter(of_phone_or_person, tournament=tournament).values_list("pk", flat=True))

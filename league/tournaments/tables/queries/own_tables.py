"""Where somebody sits: by the phone that spoke for a seat before, or by the account that owns the character."""

from typing import Any

from django.db.models import Q

from league.models import Entry, Round, Table, TableSeat
from league.tournaments.tables.queries.table_state import TableState


def seat_of_device(state: TableState, device: str) -> TableSeat | None:
    """The seat that this phone (the digest of its secret) speaks for."""
    return next((seat for seat in state.seats if device and seat.device == device), None)


def likely_seat(state: TableState, device: str, user: Any) -> TableSeat | None:
    """The seat that this phone or person probably sits in: the character it spoke for in an earlier round, or owns."""
    entries = _entries_of(state.table, device, user)
    return next((seat for seat in state.seats if seat.entry_id in entries), None)


def present_table(table: Table, device: str, user: Any) -> Table | None:
    """Where whoever holds this phone plays now, when `table` is of an earlier round."""
    entries = _entries_of(table, device, user)
    playing = TableSeat.objects.filter(
        entry__in=entries,
        round__status__in=(Round.PUBLISHED, Round.RUNNING),
        round__stage__tournament=table.round.stage.tournament_id,
    ).exclude(table=table.pk)
    seat = playing.select_related("table__round__stage").first() if entries else None
    return seat.table if seat else None


def _entries_of(table: Table, device: str, user: Any) -> set[int]:
    """The entries of the tournament for which this phone spoke last, or that belong to this person."""
    who = Q(pk__in=[])
    tournament = table.round.stage.tournament_id
    if device:
        spoken = TableSeat.objects.filter(device=device, entry__tournament=tournament).order_by("-round_id")
        last = spoken.values_list("entry", flat=True).first()
        who |= Q(pk=last)
    if user.is_authenticated:
        who |= Q(character__owner=user)
    return set(Entry.objects.filter(who, tournament=tournament).values_list("pk", flat=True))

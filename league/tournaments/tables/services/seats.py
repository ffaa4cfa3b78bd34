"""Bind phones to seats: one phone for each seat, one seat for each phone."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import said
from league.models import TableSeat
from league.tournaments.tables.queries.links import device_digest
from league.tournaments.tables.queries.table_state import TableState, owns, seat_name
from league.tournaments.tables.services.acts import check_round, lock_state, log_table, seat_in

User = Person | None
SILENT = "silent"  # code of a refusal: another phone has the seat and has sent nothing


@transaction.atomic
def claim_seat(*, seat: TableSeat, device: str, by: User = None, again: bool = False) -> TableSeat:
    """Let the phone with this secret speak for the seat. The owner of the character may always take its seat over.

    A phone that chose the wrong seat may choose again, until that seat has reported something. Until then another phone
    takes the seat over with `again`: a phone that forgot its cookie is another phone. Raise ValidationError when nobody
    can speak for the seat, or another phone does; its code is SILENT if `again` would help.
    """
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    check_round(state)
    digest = device_digest(device)
    chosen = seat_in(state, seat.pk)
    if chosen.device == digest:
        return chosen
    silent = state.report_of(chosen) is None
    if chosen.device and silent and not again and not owns(chosen, by):
        question = _("Another phone has chosen seat {seat} ({name}) and has sent nothing yet. Is that seat yours?")
        raise ValidationError(question.format(seat=chosen.seat, name=seat_name(chosen)), code=SILENT)
    if chosen.device and not silent and not owns(chosen, by):
        taken = _(
            "Another phone already speaks for seat {seat} ({name}). If that is your seat, sign in as the owner of the "
            "character, or ask the referee to free it."
        )
        raise ValidationError(taken.format(seat=chosen.seat, name=seat_name(chosen)), code="taken")
    _let_go(state, digest)
    chosen.device, chosen.claimed_at = digest, timezone.now()
    chosen.save(update_fields=["device", "claimed_at"])
    return chosen


def _let_go(state: TableState, digest: str) -> None:
    """Release the seat that the phone spoke for. Raise ValidationError if it has reported something there."""
    for seat in state.seats:
        if seat.device != digest:
            continue
        if state.report_of(seat):
            spoken_for = _(
                "This phone speaks for seat {seat} ({name}) and has reported for it. Use another phone, or ask the "
                "referee to free the seat."
            )
            raise ValidationError(spoken_for.format(seat=seat.seat, name=seat_name(seat)), code="taken")
        seat.device, seat.claimed_at = "", None
        seat.save(update_fields=["device", "claimed_at"])


@transaction.atomic
def free_seat(*, seat: TableSeat, by: User) -> TableSeat:
    """Take the seat from the phone that speaks for it; what it reported stays."""
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    freed = next(row for row in state.seats if row.pk == seat.pk)
    freed.device, freed.claimed_at = "", None
    freed.save(update_fields=["device", "claimed_at"])
    what = said("lets another phone speak for seat {seat} ({name}).", seat=freed.seat, name=seat_name(freed))
    log_table(state, "ruled", what, by)
    return freed

"""Which phone speaks for which seat: one phone per seat of a table, one seat per phone."""

from dataclasses import dataclass
from hashlib import sha256

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.rules.sheets import ScoreSheet
from league.models import Entry, TableSeat, TournamentEvent
from league.tournaments.tables.queries.table_state import TableState, lines_of, seat_name
from league.tournaments.tables.services.table_outcomes import STALE, lock_state, log_table, table_event

User = Person | None
OVER = "over"  # the code of refusals because the round is not played any more


@dataclass(frozen=True, slots=True)
class Origin:
    """From where somebody speaks: the digest of the browser's secret, and the hashed network address. Empty for a
    program that does not know."""

    device: str = ""
    address: str = ""


NOWHERE = Origin()


def origin_of(network: str, *, tournament: int, device: str = "") -> Origin:
    """From where somebody speaks at a table of this tournament: a hash of the network that can't be compared with that
    of another tournament. `device` is the secret of the phone."""
    mac = salted_hmac(f"league.table_address/{tournament}", network, algorithm="sha256") if network else None
    return Origin(device_digest(device) if device else "", mac.hexdigest()[:32] if mac else "")


@transaction.atomic
def claim_seat(*, seat: TableSeat, device: str, by: User = None) -> TableSeat:
    """Let the phone with this secret speak for the seat. Whoever owns the character may always take its seat over.

    A phone that chose the wrong seat may choose again, until that seat has said something. Raises ValidationError when
    nobody can speak for the seat, or another phone does.
    """
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    check_round(state)
    digest = device_digest(device)
    chosen = seat_in(state, seat.pk)
    if chosen.device == digest:
        return chosen
    if chosen.device and not owns(chosen, by):
        raise ValidationError(
            f"Another phone speaks for seat {chosen.seat} ({seat_name(chosen)}) already. If that is your seat, sign in "
            "as the owner of the character, or ask the referee to free it.",
            code="taken",
        )
    _let_go(state, digest)
    chosen.device, chosen.claimed_at = digest, timezone.now()
    chosen.save(update_fields=["device", "claimed_at"])
    return chosen


@transaction.atomic
def free_seat(*, seat: TableSeat, by: User) -> TableSeat:
    """Take the seat from the phone that speaks for it; what it reported stays."""
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    freed = next(one for one in state.seats if one.pk == seat.pk)
    freed.device, freed.claimed_at = "", None
    freed.save(update_fields=["device", "claimed_at"])
    log_table(state, "ruled", f"lets another phone speak for seat {freed.seat} ({seat_name(freed)}).", by)
    return freed


def device_digest(device: str) -> str:
    return sha256(device.encode()).hexdigest()


def owns(seat: TableSeat, user: User) -> bool:
    return user is not None and seat.entry is not None and seat.entry.character.owner_id == user.pk


def check_seats(state: TableState, sheet: ScoreSheet) -> None:
    """Raises ValidationError unless the sheet is one of those who sit here."""
    if [(line.seat, line.character) for line in sheet.seats] != [
        (line.seat, line.character) for line in lines_of(state)
    ]:
        raise ValidationError(
            "These figures are not of the characters who sit at this table now. Open its page again and check who "
            "plays.",
            code=STALE,
        )


def told_to_owner(state: TableState, seat: TableSeat, origin: Origin, by: User) -> list[TournamentEvent]:
    """Somebody else than the owner of its character speaks for a seat for the first time: the owner is told by this
    line of the log."""
    if not origin.address or owns(seat, by) or any(one.seat_id == seat.pk for one in state.all_reports):
        return []
    who = by.get_username() if by else "a phone that is not signed in"
    what = f"heard seat {seat.seat} ({seat_name(seat)}) from {who}."
    return [table_event(state, "seat_spoken_for", what, by, entry=seat.entry_id)]


def check_round(state: TableState) -> None:
    """Raises ValidationError with the code `over` when nothing is reported at this table any more, or not yet."""
    if state.takes_reports:
        return
    if state.table.round.status == "draft":
        raise ValidationError("This round is not published yet. Ask the organiser.", code="early")
    raise ValidationError(
        f"Round {state.table.round.number} is over: its tables take no more reports. If something is wrong, tell the "
        "referee.",
        code=OVER,
    )


def seat_in(state: TableState, pk: int) -> TableSeat:
    """The seat with somebody there to speak for it. Raises ValidationError when there is nobody."""
    found = next((seat for seat in state.seats if seat.pk == pk), None)
    if found is None:
        raise ValidationError("There is no such seat at this table.")
    if found.entry is None:
        raise ValidationError(f"Seat {found.seat} is a bot's; nobody speaks for it.")
    if found.absent:
        raise ValidationError(f"{seat_name(found)} was marked as absent. If that is wrong, call the referee.")
    if found.entry.status == Entry.DROPPED:
        raise ValidationError(
            f"{seat_name(found)} has dropped out of the tournament and reports no more. If that is wrong, call the "
            "referee."
        )
    return found


def _let_go(state: TableState, digest: str) -> None:
    """A phone leaves the seat that it spoke for, unless it has said something there."""
    for seat in state.seats:
        if seat.device != digest:
            continue
        if state.report_of(seat):
            raise ValidationError(
                f"This phone speaks for seat {seat.seat} ({seat_name(seat)}) and has reported for it. Use another "
                "phone, or ask the referee to free the seat.",
                code="taken",
            )
        seat.device, seat.claimed_at = "", None
        seat.save(update_fields=["device", "claimed_at"])

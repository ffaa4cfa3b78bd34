"""A table behind its lock: which phone speaks for which seat (one phone per seat, one seat per phone), and what becomes
of its sheet: confirmed, or frozen until a referee decides.

Lock order: tournament (shared), table, season (shared), game.
"""

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.models import Decision, Sheet
from games.rules.sheets import ScoreSheet
from games.services.decisions import record_decision
from games.services.sheets import dispute_sheet, lock_game
from league.core.rules.origins import Origin
from league.core.services.locks import share_row
from league.models import Entry, Round, Season, SeasonGame, Table, TableSeat, Tournament
from league.results.services.games import confirm_game
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event
from league.tournaments.tables.queries.table_state import TableState, lines_of, place_of, seat_name, table_state
from league.tournaments.tables.rules import CONFIRMED, COUNTDOWN, END_COUNTDOWN, WAITING, allowed

User = Person | None
_AT_ONCE = 50
STALE = "stale"


def lock_state(table: int, *, tournament: int, alone: bool = False) -> TableState:
    """Return the table as it stands, behind its own lock, while its tournament is shared with changes of other tables.
    Pass `alone` to change more than the table."""
    if alone:
        lock_tournament(tournament)
    else:
        share_row(Tournament, tournament)
    return table_state(table, lock=True)


def freeze_table(state: TableState, because: str, *, by: User, kind: str = Decision.CONTRADICTED) -> None:
    """Stop the countdown and call the referee. A confirmed result stays confirmed, with the objection beside it."""
    if state.phase == WAITING and state.newest is not None:
        dispute_sheet(game=state.newest.game, reason=because[:300], by=by, kind=kind)
    else:
        enter_decision(state, Decision.OBJECTED if state.phase == CONFIRMED else kind, by=by, text=because)
    mark_frozen(state, because, by=by)


def mark_frozen(state: TableState, because: str, *, by: User) -> None:
    """Freeze the table as `freeze_table` does, if the decision is entered already."""
    table = state.table
    table.frozen_at, table.frozen_because = timezone.now(), because[:500]
    clear_countdown(table)
    table.save(update_fields=["frozen_at", "frozen_because", "confirm_by", "confirm_version"])
    what = "has an objection to its confirmed result." if state.phase == CONFIRMED else "is frozen."
    log_table(state, "referee_called", f"{what} {because}", by)


def confirm_table(state: TableState, why: str, *, by: User, agreed: str = "") -> bool:
    """Confirm the version that `state` saw; `agreed` says who completed the majority. If levels or house rules refuse
    it, freeze the table instead and return False. Raise ValidationError with the code `stale` when there is another
    version by now."""
    if state.newest is None:
        raise ValueError("a table without a sheet can't be confirmed")
    try:
        with override(settings.LANGUAGE_CODE):  # what it refuses is kept
            confirmed = confirm_game(
                season_game=_season_game(state, state.newest),
                table=state.table,
                expected_revision=state.revision,
                newest=state.newest,
                by=by,
                text=why,
                agreed=agreed,
            )
    except ValidationError as error:
        if is_stale(error):
            raise
        if agreed:
            enter_decision(state, Decision.AGREED, by=by, text=agreed)
        refused = f"It can't be confirmed: {' '.join(error.messages)}"
        freeze_table(state, refused, by=by, kind=Decision.DISPUTED)
        return False
    state.table.game = confirmed.game
    settle(state.table)
    sealed = {"version": confirmed.version, "seal": confirmed.seal}
    log_table(state, "result_confirmed", f"is confirmed. {why}.", by, **sealed)
    return True


def settle(table: Table) -> None:
    """Mark the table as settled: the referee is no longer called, the countdown ends."""
    clear_countdown(table)
    table.frozen_at, table.frozen_because, table.changed = None, "", ""
    table.save(update_fields=["game", "confirm_by", "confirm_version", "frozen_at", "frozen_because", "changed"])


def start_countdown(state: TableState, version: int) -> None:
    """Start the countdown, after which silence confirms this version: everybody could see it for the whole time. The
    caller saves."""
    state.table.confirm_by = timezone.now() + timedelta(seconds=state.tournament.confirm_seconds)
    state.table.confirm_version = version


def clear_countdown(table: Table) -> None:
    table.confirm_by, table.confirm_version = None, None


def settle_overdue() -> int:
    """Confirm what nobody contradicted in time, and return how many tables were handled. Each has a transaction of its
    own, so that it can stop anywhere and run twice, and a table that fails delays no other. Raise the database's own
    failure if every failure is one, so that the caller can rest."""
    due = Table.objects.filter(confirm_by__lte=timezone.now()).order_by("confirm_by")
    tables = list(due.values_list("pk", "round__stage__tournament")[:_AT_ONCE])
    failed: list[Exception] = []
    for pk, tournament in tables:
        try:
            settle_table(pk, tournament)
        except Exception as error:
            failed.append(error)
    if failed and all(isinstance(error, OperationalError | InterfaceError) for error in failed):
        raise failed[0]
    if failed:
        raise ExceptionGroup("Tables whose countdown is over can't be settled.", failed)
    return len(tables)


@transaction.atomic
def settle_table(pk: int, tournament: int) -> bool:
    """End the countdown of one table when it is over, for the process that sees it first; return whether its result is
    confirmed now. Only the version for which it ran is confirmed, and only if a report that stands agrees with it."""
    state = lock_state(pk, tournament=tournament)
    table = state.table
    if table.confirm_by is None or table.confirm_by > timezone.now():
        return False
    if _ends_with_a_result(state):
        return confirm_table(state, "Nobody contradicted in time", by=None)
    clear_countdown(table)
    table.save(update_fields=["confirm_by", "confirm_version"])
    return False


def _ends_with_a_result(state: TableState) -> bool:
    table = state.table
    return (
        allowed(state.phase, END_COUNTDOWN, COUNTDOWN)
        and table.round.status in (Round.PUBLISHED, Round.RUNNING)
        and state.newest is not None
        and table.confirm_version == state.newest.version
        and any(report.digest == state.digest for report in state.reports)
    )


def lock_season(state: TableState) -> None:
    """Share the season's lock before the game is locked, if a confirmation may follow."""
    share_row(Season, state.tournament.season_id)


def enter_decision(state: TableState, kind: str, *, by: User, text: str = "") -> None:
    """Record a decision about the table's game that neither makes nor closes a version."""
    if state.newest is None:
        return
    game = lock_game(state.newest.game_id)
    record_decision(game, kind, version=state.newest.version, by=by, text=text)
    state.table.game = state.newest.game = game


def is_stale(error: ValidationError) -> bool:
    return not hasattr(error, "error_dict") and any(one.code == STALE for one in error.error_list)


def _season_game(state: TableState, newest: Sheet) -> SeasonGame:
    """Return the table's game in its season, with the season already loaded."""
    found = newest.game.season_game
    found.season = state.tournament.season
    return found


def log_table(state: TableState, kind: str, what: str, by: User, **about: object) -> None:
    table = state.table
    log_event(
        tournament=state.tournament,
        kind=kind,
        text=f"{place_of(table)} {what}",
        by=by,
        round=table.round.number,
        table=table.number,
        table_id=table.pk,
        game=table.game_id,
        **about,
    )


OVER = "over"  # the code of refusals because the round is not played any more


def origin_of(network: str, *, tournament: int, device: str = "") -> Origin:
    """Return the origin of a report at a table of this tournament: a hash of the network that can't be compared with
    that of another tournament. `device` is the secret of the phone."""
    mac = salted_hmac(f"league.table_address/{tournament}", network, algorithm="sha256") if network else None
    return Origin(device_digest(device) if device else "", mac.hexdigest()[:32] if mac else "")


@transaction.atomic
def claim_seat(*, seat: TableSeat, device: str, by: User = None) -> TableSeat:
    """Let the phone with this secret speak for the seat. The owner of the character may always take its seat over.

    A phone that chose the wrong seat may choose again, until that seat has reported something. Raise ValidationError
    when nobody can speak for the seat, or another phone does.
    """
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    check_round(state)
    digest = device_digest(device)
    chosen = seat_in(state, seat.pk)
    if chosen.device == digest:
        return chosen
    if chosen.device and not owns(chosen, by):
        taken = _(
            "Another phone speaks for seat {seat} ({name}) already. If that is your seat, sign in as the owner of the "
            "character, or ask the referee to free it."
        )
        raise ValidationError(taken.format(seat=chosen.seat, name=seat_name(chosen)), code="taken")
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
    """Raise ValidationError unless the sheet is of those who sit here."""
    if [(line.seat, line.character) for line in sheet.seats] != [
        (line.seat, line.character) for line in lines_of(state)
    ]:
        others = _(
            "These figures are not of the characters who sit at this table now. Open its page again and check who "
            "plays."
        )
        raise ValidationError(others, code=STALE)


def tell_owner(state: TableState, seat: TableSeat, origin: Origin, by: User) -> None:
    """Tell the owner of a character by a line of the log when another person first speaks for its seat."""
    if not origin.address or owns(seat, by) or any(report.seat_id == seat.pk for report in state.all_reports):
        return
    who = "another account" if by else "a phone that is not signed in"
    what = f"heard seat {seat.seat} ({seat_name(seat)}) from {who}."
    log_table(state, "seat_spoken_for", what, by, entry=seat.entry_id)


def check_round(state: TableState) -> None:
    """Raise ValidationError if this table takes no reports: with the code `over` after its round, `early` before it."""
    if state.takes_reports:
        return
    if state.table.round.status == "draft":
        raise ValidationError(_("This round is not published yet. Ask the organiser."), code="early")
    over = _("Round {round} is over: its tables take no more reports. If something is wrong, tell the referee.")
    raise ValidationError(over.format(round=state.table.round.number), code=OVER)


def seat_in(state: TableState, pk: int) -> TableSeat:
    """Return the seat with somebody there to speak for it. Raise ValidationError when there is nobody."""
    found = next((seat for seat in state.seats if seat.pk == pk), None)
    if found is None:
        raise ValidationError(_("There is no such seat at this table."))
    if found.entry is None:
        raise ValidationError(_("Seat {seat} is a bot's; nobody speaks for it.").format(seat=found.seat))
    if found.absent:
        absent = _("{character} was marked as absent. If that is wrong, call the referee.")
        raise ValidationError(absent.format(character=seat_name(found)))
    if found.entry.status == Entry.DROPPED:
        dropped = _(
            "{character} has dropped out of the tournament and reports no more. If that is wrong, call the referee."
        )
        raise ValidationError(dropped.format(character=seat_name(found)))
    return found


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

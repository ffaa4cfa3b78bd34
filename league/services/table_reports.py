"""Results from the table. One seat reports, a majority of the seats or their silence confirms, and a contradiction
freezes that table alone until a referee decides.

Whatever a phone sends twice arrives once: its key is unique at the table, and everything here happens behind the lock
of the tournament. The entry points tell the reviewers after the commit.
"""

from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Sheet
from games.rules.sheets import ScoreSheet
from games.services.refusals import check_sheet
from games.services.sheets import required_reason
from league.models import Ruling, Table, TableReport, TableSeat
from league.queries.table_state import (
    CONFIRMED,
    FROZEN,
    OPEN,
    VOID,
    TableState,
    lines_of,
    reference_of,
    seat_name,
    table_state,
)
from league.queries.tables import known_for, season_game_of
from league.rules.agreement import contradiction, digest
from league.rules.kept_sheets import kept
from league.services.games import report_game, resubmit_game
from league.services.table_outcomes import confirm_table, freeze_table, log_table
from league.services.table_seats import check_round, lock_state, seat_in

User = Person | None
KEY_LENGTH = 100
STALE = "stale"


@transaction.atomic
def report_table(*, seat: TableSeat, sheet: ScoreSheet, key: str, by: User = None) -> TableReport:
    """What a seat says that the sheet of its table is. The first report makes the game, one that says the same is a
    vote for it, one that says something else freezes the table.

    `sheet` needs lines for those present, in the order of their seats; system, names and time are the table's. Raises
    ValidationError when the sheet cannot stand, or nothing (more) can be said: code `over` when the round has ended,
    `stale` when somebody was faster.
    """
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    value = sheet_at(state, sheet)
    before = _sent_before(state, seat, key, digest(value))
    if before is not None:
        return before
    check_round(state)
    speaker = seat_in(state, seat.pk)
    check_seats(state, sheet)
    own, says = state.report_of(speaker), digest(value)
    if own is not None and own.digest == says == state.digest:
        return own
    if state.phase == OPEN:
        return _first(state, speaker, value, key, by)
    if state.phase == VOID:
        raise ValidationError("The organiser has voided this game. Ask the referee what to do.", code=STALE)
    if own is not None and not _may_replace(state, speaker):
        raise ValidationError(_no_replacing(state), code=STALE)
    if own is not None:
        return _first(state, speaker, value, key, by)
    if says == state.digest and state.phase != FROZEN:
        return _vote(state, speaker, value, key, by)
    return _another_version(state, speaker, value, key, by)


@transaction.atomic
def confirm_report(*, seat: TableSeat, shown: str, key: str, by: User = None) -> TableReport:
    """A seat agrees with the figures that it was shown: `shown` is their digest. Raises ValidationError with the code
    `stale` when they are not the table's any more."""
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    before = _sent_before(state, seat, key, shown)
    if before is not None:
        return before
    check_round(state)
    speaker = seat_in(state, seat.pk)
    if state.sheet is None or state.digest != shown or state.phase in (OPEN, VOID):
        raise ValidationError("The figures have changed since you saw them. Look again before you agree.", code=STALE)
    if state.phase == FROZEN:
        raise ValidationError("This table is frozen: the referee decides.", code=STALE)
    own = state.report_of(speaker)
    if own is not None and own.digest == shown:
        return own
    return _vote(state, speaker, state.sheet, key, by)


@transaction.atomic
def contradict_table(*, seat: TableSeat, reason: str, by: User = None) -> Table:
    """A seat says that the table's sheet is wrong, and why. The referee is called; said twice, it is said once."""
    reason = required_reason(reason)
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    check_round(state)
    speaker = seat_in(state, seat.pk)
    if state.phase == OPEN:
        raise ValidationError("Nothing is reported at this table yet. Enter the figures as they are.", code=STALE)
    _check_not_ruled(state)
    if state.phase != FROZEN and state.table.frozen_at is None:
        freeze_table(state, f"Seat {speaker.seat} ({seat_name(speaker)}) says that it is wrong: {reason}", by=by)
    return state.table


def sheet_at(state: TableState, sheet: ScoreSheet) -> ScoreSheet:
    """`sheet` with what the table decides anyway: system, edition, mode, names, and now as the time of play."""
    plan = state.tournament
    names = {line.seat: line.name for line in lines_of(state)}
    return replace(
        sheet,
        system=plan.system,
        edition=plan.edition,
        mode=plan.mode or sheet.mode,
        target=plan.target or sheet.target,
        minutes=plan.minutes or sheet.minutes,
        played_at=min(timezone.now(), state.table.round.ended_at or timezone.now()),
        seats=tuple(replace(line, name=names.get(line.seat, line.name)) for line in sheet.seats),
    )


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


def _first(state: TableState, seat: TableSeat, sheet: ScoreSheet, key: str, by: User) -> TableReport:
    """Figures that nobody has agreed with yet become the table's sheet."""
    table = state.table
    if state.newest is None:
        made = report_game(
            season=state.tournament.season, reference=reference_of(table), sheet=sheet, source=Sheet.WEB, by=by
        )
        table.game = made.game
    elif digest(sheet) != state.digest:
        resubmit_game(
            season_game=season_game_of(state.newest.game_id),
            sheet=sheet,
            source=Sheet.WEB,
            reason=f"Reported again by seat {seat.seat}",
            expected_version=None,
            by=by,
        )
    if state.reports:
        table.reports.filter(replaced_at=None).update(replaced_at=timezone.now())
    report = _keep(state, seat, sheet, key, by)
    table.confirm_by = timezone.now() + timedelta(seconds=state.tournament.confirm_seconds)
    table.save(update_fields=["game", "confirm_by"])
    log_table(state, "result_reported", f"has a result, reported by seat {seat.seat} ({seat_name(seat)}).", by)
    if state.needed == 1:
        _count_votes(table_state(table.pk, tournament=state.tournament), by)
    return report


def _vote(state: TableState, seat: TableSeat, sheet: ScoreSheet, key: str, by: User) -> TableReport:
    report = _keep(state, seat, sheet, key, by)
    if state.phase != CONFIRMED:
        _count_votes(replace(state, said=[*state.said, report]), by)
    return report


def _count_votes(state: TableState, by: User) -> None:
    if len(state.agreed) >= state.needed:
        confirm_table(state, f"{len(state.agreed)} of {len(state.voters)} seats agree", by=by)


def _another_version(state: TableState, seat: TableSeat, sheet: ScoreSheet, key: str, by: User) -> TableReport:
    """Figures that contradict the table's. Behind a freeze they are kept for the referee; what cannot have happened
    contradicts nothing."""
    _check_not_ruled(state)
    season, reference = state.tournament.season, reference_of(state.table)
    check_sheet(sheet, known_for(season, sheet, reference, game_id=state.table.game_id))
    report = _keep(state, seat, sheet, key, by)
    if state.table.frozen_at is None and state.sheet is not None:
        first = next((f"seat {one.seat}" for one in state.agreed), "the sheet")
        freeze_table(state, contradiction(state.sheet, sheet, first=first, second=f"seat {seat.seat}"), by=by)
    return report


def _check_not_ruled(state: TableState) -> None:
    if Ruling.objects.filter(table=state.table, kind=Ruling.RULING, rescinded_at=None).exists():
        raise ValidationError("The referee has decided this table. If the decision is wrong, talk to them.", code=STALE)


def _may_replace(state: TableState, seat: TableSeat) -> bool:
    return state.phase not in (FROZEN, CONFIRMED) and all(report.seat_id == seat.pk for report in state.reports)


def _no_replacing(state: TableState) -> str:
    if state.phase == FROZEN:
        return "This table is frozen, and what you reported is with the referee, who decides."
    if state.phase == CONFIRMED:
        return "This result is confirmed. If it is wrong, press “This is wrong” and say why; the referee comes."
    return "Others have agreed with what you reported. If it is wrong, press “This is wrong” and say why."


def _sent_before(state: TableState, seat: TableSeat, key: str, says: str) -> TableReport | None:
    if not key or len(key) > KEY_LENGTH or "\x00" in key:
        raise ValidationError(f"A report needs an Idempotency-Key of 1 to {KEY_LENGTH} characters.")
    found = next((report for report in state.said if report.key == key), None)
    if found is not None and (found.seat_id, found.digest) != (seat.pk, says):
        raise ValidationError("This Idempotency-Key was used for another report. Choose a new one.", code=STALE)
    return found


def _keep(state: TableState, seat: TableSeat, sheet: ScoreSheet, key: str, by: User) -> TableReport:
    table = state.table
    if state.report_of(seat):
        table.reports.filter(seat=seat, replaced_at=None).update(replaced_at=timezone.now())
    return TableReport.objects.create(table=table, seat=seat, key=key, sheet=kept(sheet), digest=digest(sheet), by=by)

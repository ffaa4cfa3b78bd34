"""Results from the table. One seat reports, a majority of the seats or their silence confirms, and a contradiction
freezes that table alone until a referee decides.

A report that a phone sends twice arrives once: its key is unique at the table, and everything here happens behind the
lock of the table, many tables at once. The entry points tell the reviewers after the commit.
"""

from dataclasses import dataclass, replace

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import said, spoken
from games.models import Decision, Sheet
from games.rules.sheets import ScoreSheet, sheet_digest
from games.services.decisions import check_revision
from games.services.sheets import check_sheet, required_reason
from league.clubs.queries import known_for, names_in, season_game_of
from league.core.rules.origins import NOWHERE, Origin
from league.models import Ruling, Table, TableReport, TableSeat
from league.results.services.games import report_game, resubmit_game
from league.tournaments.tables.queries.table_state import (
    TableState,
    lines_of,
    reference_of,
    seat_name,
    table_state,
)
from league.tournaments.tables.rules import (
    AGREE,
    CONFIRMED,
    CONTRADICT,
    DECIDED,
    FROZEN,
    HELD,
    OBJECT,
    REPLACE,
    REPORT,
    SEAT,
    VOID,
    WAITING,
    allowed,
    contradiction,
    digest,
    kept,
    refusal,
)
from league.tournaments.tables.services.played_here import refuse_while_played
from league.tournaments.tables.services.tables import (
    STALE,
    check_round,
    check_seats,
    confirm_table,
    enter_decision,
    freeze_table,
    lock_state,
    log_table,
    seat_in,
    start_countdown,
    tell_owner,
)

User = Person | None
KEY_LENGTH = 100


@transaction.atomic
def report_table(
    *,
    seat: TableSeat,
    sheet: ScoreSheet,
    key: str,
    by: User = None,
    origin: Origin = NOWHERE,
    expected_revision: int | None = None,
) -> TableReport:
    """Record what a seat says is the sheet of its table. The first report creates the game, an equal one is a vote for
    it, a different one freezes the table.

    `sheet` needs lines for those present, in the order of their seats; system, names and time are the table's. Raise
    ValidationError when the sheet cannot stand, or nothing (more) can be reported: code `over` when the round has
    ended, `stale` when somebody was faster.
    """
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    value = sheet_at(state, sheet)
    before = _sent_before(state, seat, key, digest(value))
    if before is not None:
        return before
    check_round(state)
    refuse_while_played(state)
    speaker = seat_in(state, seat.pk)
    check_sight(state, expected_revision)
    check_seats(state, sheet)
    own, says = state.report_of(speaker), digest(value)
    if own is not None and own.digest == says == state.digest:
        return own
    speech = Spoken(state, speaker, key, origin, by)
    if not state.shows_sheet:
        return _first(speech, value)
    if state.phase == VOID:
        raise ValidationError(spoken(refusal(VOID, REPORT, SEAT)), code=STALE)
    if own is not None:
        if not _may_replace(state, speaker):
            raise ValidationError(spoken(_no_replacing(state)), code=STALE)
        return _first(speech, value)
    if says == state.digest and allowed(state.phase, AGREE, SEAT):
        return _agree(speech, value)
    return _another_version(speech, value)


@transaction.atomic
def confirm_report(
    *,
    seat: TableSeat,
    shown: str,
    key: str,
    by: User = None,
    origin: Origin = NOWHERE,
    expected_revision: int | None = None,
) -> TableReport:
    """Record that a seat agrees with the figures that it was shown: `shown` is their digest. Raise ValidationError with
    the code `stale` when they are no longer the table's."""
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    before = _sent_before(state, seat, key, shown)
    if before is not None:
        return before
    check_round(state)
    speaker = seat_in(state, seat.pk)
    check_sight(state, expected_revision)
    if state.sheet is None or state.digest != shown or state.phase == VOID:
        changed = _("The figures have changed since you saw them. Look again before you agree.")
        raise ValidationError(changed, code=STALE)
    if not allowed(state.phase, AGREE, SEAT):
        raise ValidationError(spoken(refusal(state.phase, AGREE, SEAT)), code=STALE)
    own = state.report_of(speaker)
    if own is not None and own.digest == shown:
        return own
    return _agree(Spoken(state, speaker, key, origin, by), state.sheet)


@transaction.atomic
def contradict_table(
    *,
    seat: TableSeat,
    reason: str,
    by: User = None,
    origin: Origin = NOWHERE,
    expected_revision: int | None = None,
) -> Table:
    """Record that a seat says that the table's sheet is wrong, and why, and call the referee; a repeated call counts
    once. Against a confirmed result it is an objection: the organiser is told, and nothing changes until it is decided,
    also after the round."""
    reason = required_reason(reason)
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    act = OBJECT if state.phase == CONFIRMED else CONTRADICT
    if act == CONTRADICT:
        check_round(state)
    speaker = seat_in(state, seat.pk)
    check_sight(state, expected_revision)
    if not allowed(state.phase, act, SEAT):
        raise ValidationError(spoken(refusal(state.phase, act, SEAT)), code=STALE)
    _check_not_ruled(state)
    if state.phase != FROZEN and state.table.frozen_at is None:
        tell_owner(state, speaker, origin, by)
        freeze_table(state, f"Seat {speaker.seat} ({seat_name(speaker)}) says that it is wrong: {reason}", by=by)
    return state.table


def check_sight(state: TableState, expected: int | None, *, agreement_counts: bool = False) -> None:
    """Raise ValidationError with the code `stale` and what happened meanwhile, unless `expected` is the revision of the
    table's game. Mere agreement of others changes nothing that a seat saw; for a ruling it counts."""
    game = state.table.game
    if expected is None or (game is None and expected == 0):
        return
    if game is None:
        raise ValidationError(_("This table has changed since you looked at it. Look again."), code=STALE)
    since = game.decisions.filter(revision__gt=expected)
    agreed_alone = expected <= game.revision and not since.exclude(kind=Decision.AGREED).exists()
    if agreement_counts or not agreed_alone:
        check_revision(game, expected)


def sheet_at(state: TableState, sheet: ScoreSheet) -> ScoreSheet:
    """Return `sheet` with what the table decides anyway: system, edition, mode, names, and now as the time of play."""
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


@dataclass(frozen=True, slots=True)
class Spoken:
    """A report on its way: the table as it stands, the seat that reports, and the origin."""

    state: TableState
    seat: TableSeat
    key: str
    origin: Origin
    by: User


def _first(speech: Spoken, sheet: ScoreSheet) -> TableReport:
    """Make figures that nobody has agreed with yet the table's sheet."""
    state, seat, by = speech.state, speech.seat, speech.by
    table = state.table
    version = _write_version(state, seat, sheet, by)
    if state.reports:
        table.reports.filter(replaced_at=None).update(replaced_at=timezone.now())
    table.changed = ""
    start_countdown(state, version)
    table.save(update_fields=["game", "confirm_by", "confirm_version", "changed"])
    report = _keep(speech, sheet)
    what = f"has a result, reported by {_who(seat)}."
    log_table(state, "result_reported", what, by, version=version, sheet=sheet_digest(sheet))
    if state.needed == 1:
        _count_votes(table_state(table.pk, tournament=state.tournament), by)
    return report


def _write_version(state: TableState, seat: TableSeat, sheet: ScoreSheet, by: User) -> int:
    """Return the number of the version with these figures, written if it is new."""
    table = state.table
    if state.newest is None:
        reference = reference_of(table)
        season = state.tournament.season
        reported = report_game(season=season, reference=reference, sheet=sheet, source=Sheet.WEB, by=by, table=table)
        table.game = reported.game
        return 1
    if digest(sheet) == state.digest:
        return state.newest.version
    row = resubmit_game(
        season_game=season_game_of(state.newest.game_id),
        sheet=sheet,
        source=Sheet.WEB,
        reason=f"Reported again by seat {seat.seat}",
        by=by,
        table=table,
    )
    return row.version


def _agree(speech: Spoken, sheet: ScoreSheet) -> TableReport:
    state, by = speech.state, speech.by
    report = _keep(speech, sheet)
    after, who = replace(state, all_reports=[*state.all_reports, report]), _who(speech.seat)
    if state.phase == WAITING:
        _count_votes(after, by, agreed=who)
    else:
        enter_decision(state, Decision.AGREED, by=by, text=who)
    return report


def _who(seat: TableSeat) -> str:
    return f"seat {seat.seat} ({seat_name(seat)})"


def _count_votes(state: TableState, by: User, *, agreed: str = "") -> None:
    """Confirm by a majority. A majority that may be one person with several phones waits for the countdown, which
    starts now unless it runs already. `agreed`: who has just agreed, for the log of decisions."""
    verdict = state.verdict
    if verdict == DECIDED:
        confirm_table(state, f"{len(state.agreed)} of {len(state.voters)} seats agree", by=by, agreed=agreed)
        return
    if agreed:
        enter_decision(state, Decision.AGREED, by=by, text=agreed)
    if verdict == HELD and state.table.confirm_by is None and state.newest is not None:
        start_countdown(state, state.newest.version)
        state.table.save(update_fields=["confirm_by", "confirm_version"])


def _another_version(speech: Spoken, sheet: ScoreSheet) -> TableReport:
    """Record figures that contradict the table's. Behind a freeze they are kept for the referee; an impossible sheet is
    refused and contradicts nothing."""
    state, seat, by = speech.state, speech.seat, speech.by
    _check_not_ruled(state)
    season, reference = state.tournament.season, reference_of(state.table)
    check_sheet(sheet, known_for(season, sheet, reference, game_id=state.table.game_id))
    report = _keep(speech, sheet)
    if state.table.frozen_at is None and state.phase != FROZEN and state.sheet is not None:
        first = next((f"seat {one.seat}" for one in state.agreed), "the sheet")
        words = names_in(season, sheet.system, sheet.edition)
        why = contradiction(state.sheet, sheet, first=first, second=f"seat {seat.seat}", words=words)
        freeze_table(state, why, by=by)
    else:
        says = Decision.AGREED if report.digest == state.digest else Decision.CONTRADICTED
        enter_decision(state, says, by=by, text=_who(seat))
    return report


def _check_not_ruled(state: TableState) -> None:
    if Ruling.objects.filter(table=state.table, kind=Ruling.RULING, rescinded_at=None).exists():
        decided = _("The referee has decided this table. If the decision is wrong, talk to them.")
        raise ValidationError(decided, code=STALE)


def _may_replace(state: TableState, seat: TableSeat) -> bool:
    return allowed(state.phase, REPLACE, SEAT) and all(report.seat_id == seat.pk for report in state.reports)


def _no_replacing(state: TableState) -> str:
    others = said("Others have agreed with what you reported. If it is wrong, press “This is wrong” and say why.")
    return refusal(state.phase, REPLACE, SEAT) or others


def _sent_before(state: TableState, seat: TableSeat, key: str, says: str) -> TableReport | None:
    if not key or len(key) > KEY_LENGTH or "\x00" in key:
        refused = _("A report needs an Idempotency-Key of 1 to {most} characters.")
        raise ValidationError(refused.format(most=KEY_LENGTH))
    found = next((report for report in state.all_reports if report.key == key), None)
    if found is not None and (found.seat_id, found.digest) != (seat.pk, says):
        refused = _("This Idempotency-Key was used for another report. Choose a new one.")
        raise ValidationError(refused, code=STALE)
    return found


def _keep(speech: Spoken, sheet: ScoreSheet) -> TableReport:
    """Save the report instead of an earlier one of the seat."""
    state, seat, origin = speech.state, speech.seat, speech.origin
    if state.report_of(seat):
        state.table.reports.filter(seat=seat, replaced_at=None).update(replaced_at=timezone.now())
    tell_owner(state, seat, origin, speech.by)
    return TableReport.objects.create(
        table=state.table,
        seat=seat,
        key=speech.key,
        sheet=kept(sheet),
        digest=digest(sheet),
        device=origin.device,
        address=origin.address,
        by=speech.by,
    )

"""Rulings of a referee: a table's sheet, warnings, penalties, no-shows. Each has a reason and is never deleted. And the
time that one table gets beyond the clock of its round."""

from fractions import Fraction

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.translatable import Translatable, said, said_of
from games.models import Decision, Sheet
from games.rules.points import UNIT
from games.rules.sheets import ScoreSheet
from games.services.sheets import close_versions, required_reason
from league.core.queries.systems import system_by_id, system_name
from league.core.services.locks import share_row
from league.models import Entry, Round, Ruling, Season, Table, TableReport, TableSeat, Tournament
from league.results.services.games import confirm_game, record_sheet
from league.tournaments.entries.services.entries import drop_entry
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event
from league.tournaments.tables.queries.table_state import TableState, seat_name
from league.tournaments.tables.rules import (
    CONFIRMED,
    MARK_ABSENT,
    MOST_EXTRA,
    REFEREE,
    RULE,
    SETTLED,
    digest,
    sheet_from_json,
)
from league.tournaments.tables.services.acts import (
    STALE,
    check_act,
    check_round,
    check_seats,
    check_sight,
    lock_state,
    log_table,
    record_table_decision,
    refuse_while_played,
    settle,
    sheet_at,
    write_version,
)

User = Person | None


@transaction.atomic
def rule_table(
    *,
    table: Table,
    reason: str,
    by: User,
    sheet: ScoreSheet | TableReport | None = None,
    expected_revision: int | None = None,
) -> Ruling:
    """Decide a table: with `sheet` (figures as the referee enters them, or what one seat reported), or without it by
    the sheet as it stands. It is confirmed at once and the table unfrozen. An objection to a confirmed result is
    dismissed.

    Raise ValidationError when the sheet cannot stand, or another one is already confirmed: that one is corrected, after
    a preview of all consequences. Code `stale` when something was decided since `expected_revision`.
    """
    reason = required_reason(reason)
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    check_sight(state, expected_revision, agreement_counts=True)
    refuse_while_played(state)
    if state.table.round.status == Round.DRAFT:
        raise ValidationError(_("This round is not published yet; nothing was played."))
    value = _decided(state, sheet)
    check_seats(state, value)
    _confirm_decided(state, value, reason, by)
    ruled = state.table
    settle(ruled)
    ruling = _write(state.tournament, ruled.round, Ruling.RULING, reason, by, table=ruled)
    log_table(state, "ruled", said("is decided by the referee: {reason}", reason=reason), by, rows=[ruling])
    if state.phase != CONFIRMED:
        log_table(state, "result_confirmed", said("is confirmed by the referee."), by)
    return ruling


@transaction.atomic
def give_warning(*, entry: Entry, round: Round, reason: str, by: User, table: Table | None = None) -> Ruling:
    """Record a warning, which costs nothing."""
    tournament = lock_tournament(entry.tournament_id)
    ruling = _write(tournament, round, Ruling.WARNING, reason, by, table=table, entry=entry)
    text = said("{name} is warned: {reason}", name=entry.character.name, reason=ruling.reason)
    log_event(tournament=tournament, kind="ruled", text=text, by=by, rows=[ruling], entry=entry.pk, ruling=ruling.pk)
    return ruling


@transaction.atomic
def give_penalty(
    *, entry: Entry, round: Round, points: Fraction, reason: str, by: User, table: Table | None = None
) -> Ruling:
    """Take points from the entry in the standings of the round's stage. Raise ValidationError for less than a point or
    for points finer than the scale (1/840 point)."""
    units = points * UNIT
    if units < 1 or units.denominator != 1:
        raise ValidationError({"points": _("Enter a number above 0, such as 2, 0.5 or 2.25.")})
    if units > 10_000 * UNIT:
        raise ValidationError({"points": _("That is more than anybody can win. The limit is 10,000 points.")})
    tournament = lock_tournament(entry.tournament_id)
    ruling = _write(tournament, round, Ruling.PENALTY, reason, by, table=table, entry=entry, units=int(units))
    text = said(
        "{name} loses {points} points: {reason}", name=entry.character.name, points=ruling.points, reason=ruling.reason
    )
    log_event(tournament=tournament, kind="ruled", text=text, by=by, rows=[ruling], entry=entry.pk, ruling=ruling.pk)
    return ruling


@transaction.atomic
def mark_absent(*, seat: TableSeat, reason: str, by: User, drop: bool = False) -> Ruling:
    """Record a no-show: the seat is left out of the sheet and gets nothing. Earlier reports of the table no longer
    stand, since they are of another line-up. With `drop` the entry drops out of the tournament too. Raise
    ValidationError when the table's sheet is confirmed."""
    reason = required_reason(reason)
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id, alone=drop)
    absent = _changeable(state, seat)
    if absent.entry is None or absent.absent:
        refused = _("Seat {seat} is a bot.") if absent.entry is None else _("Seat {seat} is already absent.")
        raise ValidationError(refused.format(seat=absent.seat))
    absent.absent = True
    absent.save(update_fields=["absent"])
    what = said("goes on without {name}: {reason}", name=seat_name(absent), reason=reason)
    _set_aside_result(state, what, by)
    ruling = _write(
        state.tournament, state.table.round, Ruling.NO_SHOW, reason, by, table=state.table, entry=absent.entry
    )
    log_table(state, "ruled", what, by, rows=[ruling, absent])
    if drop and absent.entry.status != Entry.DROPPED:
        drop_entry(entry=absent.entry, reason=reason, by=by)
    return ruling


@transaction.atomic
def mark_present(*, seat: TableSeat, reason: str, by: User) -> TableSeat:
    """Seat somebody who was marked as absent but is there after all, and rescind the no-show."""
    reason = required_reason(reason)
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    present = _changeable(state, seat)
    if not present.absent:
        raise ValidationError(_("{character} is already present.").format(character=seat_name(present)))
    present.absent = False
    present.save(update_fields=["absent"])
    what = said("has {name} after all: {reason}", name=seat_name(present), reason=reason)
    _set_aside_result(state, what, by)
    rulings = list(state.table.rulings.filter(entry=present.entry, kind=Ruling.NO_SHOW, rescinded_at=None))
    for ruling in rulings:
        _rescind(ruling, reason, by)
    log_table(state, "ruled", what, by, rows=[*rulings, present])
    return present


_RESCINDED = {
    Ruling.WARNING: said("The warning of {name} is rescinded: {reason}"),
    Ruling.PENALTY: said("The penalty of {name} is rescinded: {reason}"),
    Ruling.NO_SHOW: said("The no-show of {name} is rescinded: {reason}"),
}


@transaction.atomic
def rescind_ruling(*, ruling: Ruling, reason: str, by: User) -> Ruling:
    """Rescind a ruling: it no longer counts and stays readable. Raise ValidationError for one that cannot be
    rescinded."""
    reason = required_reason(reason)
    tournament = lock_tournament(ruling.tournament_id)
    ruling = Ruling.objects.select_related("entry__character").get(pk=ruling.pk)
    if ruling.rescinded_at is not None:
        raise ValidationError(_("This ruling is already rescinded."), code="stale")
    if ruling.kind == Ruling.RULING:
        refused = _("A decided table has a confirmed sheet. Correct its game instead; everybody sees why.")
        raise ValidationError(refused)
    seat = TableSeat.objects.filter(table=ruling.table_id, entry=ruling.entry_id, absent=True).first()
    if ruling.kind == Ruling.NO_SHOW and seat is not None:
        mark_present(seat=seat, reason=reason, by=by)
        ruling.refresh_from_db()
        return ruling
    _rescind(ruling, reason, by)
    name = ruling.entry.character.name if ruling.entry else said("A table")
    text = said(_RESCINDED[ruling.kind], name=name, reason=reason)
    log_event(tournament=tournament, kind="ruled", text=text, by=by, rows=[ruling], ruling=ruling.pk)
    return ruling


@transaction.atomic
def set_extra_time(*, table: Table, minutes: int, by: User = None, seen: int | None = None) -> Table:
    """Give a table that plays that many minutes beyond the clock of its round, in all: sent twice, it is given once,
    and 0 takes it back. `seen` is what the sender saw.

    Raise ValidationError when the table has nothing to play or the minutes are too many; code `stale` when its time
    was changed since, or its result is in.
    """
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    check_round(state)
    given = state.table
    if given.extra_minutes == minutes:
        return given
    _check_minutes(given, minutes, seen)
    if state.phase in SETTLED:
        done = _("Table {number} is done and needs no more time.")
        raise ValidationError(done.format(number=given.number), code=STALE)
    given.extra_minutes = minutes
    given.save(update_fields=["extra_minutes"])
    text = (
        said_of(minutes, "has {count} minute more than the others.", "has {count} minutes more than the others.")
        if minutes
        else said("has no more time than the others.")
    )
    log_table(state, "clock_changed", text, by, extra_minutes=minutes)
    return given


def _check_minutes(table: Table, minutes: int, seen: int | None) -> None:
    if table.round.started_at is None:
        text = _("The clock of round {number} has not been started.")
        raise ValidationError(text.format(number=table.round.number))
    if not 0 <= minutes <= MOST_EXTRA:
        most = _("A table gets {most} minutes more at most. Give the round more time, or decide the table.")
        raise ValidationError(most.format(most=MOST_EXTRA))
    if seen is not None and seen != table.extra_minutes:
        changed = ngettext(
            "Somebody was faster: table {number} has {minutes} minute more now.",
            "Somebody was faster: table {number} has {minutes} minutes more now.",
            table.extra_minutes,
        )
        raise ValidationError(changed.format(number=table.number, minutes=table.extra_minutes), code=STALE)


def too_few(state: TableState) -> str:
    """Return what to do when too few are left at a table for its game; "" when there are enough."""
    least, left = system_by_id(state.tournament.system).SEATS[0], len(state.present)
    if left >= least:
        return ""
    return said_of(
        left,
        "{game} needs {least} at a table, and only {count} is left here. Seat them at another table, or end the "
        "round without a result for this one and give the waiting characters a bye.",
        "{game} needs {least} at a table, and only {count} are left here. Seat them at another table, or end the "
        "round without a result for this one and give the waiting characters a bye.",
        game=system_name(state.tournament.system),
        least=least,
    )


def _decided(state: TableState, sheet: ScoreSheet | TableReport | None) -> ScoreSheet:
    if isinstance(sheet, TableReport):
        if sheet.table_id != state.table.pk:
            raise ValidationError(_("That report is of another table."))
        return sheet_from_json(sheet.sheet)
    if sheet is not None:
        return sheet_at(state, sheet)
    if state.sheet is None:
        raise ValidationError(_("Nothing is reported at this table yet. Enter its figures."))
    return state.sheet


def _confirm_decided(state: TableState, value: ScoreSheet, reason: str, by: User) -> None:
    check_act(state, RULE, REFEREE)
    if state.phase == CONFIRMED:
        if digest(value) != state.digest:
            other = _(
                "This table is confirmed with other figures. An organiser can correct its game; the page of the game "
                "shows first what follows."
            )
            raise ValidationError(other, code=STALE)
        record_table_decision(state, Decision.RULED, by=by, text=reason)
        return
    share_row(Season, state.tournament.season_id)  # before the game is locked
    season_game, _version = write_version(state, value, source=Sheet.WEB, reason=reason, by=by)
    row = confirm_game(season_game=season_game, by=by, kind=Decision.RULED, text=reason, table=state.table)
    record_sheet("sheet_confirmed", season_game, row, by=by, reason=reason)


def _changeable(state: TableState, seat: TableSeat) -> TableSeat:
    check_act(state, MARK_ABSENT, REFEREE)
    refuse_while_played(state)
    return next(row for row in state.seats if row.pk == seat.pk)


def _set_aside_result(state: TableState, why: Translatable, by: User) -> None:
    """Set aside the reports and the open sheet, since others sit at the table now, and unfreeze the table."""
    table = state.table
    table.reports.filter(replaced_at=None).update(replaced_at=timezone.now())
    if state.newest is not None:
        record_table_decision(state, Decision.RULED, by=by, text=why)
        if state.newest.status in (Sheet.SUBMITTED, Sheet.DISPUTED):
            close_versions(state.newest.game, by=by)
    settle(table)


def _write(
    tournament: Tournament,
    round: Round,
    kind: str,
    reason: str,
    by: User,
    *,
    table: Table | None = None,
    entry: Entry | None = None,
    units: int = 0,
) -> Ruling:
    return Ruling.objects.create(
        tournament=tournament,
        round=round,
        table=table,
        entry=entry,
        kind=kind,
        units=units,
        reason=required_reason(reason),
        by=by,
    )


def _rescind(ruling: Ruling, reason: str, by: User) -> None:
    ruling.rescinded_at, ruling.rescinded_by, ruling.rescinded_because = timezone.now(), by, reason
    ruling.rescinded_by_name = ""
    ruling.save(update_fields=["rescinded_at", "rescinded_by", "rescinded_by_name", "rescinded_because"])

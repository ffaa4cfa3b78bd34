"""Acts at a table, one function for each: a seat reports, agrees or contradicts; a majority or silence confirms; a
contradiction freezes only that table until a referee decides. `rules.MOVES` says which act is possible when.

Everything happens behind the lock of the table, so tables report at the same time. A report that a phone sends twice
arrives once: its key is unique at the table. The entry points tell the reviewers after the commit.

Lock order: tournament (shared), table, season (shared), game.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.translatable import Translatable, said, spoken
from games.models import Decision, Sheet
from games.rules.sheets import ScoreSheet, sheet_digest
from games.services.sheets import (
    check_revision,
    check_sheet,
    dispute_sheet,
    lock_game,
    record_decision,
    required_reason,
)
from league.clubs.queries import known_for, names_in, season_game_of
from league.core.rules.origins import NOWHERE, Origin
from league.core.services.locks import share_row
from league.models import Entry, Round, Ruling, SeasonGame, Table, TableReport, TableSeat, Tournament
from league.results.services.games import confirm_game, report_game, resubmit_game
from league.signals import table_reported
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_other_hall
from league.tournaments.tables.queries.table_state import (
    UNDER_WAY,
    TableState,
    lines_of,
    owns,
    play_at,
    reference_of,
    seat_name,
    table_state,
)
from league.tournaments.tables.rules import (
    AGREE,
    CONFIRMED,
    CONTRADICT,
    COUNTDOWN,
    DECIDED,
    END_COUNTDOWN,
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
    refusal,
    sheet_to_json,
)

User = Person | None
KEY_LENGTH = 100
AT_ONCE = 50  # countdowns that one sweep ends
STALE = "stale"
OVER = "over"  # the code of refusals because the round is not played any more


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
    own = state.report_of(speaker)
    if own is not None and own.digest == digest(value) == state.digest:
        return own
    sender = Sender(state, speaker, key, origin, by)
    if not state.shows_sheet:
        return _report(sender, value)
    if state.phase == VOID:
        check_act(state, REPORT, SEAT)
    if own is not None:
        _check_replaceable(state, speaker)
        return _report(sender, value)
    if digest(value) == state.digest and allowed(state.phase, AGREE, SEAT):
        return _agree(sender, value)
    return _contradict(sender, value)


@transaction.atomic
def confirm_report(
    *,
    seat: TableSeat,
    seen_digest: str,
    key: str,
    by: User = None,
    origin: Origin = NOWHERE,
    expected_revision: int | None = None,
) -> TableReport:
    """Record that a seat agrees with the figures that it was shown: `seen_digest` is theirs. Raise ValidationError with
    the code `stale` when they are no longer the table's."""
    state = lock_state(seat.table_id, tournament=seat.table.round.stage.tournament_id)
    before = _sent_before(state, seat, key, seen_digest)
    if before is not None:
        return before
    check_round(state)
    speaker = seat_in(state, seat.pk)
    check_sight(state, expected_revision)
    if state.sheet is None or state.digest != seen_digest or state.phase == VOID:
        changed = _("The figures have changed since you saw them. Look again before you agree.")
        raise ValidationError(changed, code=STALE)
    check_act(state, AGREE, SEAT)
    own = state.report_of(speaker)
    if own is not None and own.digest == seen_digest:
        return own
    return _agree(Sender(state, speaker, key, origin, by), state.sheet)


@transaction.atomic
def contradict_table(
    *, seat: TableSeat, reason: str, by: User = None, origin: Origin = NOWHERE, expected_revision: int | None = None
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
    check_act(state, act, SEAT)
    _check_not_ruled(state)
    if state.phase != FROZEN and state.table.frozen_at is None:
        tell_owner(state, speaker, origin, by)
        because = said("Seat {seat} ({name}) says that it is wrong: {reason}")
        freeze_table(state, said(because, seat=speaker.seat, name=seat_name(speaker), reason=reason), by=by)
    return state.table


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a report: the table as it stands, the seat that reports, and the origin."""

    state: TableState
    seat: TableSeat
    key: str
    origin: Origin
    by: User


def _report(sender: Sender, sheet: ScoreSheet) -> TableReport:
    """Make figures that nobody has agreed with yet the table's sheet."""
    state, seat, by = sender.state, sender.seat, sender.by
    table = state.table
    reason = said("Reported again by seat {seat}", seat=seat.seat)
    _, version = write_version(state, sheet, source=Sheet.WEB, reason=reason, by=by)
    if state.reports:
        table.reports.filter(replaced_at=None).update(replaced_at=timezone.now())
    table.changed = ""
    table.save(update_fields=["game", "changed"])
    start_countdown(state, version)
    report = _save_report(sender, sheet)
    what = said("has a result, reported by seat {seat} ({name}).", seat=seat.seat, name=seat_name(seat))
    log_table(state, "result_reported", what, by, version=version, sheet=sheet_digest(sheet))
    if state.needed == 1:
        _count_votes(table_state(table.pk, tournament=state.tournament), by)
    return report


def write_version(
    state: TableState, sheet: ScoreSheet, *, source: str, reason: str, by: User
) -> tuple[SeasonGame, int]:
    """Return the table's game and the number of its version with these figures, written if it is new."""
    table, season = state.table, state.tournament.season
    if state.newest is None:
        made = report_game(season=season, reference=reference_of(table), sheet=sheet, source=source, by=by, table=table)
        table.game = made.game
        return made, 1
    season_game = season_game_of(state.newest.game_id)
    if digest(sheet) == state.digest:
        return season_game, state.newest.version
    row = resubmit_game(season_game=season_game, sheet=sheet, source=source, reason=reason, by=by, table=table)
    return season_game, row.version


def _agree(sender: Sender, sheet: ScoreSheet) -> TableReport:
    state, by, who = sender.state, sender.by, _who(sender.seat)
    report = _save_report(sender, sheet)
    if state.phase == WAITING:
        _count_votes(replace(state, all_reports=[*state.all_reports, report]), by, agreed=who)
    else:
        record_table_decision(state, Decision.AGREED, by=by, text=who)
    return report


def _count_votes(state: TableState, by: User, *, agreed: str = "") -> None:
    """Confirm by a majority. A majority that may be one person with several phones waits for the countdown, which
    starts now unless it already runs. `agreed`: who has just agreed, for the log of decisions."""
    verdict = state.verdict
    if verdict == DECIDED:
        why = said("{agreed} of {voters} seats agree", agreed=len(state.agreed), voters=len(state.voters))
        confirm_table(state, why, by=by, agreed=agreed)
        return
    if agreed:
        record_table_decision(state, Decision.AGREED, by=by, text=agreed)
    if verdict == HELD and state.table.confirm_by is None and state.newest is not None:
        start_countdown(state, state.newest.version)


def _contradict(sender: Sender, sheet: ScoreSheet) -> TableReport:
    """Record figures that contradict the table's. Behind a freeze they are kept for the referee; an impossible sheet is
    refused and contradicts nothing."""
    state, seat, by = sender.state, sender.seat, sender.by
    _check_not_ruled(state)
    season, reference = state.tournament.season, reference_of(state.table)
    check_sheet(sheet, known_for(season, sheet, reference, game_id=state.table.game_id))
    report = _save_report(sender, sheet)
    why = None
    if state.table.frozen_at is None and state.phase != FROZEN and state.sheet is not None:
        first = next((said("seat {seat}", seat=agreed.seat) for agreed in state.agreed), said("the sheet"))
        words = names_in(season, sheet.system, sheet.edition)
        why = contradiction(state.sheet, sheet, first=first, second=said("seat {seat}", seat=seat.seat), words=words)
    if why is not None:
        freeze_table(state, why, by=by)
    else:
        says = Decision.AGREED if report.digest == state.digest else Decision.CONTRADICTED
        record_table_decision(state, says, by=by, text=_who(seat))
    return report


def _save_report(sender: Sender, sheet: ScoreSheet) -> TableReport:
    """Save the report instead of an earlier one of the seat."""
    state, seat, origin = sender.state, sender.seat, sender.origin
    if state.report_of(seat):
        state.table.reports.filter(seat=seat, replaced_at=None).update(replaced_at=timezone.now())
    tell_owner(state, seat, origin, sender.by)
    report = TableReport.objects.create(
        table=state.table,
        seat=seat,
        key=sender.key,
        sheet=sheet_to_json(sheet),
        digest=digest(sheet),
        device=origin.device,
        address=origin.address,
        by=sender.by,
    )
    table_reported.send(report)
    return report


def confirm_table(state: TableState, why: Translatable, *, by: User, agreed: str = "") -> bool:
    """Confirm the version that `state` saw; `agreed` says who completed the majority. If levels or house rules refuse
    it, freeze the table instead and return False. Raise ValidationError with the code `stale` when there is another
    version by now."""
    if state.newest is None:
        raise ValueError("a table without a sheet can't be confirmed")
    season_game = state.newest.game.season_game
    season_game.season = state.tournament.season  # which is loaded already
    try:
        with override(settings.LANGUAGE_CODE):  # what it refuses is kept
            confirmed = confirm_game(
                season_game=season_game,
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
            record_table_decision(state, Decision.AGREED, by=by, text=agreed)
        refused = said("It can't be confirmed: {reason}", reason=" ".join(error.messages))
        freeze_table(state, refused, by=by, kind=Decision.DISPUTED)
        return False
    state.table.game = confirmed.game
    settle(state.table)
    sealed = {"version": confirmed.version, "seal": confirmed.seal}
    log_table(state, "result_confirmed", said("is confirmed. {sentence}.", sentence=why), by, **sealed)
    return True


def settle(table: Table) -> None:
    """Mark the table as settled: the referee is no longer called, the countdown ends."""
    table.confirm_by, table.confirm_version = None, None
    table.frozen_at, table.frozen_because, table.changed = None, "", ""
    table.save(update_fields=["game", "confirm_by", "confirm_version", "frozen_at", "frozen_because", "changed"])


def start_countdown(state: TableState, version: int) -> None:
    """Start the countdown, after which silence confirms this version: everybody could see it for the whole time."""
    state.table.confirm_by = timezone.now() + timedelta(seconds=state.tournament.confirm_seconds)
    state.table.confirm_version = version
    state.table.save(update_fields=["confirm_by", "confirm_version"])


_COUNTING = Table.objects.filter(confirm_by__isnull=False, round__stage__tournament__hall=None).order_by("confirm_by")


def end_countdowns() -> int:
    """Confirm what nobody contradicted in time, and return how many tables were handled; those of a tournament in a
    hall wait until it is back. Each has its own transaction, so that it can stop anywhere and run twice, and a
    table that fails delays no other. Raise the database's own failure if every failure is one, so that the caller can
    rest."""
    due = _COUNTING.filter(confirm_by__lte=timezone.now())
    tables = list(due.values_list("pk", "round__stage__tournament")[:AT_ONCE])
    failed: list[Exception] = []
    for pk, tournament in tables:
        try:
            end_countdown(pk, tournament)
        except Exception as error:
            failed.append(error)
    if failed and all(isinstance(error, OperationalError | InterfaceError) for error in failed):
        raise failed[0]
    if failed:
        raise ExceptionGroup("Tables whose countdown is over can't be settled.", failed)
    return len(tables)


def next_countdown_ends() -> datetime | None:
    """Return when the next countdown is over; None if none runs."""
    return _COUNTING.values_list("confirm_by", flat=True).first()


@transaction.atomic
def end_countdown(pk: int, tournament: int) -> bool:
    """End the countdown of a table when it is over, for the process that sees it first; return whether its result is
    confirmed now. Only the version for which it ran is confirmed, and only if a report that stands agrees with it."""
    state = lock_state(pk, tournament=tournament)
    table = state.table
    if table.confirm_by is None or table.confirm_by > timezone.now():
        return False
    if _ends_with_a_result(state):
        return confirm_table(state, said("Nobody objected in time"), by=None)
    table.confirm_by, table.confirm_version = None, None
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


def freeze_table(state: TableState, because: Translatable, *, by: User, kind: str = Decision.CONTRADICTED) -> None:
    """Dispute the sheet and call the referee. A confirmed result stays confirmed, with the objection beside it."""
    if state.phase == WAITING and state.newest is not None:
        dispute_sheet(game=state.newest.game, reason=because, by=by, kind=kind)
    else:
        record_table_decision(state, Decision.OBJECTED if state.phase == CONFIRMED else kind, by=by, text=because)
    call_referee(state, because, by=by)


def call_referee(state: TableState, because: Translatable, *, by: User) -> None:
    """Stop the countdown until the referee has decided."""
    table = state.table
    table.frozen_at, table.frozen_because = timezone.now(), because
    table.confirm_by, table.confirm_version = None, None
    table.save(update_fields=["frozen_at", "frozen_because", "confirm_by", "confirm_version"])
    text = said("is frozen. {sentence}", sentence=because)
    if state.phase == CONFIRMED:
        text = said("has an objection to its confirmed result. {sentence}", sentence=because)
    log_table(state, "referee_called", text, by)


def lock_state(table: int, *, tournament: int, alone: bool = False) -> TableState:
    """Return the table as it stands, behind its own lock, while its tournament is shared with changes of other tables.
    Pass `alone` to change more than the table. Raise ValidationError with the code `in_hall` for a tournament that runs
    in a hall."""
    if alone:
        lock_tournament(tournament)
    else:
        share_row(Tournament, tournament)
    state = table_state(table, lock=True)
    refuse_other_hall(state.tournament)
    return state


def record_table_decision(state: TableState, kind: str, *, by: User, text: str = "") -> None:
    """Record a decision about the table's game that neither makes nor closes a version."""
    if state.newest is None:
        return
    game = lock_game(state.newest.game_id)
    record_decision(game, kind, version=state.newest.version, by=by, text=text)
    state.table.game = state.newest.game = game


def log_table(state: TableState, kind: str, what: Translatable, by: User, **about: Any) -> None:
    table = state.table
    log_event(
        tournament=state.tournament,
        kind=kind,
        text=said(
            "Round {round}, table {table} {sentence}", round=table.round.number, table=table.number, sentence=what
        ),
        by=by,
        round=table.round.number,
        table=table.number,
        table_id=table.pk,
        game=table.game_id,
        **about,
    )


def tell_owner(state: TableState, seat: TableSeat, origin: Origin, by: User) -> None:
    """Tell the owner of a character by a line of the log when another person first speaks for its seat."""
    if not origin.address or owns(seat, by) or any(report.seat_id == seat.pk for report in state.all_reports):
        return
    what = said("heard seat {seat} ({name}) from a phone that is not signed in.")
    if by:
        what = said("heard seat {seat} ({name}) from another account.")
    what = said(what, seat=seat.seat, name=seat_name(seat))
    log_table(state, "seat_spoken_for", what, by, entry=seat.entry_id)


def check_act(state: TableState, act: str, actor: str) -> None:
    """Raise ValidationError with the code `stale` unless the phase of the table allows the act."""
    if refused := refusal(state.phase, act, actor):
        raise ValidationError(spoken(refused), code=STALE)


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
    return replace(
        with_names(state, sheet),
        system=plan.system,
        edition=plan.edition,
        mode=plan.mode or sheet.mode,
        target=plan.target or sheet.target,
        minutes=plan.minutes or sheet.minutes,
        played_at=min(timezone.now(), state.table.round.ended_at or timezone.now()),
    )


def with_names(state: TableState, sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet with the names that the table has for its seats."""
    names = {line.seat: line.name for line in lines_of(state)}
    seats = tuple(replace(line, name=names.get(line.seat, line.name)) for line in sheet.seats)
    return replace(sheet, seats=seats)


def _who(seat: TableSeat) -> Translatable:
    return said("seat {seat} ({name})", seat=seat.seat, name=seat_name(seat))


def _check_not_ruled(state: TableState) -> None:
    if Ruling.objects.filter(table=state.table, kind=Ruling.RULING, rescinded_at=None).exists():
        decided = _("The referee has decided this table. If the decision is wrong, talk to them.")
        raise ValidationError(decided, code=STALE)


def _check_replaceable(state: TableState, seat: TableSeat) -> None:
    check_act(state, REPLACE, SEAT)
    if any(report.seat_id != seat.pk for report in state.reports):
        others = _("Others have agreed with what you reported. If it is wrong, press “This is wrong” and say why.")
        raise ValidationError(others, code=STALE)


def _sent_before(state: TableState, seat: TableSeat, key: str, says: str) -> TableReport | None:
    if not key or len(key) > KEY_LENGTH or "\x00" in key:
        refused = _("A report needs an Idempotency-Key of 1 to {most} characters.")
        raise ValidationError(refused.format(most=KEY_LENGTH))
    report = next((report for report in state.all_reports if report.key == key), None)
    if report is not None and (report.seat_id, report.digest) != (seat.pk, says):
        refused = _("This Idempotency-Key was used for another report. Choose a new one.")
        raise ValidationError(refused, code=STALE)
    return report


def check_seats(state: TableState, sheet: ScoreSheet) -> None:
    """Raise ValidationError unless the sheet names exactly who sits here."""
    if [(line.seat, line.character) for line in sheet.seats] != [
        (line.seat, line.character) for line in lines_of(state)
    ]:
        others = _(
            "These figures are not for the characters at this table now. Open its page again and check who plays."
        )
        raise ValidationError(others, code=STALE)


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
    seat = next((seat for seat in state.seats if seat.pk == pk), None)
    if seat is None:
        raise ValidationError(_("There is no such seat at this table."))
    if seat.entry is None:
        raise ValidationError(_("Seat {seat} is a bot's; nobody speaks for it.").format(seat=seat.seat))
    if seat.absent:
        absent = _("{character} was marked as absent. If that is wrong, call the referee.")
        raise ValidationError(absent.format(character=seat_name(seat)))
    if seat.entry.status == Entry.DROPPED:
        dropped = _(
            "{character} has dropped out of the tournament and reports no more. If that is wrong, call the referee."
        )
        raise ValidationError(dropped.format(character=seat_name(seat)))
    return seat


def is_stale(error: ValidationError) -> bool:
    return not hasattr(error, "error_dict") and any(each.code == STALE for each in error.error_list)


def refuse_while_played(state: TableState) -> None:
    """Raise ValidationError with the code `stale` while the table is played on the site, before a result or a line-up
    by hand."""
    play = play_at(state.table.pk)
    if play is not None and play.status in UNDER_WAY:
        played = _(
            "This table is played on the site, and its result comes from there. A referee can stop that play first."
        )
        raise ValidationError(played, code=STALE)

"""Rounds from start to end, stages one after the other, and the end of a tournament.

Each returns what it changed as it is now, and refuses with code `stale` what somebody else has already done: the second
request changes nothing.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said, spoken
from games.services.sheets import required_reason
from league.core.rules.words import listed
from league.models import Entry, Round, Stage, StageEntry, Tournament
from league.tournaments.draws.queries.team_sources import teams_here, teams_problem
from league.tournaments.draws.services.draws import is_over, open_round
from league.tournaments.entries.queries import least_of, shortfall_of
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, log_round
from league.tournaments.formats import format_of
from league.tournaments.formats.format import recommended_rounds
from league.tournaments.stages.queries.stage_standings import stage_order
from league.tournaments.tables.queries.round_tables import TableProgress, progress_of
from league.tournaments.tables.services.played_here import open_by_setting

User = Person | None
LONGEST_ROUND = 24 * 60
NAMED = 12


@transaction.atomic
def start_round(*, round: Round, by: User = None) -> Round:
    """Start the clock of a published round; if the tournament is played on the site, its tables open there."""
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status == Round.DRAFT:
        refused = _("Publish round {number} first, so that everybody finds their table.")
        raise ValidationError(refused.format(number=played.number))
    if played.started_at is not None:
        refused = _("The clock of round {number} is already running.")
        raise ValidationError(refused.format(number=played.number), code="stale")
    played.status, played.started_at = Round.RUNNING, timezone.now()
    played.save(update_fields=["status", "started_at"])
    text = said("Round {round} of {stage} has begun: {minutes} minutes.", **_place(played), minutes=played.minutes)
    log_round(played, "round_started", text, by, rows=[played])
    if tournament.played_here:
        open_by_setting(tables=played.tables.select_related("round__stage__tournament").order_by("number"), by=by)
    return played


@transaction.atomic
def pause_round(*, round: Round, by: User = None) -> Round:
    lock_tournament(round.stage.tournament_id)
    played = _running(round)
    if played.paused_at is not None:
        raise ValidationError(_("The clock is already stopped."), code="stale")
    played.paused_at = timezone.now()
    played.save(update_fields=["paused_at"])
    log_round(played, "clock_changed", said("Round {round} of {stage} is paused.", **_place(played)), by)
    return played


@transaction.atomic
def resume_round(*, round: Round, by: User = None) -> Round:
    lock_tournament(round.stage.tournament_id)
    played = _running(round)
    if played.paused_at is None:
        raise ValidationError(_("The clock is already running."), code="stale")
    _go_on(played)
    played.save(update_fields=["paused_at", "paused_seconds"])
    log_round(played, "clock_changed", said("Round {round} of {stage} goes on.", **_place(played)), by)
    return played


@transaction.atomic
def extend_round(*, round: Round, minutes: int, by: User = None) -> Round:
    """Add minutes to the round, or take some away with a negative number."""
    lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if not 1 <= played.minutes + minutes <= LONGEST_ROUND:
        raise ValidationError(_("A round lasts from one minute to a day."))
    played.minutes += minutes
    played.save(update_fields=["minutes"])
    text = said("Round {round} of {stage} lasts {minutes} minutes now.", **_place(played), minutes=played.minutes)
    log_round(played, "clock_changed", text, by, minutes=played.minutes)
    return played


@transaction.atomic
def end_round(*, round: Round, by: User = None, force: bool = False, reason: str = "") -> Round:
    """End the round. Tables without a confirmed result keep it from ending, code `unconfirmed`; with `force` and a
    reason they stay without one. A knock-out needs every result, because somebody must go through."""
    lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status == Round.DRAFT:
        text = _("Round {number} is a draft that nobody has seen. Publish it first, or draw it again.")
        raise ValidationError(text.format(number=played.number))
    missing = [state for state in progress_of(played) if not state.settled]
    if missing and (not force or format_of(played.stage).needs_every_result):
        raise ValidationError(_missing(played, missing), code="unconfirmed")
    reason = required_reason(reason) if missing else ""
    played.tables.filter(pk__in=[state.pk for state in missing]).update(confirm_by=None)  # silence confirms no more
    if played.paused_at is not None:
        _go_on(played)
    played.status, played.ended_at, played.ended_by, played.ended_by_name = Round.ENDED, timezone.now(), by, ""
    played.save(update_fields=["status", "ended_at", "ended_by", "ended_by_name", "paused_at", "paused_seconds"])
    without = [state.number for state in missing]
    log_round(played, "round_ended", _ended(played, without, reason), by, rows=[played], without=without)
    return played


def _running(round: Round) -> Round:
    played = open_round(round)
    if played.started_at is None:
        text = _("The clock of round {number} has not been started.")
        raise ValidationError(text.format(number=played.number))
    return played


def _go_on(played: Round) -> None:
    if played.paused_at is not None:
        stopped = timezone.now() - played.paused_at + timedelta(milliseconds=500)
        played.paused_seconds += max(0, int(stopped.total_seconds()))  # the clock of the computer may be put back
        played.paused_at = None


def _missing(played: Round, missing: list[TableProgress]) -> str:
    each = _("table {number} ({state})")
    tables = [each.format(number=state.number, state=spoken(state.in_words)) for state in missing]
    hint = format_of(played.stage).needs_every_result or _(
        "Wait for them, let the referee rule, or end the round without them and say why."
    )
    waits = _("Round {number} still waits for {tables}. {hint}")
    return waits.format(number=played.number, tables=spoken(listed(tables, NAMED)), hint=spoken(hint))


def _ended(played: Round, without: list[int], reason: str) -> Translatable:
    if not without:
        return said("Round {round} of {stage} has ended.", **_place(played))
    if len(without) == 1:
        text = said("Round {round} of {stage} has ended without table {table}: {reason}")
        return said(text, **_place(played), table=without[0], reason=reason)
    text = said("Round {round} of {stage} has ended without tables {tables}: {reason}")
    return said(text, **_place(played), tables=", ".join(map(str, without)), reason=reason)


def _place(played: Round) -> dict[str, Any]:
    return {"round": played.number, "stage": played.stage.name}


FEWEST_ROUNDS = 3  # also where few people meet again: fewer rounds decide little


@transaction.atomic
def start_stage(*, tournament: Tournament, by: User = None) -> Stage:
    """Start the next stage: the first with everybody who is checked in, a later one with those above its cut in the
    stage before who are still here. Set the recommended number of rounds unless it is planned.

    Raise ValidationError when a stage is running (code `stale`), no stage is left, or the numbers do not work out.
    """
    tournament = lock_tournament(tournament.pk)
    stage = _next_stage(tournament)
    before = tournament.stages.filter(number__lt=stage.number).order_by("number").last()
    entries = _cut(before, stage) if before else list(_here(tournament).order_by("number"))
    players = _teams(stage, entries) if stage.line_up else len(entries)
    _refuse_numbers(tournament, stage, players)
    if stage.rounds is None and format_of(stage).counted:
        stage.rounds = max(recommended_rounds(players, tournament.table_size), FEWEST_ROUNDS)
    stage.status = Stage.RUNNING
    stage.save(update_fields=["status", "rounds"])
    rows = StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seeding=at) for at, entry in enumerate(entries, start=1)
    )
    tournament.status = Tournament.RUNNING
    tournament.save(update_fields=["status"])
    text = said("{stage} begins with {count:,} characters.", stage=stage.name, count=len(entries))
    about: dict[str, Any] = {"stage": stage.number, "entries": len(entries)}
    log_event(tournament=tournament, kind="stage_started", text=text, by=by, rows=[tournament, stage, *rows], **about)
    return stage


@transaction.atomic
def end_stage(*, stage: Stage, by: User = None) -> Stage:
    """End a stage; in open play its one round ends with it. Raise ValidationError while a round is open, or before
    anything was played; code `stale` when it has already ended."""
    tournament = lock_tournament(stage.tournament_id)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if stage.status != Stage.RUNNING:
        raise ValidationError(_("{stage} is not running.").format(stage=stage.name), code="stale")
    last = stage.played_rounds.order_by("number").last()
    if last is None:
        raise ValidationError(_("Nothing has been played in {stage} yet.").format(stage=stage.name))
    if last.status != Round.ENDED and not format_of(stage).drawn:
        last = end_round(round=last, by=by)
    if last.status != Round.ENDED:
        raise ValidationError(_("Round {number} is still open. End it first.").format(number=last.number))
    stage.status = Stage.ENDED
    stage.save(update_fields=["status"])
    text = said("{stage} is over.", stage=stage.name)
    log_event(tournament=tournament, kind="stage_ended", text=text, by=by, rows=[stage], stage=stage.number)
    return stage


@transaction.atomic
def finish_tournament(*, tournament: Tournament, by: User = None) -> Tournament:
    """Close the tournament: standings are final except for corrections. Every used link of the chain is already
    revealed. Raise ValidationError while a stage has not been played; code `stale` when it is over."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.RUNNING:
        text = {
            Tournament.PLANNED: _("{tournament} has not begun."),
            Tournament.FINISHED: _("{tournament} is already finished."),
            Tournament.CANCELLED: _("{tournament} is already cancelled."),
        }[tournament.status]
        raise ValidationError(text.format(tournament=tournament), code="stale")
    left = tournament.stages.exclude(status=Stage.ENDED).order_by("number").first()
    if left is not None:
        text = _("{stage} has not been played. Play it, or take it out.")
        if left.status == Stage.RUNNING:
            text = _("{stage} is still running. End it first.")
        raise ValidationError(text.format(stage=left.name))
    tournament.status, tournament.finished_at = Tournament.FINISHED, timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    text = said("{name} is finished.", name=tournament.name)
    log_event(tournament=tournament, kind="finished", text=text, by=by, rows=[tournament])
    return tournament


def _next_stage(tournament: Tournament) -> Stage:
    if tournament.status in (Tournament.FINISHED, Tournament.CANCELLED):
        raise ValidationError(is_over(tournament), code="stale")
    running = tournament.stages.filter(status=Stage.RUNNING).first()
    if running is not None:
        raise ValidationError(_("{stage} is running. End it first.").format(stage=running.name), code="stale")
    stage = tournament.stages.filter(status=Stage.PLANNED).order_by("number").first()
    if stage is None:
        played = tournament.stages.exists()
        raise ValidationError(
            _("Every stage has been played. Finish the tournament.") if played else _("Plan a stage first.")
        )
    stage.tournament = tournament
    return stage


def _here(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament, status=Entry.CHECKED_IN)


def _cut(before: Stage, stage: Stage) -> list[Entry]:
    """Return those of the stage before who are still here, in its order, as many as the cut lets in."""
    here = {entry.character_id: entry for entry in _here(stage.tournament)}
    return [here[who] for who in stage_order(before) if who in here][: stage.cut]


def _teams(stage: Stage, entries: Sequence[Entry]) -> int:
    """Return how many teams are here to meet. Raise ValidationError if they can't."""
    here = teams_here(stage, entries)
    if entries and (problem := teams_problem(stage, here)):
        raise ValidationError(spoken(problem))
    return len(here.by_team)


def _refuse_numbers(tournament: Tournament, stage: Stage, number: int) -> None:
    if not number:
        raise ValidationError(_nobody(tournament, stage))
    played = format_of(stage)
    if played.system not in ("", tournament.system):
        raise ValidationError(spoken(played.other_system_at_start(stage.name)))
    try:
        played.check_players(number, tournament.table_size, shortfall_of(tournament), least_of(tournament))
    except ValueError as error:
        raise ValidationError(spoken(error.args[0])) from error


def _nobody(tournament: Tournament, stage: Stage) -> str:
    entries = Entry.objects.filter(tournament=tournament)
    if stage.number > 1 or entries.filter(status=Entry.DROPPED).exists():
        return _("Everybody has dropped: nobody is left to play {stage}.").format(stage=stage.name)
    if entries.filter(status=Entry.REGISTERED).exists():
        return _("Nobody is checked in. Check in everybody who is here, then start.")
    return _("Nobody has registered yet.")

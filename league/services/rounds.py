"""A round from its publication to its end.

`start_round(round=, by=)`, `pause_round(round=, by=)`, `resume_round(round=, by=)` and
`extend_round(round=, minutes=, by=)` are the clock; `end_round(round=, by=, force=False, reason="")`. All give the
round as it is now, and refuse with code `stale` what somebody else has done already: whoever is second changes nothing.
"""

from datetime import timedelta

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.services.sheets import required_reason
from league.models import Round, Stage, Tournament
from league.queries.round_state import TableState, table_states
from league.services.draws import open_round
from league.services.tournament_log import lock_tournament, log_event

User = Person | None
LONGEST_ROUND = 24 * 60
NAMED = 12


@transaction.atomic
def start_round(*, round: Round, by: User = None) -> Round:
    """Start the clock of a published round."""
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status == Round.DRAFT:
        raise ValidationError(f"Publish round {played.number} first, so that everybody finds their table.")
    if played.started_at is not None:
        raise ValidationError(f"The clock of round {played.number} runs already.", code="stale")
    played.status, played.started_at = Round.RUNNING, timezone.now()
    played.save(update_fields=["status", "started_at"])
    _log(tournament, played, "round_started", f"has begun: {played.minutes} minutes.", by)
    return played


@transaction.atomic
def pause_round(*, round: Round, by: User = None) -> Round:
    tournament = lock_tournament(round.stage.tournament_id)
    played = _running(round)
    if played.paused_at is not None:
        raise ValidationError("The clock stands still already.", code="stale")
    played.paused_at = timezone.now()
    played.save(update_fields=["paused_at"])
    _log(tournament, played, "clock_changed", "is paused.", by)
    return played


@transaction.atomic
def resume_round(*, round: Round, by: User = None) -> Round:
    tournament = lock_tournament(round.stage.tournament_id)
    played = _running(round)
    if played.paused_at is None:
        raise ValidationError("The clock runs already.", code="stale")
    _go_on(played)
    played.save(update_fields=["paused_at", "paused_seconds"])
    _log(tournament, played, "clock_changed", "goes on.", by)
    return played


@transaction.atomic
def extend_round(*, round: Round, minutes: int, by: User = None) -> Round:
    """More minutes, or with a negative number fewer."""
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if not 1 <= played.minutes + minutes <= LONGEST_ROUND:
        raise ValidationError("A round lasts from one minute to a day.")
    played.minutes += minutes
    played.save(update_fields=["minutes"])
    _log(tournament, played, "clock_changed", f"lasts {played.minutes} minutes now.", by, minutes=played.minutes)
    return played


@transaction.atomic
def end_round(*, round: Round, by: User = None, force: bool = False, reason: str = "") -> Round:
    """End the round. Tables without a confirmed result keep it from ending, code `unconfirmed`; with `force` and a
    reason they stay without one. A knock-out needs every result, because somebody must go through."""
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status == Round.DRAFT:
        raise ValidationError(
            f"Round {played.number} is a draft that nobody has seen. Publish it first, or draw it again."
        )
    missing = [state for state in table_states(played) if not state.settled]
    if missing and (not force or played.stage.format == Stage.KNOCK_OUT):
        raise ValidationError(_missing(played, missing), code="unconfirmed")
    reason = required_reason(reason) if missing else ""
    played.tables.filter(pk__in=[state.pk for state in missing]).update(confirm_by=None)  # silence confirms no more
    if played.paused_at is not None:
        _go_on(played)
    played.status, played.ended_at, played.ended_by = Round.ENDED, timezone.now(), by
    played.save(update_fields=["status", "ended_at", "ended_by", "paused_at", "paused_seconds"])
    without = [state.number for state in missing]
    text = f"has ended{f' without {_tables(without)}: {reason}' if without else '.'}"
    _log(tournament, played, "round_ended", text, by, without=without)
    return played


def _running(round: Round) -> Round:
    played = open_round(round)
    if played.started_at is None:
        raise ValidationError(f"The clock of round {played.number} has not been started.")
    return played


def _go_on(played: Round) -> None:
    if played.paused_at is not None:
        played.paused_seconds += int((timezone.now() - played.paused_at + timedelta(milliseconds=500)).total_seconds())
        played.paused_at = None


def _missing(played: Round, missing: list[TableState]) -> str:
    told = ", ".join(f"table {state.number} ({state.in_words})" for state in missing[:NAMED])
    more = f" and {len(missing) - NAMED:,} more" if len(missing) > NAMED else ""
    needs = "A knock-out needs every result; let the referee rule." if played.stage.format == Stage.KNOCK_OUT else ""
    hint = needs or "Wait for them, let the referee rule, or end the round without them and say why."
    return f"Round {played.number} still waits for {told}{more}. {hint}"


def _tables(numbers: list[int]) -> str:
    return f"{'table' if len(numbers) == 1 else 'tables'} {', '.join(map(str, numbers))}"


def _log(tournament: Tournament, played: Round, kind: str, what: str, by: User, **about: object) -> None:
    log_event(
        tournament=tournament,
        kind=kind,
        text=f"Round {played.number} of {played.stage.name} {what}",
        by=by,
        stage=played.stage.number,
        round=played.number,
        **about,
    )

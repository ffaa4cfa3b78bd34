"""Stages of a tournament, one after the other, and its end.

`start_stage(tournament=, by=) -> Stage`, `end_stage(stage=, by=) -> Stage`, `finish_tournament(tournament=, by=)`.
"""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.rules import career_poker
from league.models import Entry, Round, Stage, StageEntry, Tournament
from league.queries.draw_fields import least_of
from league.queries.stage_order import stage_order
from league.rules.draws.table_sizes import knockout, recommended_rounds, sizes
from league.services.rounds import end_round
from league.services.tournament_log import lock_tournament, log_event

User = Person | None
FEWEST_ROUNDS = 3  # also where few people meet again: fewer rounds decide little


@transaction.atomic
def start_stage(*, tournament: Tournament, by: User = None) -> Stage:
    """Start the next stage: the first with everybody who is checked in, a later one with those above its cut in the
    stage before who are still here. Sets the recommended number of rounds where none is planned.

    Raises ValidationError when one is running (code `stale`), none is left, or the numbers do not work out.
    """
    tournament = lock_tournament(tournament.pk)
    stage = _next_stage(tournament)
    before = tournament.stages.filter(number__lt=stage.number).order_by("number").last()
    entries = _cut(before, stage) if before else list(_here(tournament).order_by("number"))
    _refuse_numbers(tournament, stage, len(entries))
    if stage.rounds is None and stage.format not in (Stage.OPEN, Stage.KNOCK_OUT):
        stage.rounds = max(recommended_rounds(len(entries), tournament.table_size), FEWEST_ROUNDS)
    stage.status = Stage.RUNNING
    stage.save(update_fields=["status", "rounds"])
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seeding=at) for at, entry in enumerate(entries, start=1)
    )
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.RUNNING)
    text = f"{stage.name} begins with {len(entries):,} characters."
    log_event(tournament=tournament, kind="stage_started", text=text, by=by, stage=stage.number, entries=len(entries))
    return stage


@transaction.atomic
def end_stage(*, stage: Stage, by: User = None) -> Stage:
    """End a stage; in open play its one round ends with it. ValidationError while a round is open, or nothing has been
    played; code `stale` when it has ended already."""
    tournament = lock_tournament(stage.tournament_id)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if stage.status != Stage.RUNNING:
        raise ValidationError(f"{stage.name} is not running.", code="stale")
    last = stage.played_rounds.order_by("number").last()
    if last is None:
        raise ValidationError(f"Nothing has been played in {stage.name} yet.")
    if last.status != Round.ENDED and stage.format == Stage.OPEN:
        last = end_round(round=last, by=by)
    if last.status != Round.ENDED:
        raise ValidationError(f"Round {last.number} is still open. End it first.")
    stage.status = Stage.ENDED
    stage.save(update_fields=["status"])
    log_event(tournament=tournament, kind="stage_ended", text=f"{stage.name} is over.", by=by, stage=stage.number)
    return stage


@transaction.atomic
def finish_tournament(*, tournament: Tournament, by: User = None) -> Tournament:
    """Close the tournament: standings are final but for corrections. Every link of the chain that was used is revealed
    already. ValidationError while a stage has not been played; code `stale` when it is over."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.RUNNING:
        said = "has not begun" if tournament.status == Tournament.PLANNED else f"is {tournament.status} already"
        raise ValidationError(f"{tournament} {said}.", code="stale")
    left = tournament.stages.exclude(status=Stage.ENDED).order_by("number").first()
    if left is not None:
        does = (
            "is still running. End it first"
            if left.status == Stage.RUNNING
            else "has not been played. Play it, or take it out"
        )
        raise ValidationError(f"{left.name} {does}.")
    tournament.status, tournament.finished_at = Tournament.FINISHED, timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    log_event(tournament=tournament, kind="finished", text=f"{tournament} is finished.", by=by)
    return tournament


def _next_stage(tournament: Tournament) -> Stage:
    if tournament.status in (Tournament.FINISHED, Tournament.CANCELLED):
        raise ValidationError(f"{tournament} is {tournament.status}.", code="stale")
    running = tournament.stages.filter(status=Stage.RUNNING).first()
    if running is not None:
        raise ValidationError(f"{running.name} is running. End it first.", code="stale")
    stage = tournament.stages.filter(status=Stage.PLANNED).order_by("number").first()
    if stage is None:
        played = tournament.stages.exists()
        raise ValidationError(
            "Every stage has been played. Finish the tournament." if played else "Plan a stage first."
        )
    stage.tournament = tournament
    return stage


def _here(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament, status=Entry.CHECKED_IN)


def _cut(before: Stage, stage: Stage) -> list[Entry]:
    """From the stage before, in its order: those still here, as many as the cut lets in."""
    here = {entry.character_id: entry for entry in _here(stage.tournament)}
    return [here[who] for who in stage_order(before) if who in here][: stage.cut]


def _refuse_numbers(tournament: Tournament, stage: Stage, number: int) -> None:
    if not number:
        raise ValidationError(_nobody(tournament, stage))
    if stage.format == Stage.CAREER_POKER and tournament.system != career_poker.ID:
        raise ValidationError(f"{stage.name} carries positions from round to round, which only Career Poker has.")
    least = least_of(tournament)
    try:
        if stage.format == Stage.KNOCK_OUT:
            knockout(number, tournament.table_size, least)
        elif stage.format == Stage.OPEN:
            sizes(number, least, shortfall="bye", least=least)
        else:
            sizes(number, tournament.table_size, shortfall=tournament.shortfall, least=least)  # type: ignore[arg-type]
    except ValueError as error:
        raise ValidationError(str(error)) from error


def _nobody(tournament: Tournament, stage: Stage) -> str:
    entries = Entry.objects.filter(tournament=tournament)
    if stage.number > 1 or entries.filter(status=Entry.DROPPED).exists():
        return f"Everybody has dropped: nobody is left to play {stage.name}."
    if entries.filter(status=Entry.REGISTERED).exists():
        return "Nobody is checked in. Check in who is here, then start."
    return "Nobody has registered yet."

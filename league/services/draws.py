"""Drawing rounds.

`draw_next_round(tournament=, by=) -> Round` (a draft), `redraw_round(round=, reason=, by=, tables=None) -> Round`,
`publish_round(round=, by=) -> Round`. Swaps and locks are in `draw_changes`, the clock in `rounds`, stages in `stages`.

Each draw takes the next link of the tournament's chain of seeds, also when its round is drawn again. A table that has
reported is never drawn again.
"""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Prefetch, Q
from django.utils import timezone

from games.services.sheets import required_reason
from league.models import Entry, Round, Stage, StageEntry, Table, TableSeat, Tournament
from league.queries.draw_fields import newcomers
from league.queries.draw_sources import ToDraw, next_draw, redraw
from league.services.drawing import next_link, result_of, write_draw
from league.services.tournament_log import lock_tournament, log_event

User = Person | None


@transaction.atomic
def draw_next_round(*, tournament: Tournament, by: User = None) -> Round:
    """The next round of the running stage as a draft, with tables, seats, byes and the draw that proves them.

    Raises ValidationError: no stage runs, a round is open (code `stale`), all rounds are drawn, the numbers or those
    who are kept apart do not work out.
    """
    tournament = lock_tournament(tournament.pk)
    stage = running_stage(tournament)
    number = next_number(stage)
    link = next_link(tournament)
    wanted = next_draw(stage, number, link[1])
    _refuse_an_empty_field(stage, number, wanted)
    found = result_of(wanted, link[1])
    take_in(stage)
    played = Round.objects.create(stage=stage, number=number, minutes=tournament.round_minutes)
    draw = write_draw(played=played, wanted=wanted, link=link, found=found, reason="", by=by)
    about = {"stage": stage.number, "round": number, "draw": draw.number, "digest": draw.digest}
    text = f"Round {number} of {stage.name} is drawn: {_sized(found.tables, found.byes)}. Digest {draw.digest}."
    log_event(tournament=tournament, kind="drawn", text=text, by=by, **about)
    return played


@transaction.atomic
def redraw_round(*, round: Round, reason: str, by: User = None, tables: Collection[Table] | None = None) -> Round:
    """The round drawn again with the next link: all of it but locked tables, or only `tables`. Byes stay with `tables`.

    Raises ValidationError: no reason, a round that has ended, tables that have reported.
    """
    reason = required_reason(reason)
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    kept = _kept(played, tables)
    link = next_link(tournament)
    wanted = redraw(played, kept, whole=tables is None, seed=link[1])
    found = result_of(wanted, link[1])
    if tables is None:
        take_in(played.stage)
    draw = write_draw(played=played, wanted=wanted, link=link, found=found, reason=reason, by=by)
    which = "" if tables is None else f" in part (tables {', '.join(str(one.number) for one in _numbered(tables))})"
    text = f"Round {played.number} of {played.stage.name} is drawn again{which}: {reason} Digest {draw.digest}."
    about = {"stage": played.stage.number, "round": played.number, "draw": draw.number, "digest": draw.digest}
    log_event(tournament=tournament, kind="drawn", text=text, by=by, **about, reason=reason)
    return played


@transaction.atomic
def publish_round(*, round: Round, by: User = None) -> Round:
    """Let everybody see the tables. ValidationError (code `stale`) for a round that is no draft any more."""
    tournament = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status != Round.DRAFT:
        raise ValidationError(f"Round {played.number} is published already.", code="stale")
    played.status, played.published_at = Round.PUBLISHED, timezone.now()
    played.save(update_fields=["status", "published_at"])
    about = {"stage": played.stage.number, "round": played.number}
    text = f"Round {played.number} of {played.stage.name} is published."
    log_event(tournament=tournament, kind="round_published", text=text, by=by, **about)
    return played


def running_stage(tournament: Tournament) -> Stage:
    """The stage that is being played. ValidationError when there is none."""
    stage = tournament.stages.filter(status=Stage.RUNNING).first()
    if stage is None:
        over = tournament.status in (Tournament.FINISHED, Tournament.CANCELLED)
        raise ValidationError(
            f"{tournament} is {tournament.status}." if over else "Start a stage first: none is running."
        )
    stage.tournament = tournament
    return stage


def open_round(round: Round) -> Round:
    """The round as it is now, under the tournament's lock. ValidationError (code `stale`) when it has ended."""
    rows = Round.objects.select_related("stage__tournament__season__league", "ended_by")
    played = rows.get(pk=round.pk)
    if played.status == Round.ENDED:
        who = f" {played.ended_by} ended it." if played.ended_by else ""
        raise ValidationError(f"Round {played.number} has ended already.{who}", code="stale")
    return played


def next_number(stage: Stage) -> int:
    """The number of the round that can be drawn now. ValidationError when none can."""
    if stage.format == Stage.OPEN:
        raise ValidationError(f"{stage.name} is open play: nothing is drawn. Open tables as people come together.")
    last = stage.played_rounds.order_by("number").last()
    number = last.number + 1 if last else 1
    if last and last.status != Round.ENDED:
        does = "is drawn already. Publish and play it" if last.status == Round.DRAFT else "is not over. End it"
        raise ValidationError(f"Round {last.number} {does} first.", code="stale")
    if stage.rounds and number > stage.rounds and stage.format != Stage.KNOCK_OUT:
        all_of_them = "The only round" if stage.rounds == 1 else f"All {stage.rounds} rounds"
        verb = "is" if stage.rounds == 1 else "are"
        raise ValidationError(f"{all_of_them} of {stage.name} {verb} played. End the stage, or plan more rounds.")
    return number


def take_in(stage: Stage) -> None:
    """Those who checked in since the stage began play from now on, seeded behind the others."""
    last = StageEntry.objects.filter(stage=stage).aggregate(last=Max("seeding"))["last"] or 0
    fresh = [StageEntry(stage=stage, entry=entry, seeding=last + at) for at, entry in enumerate(newcomers(stage), 1)]
    StageEntry.objects.bulk_create(fresh)


def reported(played: Round) -> list[int]:
    """Numbers of the tables that have reported something."""
    tables = played.tables.filter(Q(game__isnull=False) | Q(reports__isnull=False))
    return sorted(set(tables.values_list("number", flat=True)))


def _kept(played: Round, tables: Collection[Table] | None) -> Sequence[Table]:
    wanted = None if tables is None else {table.pk for table in tables}
    seats = Prefetch("seats", TableSeat.objects.select_related("entry__character").order_by("seat"))
    there = list(played.tables.order_by("number").prefetch_related(seats))
    if wanted is not None and not wanted <= {table.pk for table in there}:
        raise ValidationError("These tables are not of this round.")
    kept = [table for table in there if (table.locked if wanted is None else table.pk not in wanted)]
    drawn_again = {table.number for table in there} - {table.number for table in kept}
    _refuse_reported(played, drawn_again, whole=wanted is None)
    _refuse_dropped(kept if wanted is None else ())
    if not drawn_again:
        raise ValidationError("Every table is locked: there is nothing to draw again. Unlock some, or choose tables.")
    return kept


def _refuse_reported(played: Round, drawn_again: set[int], *, whole: bool) -> None:
    told = [number for number in reported(played) if number in drawn_again]
    if told:
        named = f"Table {told[0]} has" if len(told) == 1 else f"Tables {', '.join(map(str, told))} have"
        hint = " Choose the tables to draw again." if whole else ""
        raise ValidationError(f"{named} reported already and can't be drawn again.{hint}", code="reported")


def _refuse_dropped(kept: Sequence[Table]) -> None:
    for table in kept:
        for seat in table.seats.all():
            if seat.entry is not None and seat.entry.status != Entry.CHECKED_IN:
                raise ValidationError(
                    f"Table {table.number} is locked and {seat.entry.character} has left. Unlock it first."
                )


def _refuse_an_empty_field(stage: Stage, number: int, wanted: ToDraw) -> None:
    if not wanted.entries:
        raise ValidationError("Nobody is left to play: everybody has dropped. Reinstate somebody, or end the stage.")
    if stage.format == Stage.KNOCK_OUT and number > 1 and len(wanted.entries) == 1:
        (winner,) = wanted.entries.values()
        raise ValidationError(f"{winner.character} has won {stage.name}. End the stage.")


def _sized(tables: Sequence[object], byes: Sequence[int]) -> str:
    out = "" if not byes else f", {len(byes)} without a table"
    return f"{len(tables):,} {'table' if len(tables) == 1 else 'tables'}{out}"


def _numbered(tables: Collection[Table]) -> list[Table]:
    return sorted(tables, key=lambda table: table.number)

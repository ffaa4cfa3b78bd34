"""Drawing rounds, and writing a draw: the row that proves it, and the tables of the round.

Each draw takes the next link of the tournament's chain of seeds, also when its round is drawn again. A table that has
reported is never drawn again.

A large draw takes a second, and nobody waits for it: the input is read under the tournament's lock, the draw made
without it, and written under it if the input is still the same; else the draw is made again. That holds within a
correction, and for a request that may be sent twice, as well (`league.core.services.locks`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.translatable import Translatable, said, said_of, spoken
from games.services.sheets import required_reason
from league.core.rules.grouping import grouped
from league.core.rules.words import listed
from league.core.services.locks import long_work, works_without_locks
from league.models import Bye, Draw, Entry, Round, Stage, StageEntry, Table, TableSeat, Tournament
from league.tournaments.draws.queries.draw_sources import ToDraw, newcomers, next_draw, redraw
from league.tournaments.draws.rules.field import Seats
from league.tournaments.draws.rules.matches import is_of_teams
from league.tournaments.draws.rules.methods import NewDraw, explained, new_draw
from league.tournaments.draws.rules.pairing import BannedPairs
from league.tournaments.draws.rules.sources import BYES, cost_in, digest_of, draw_of, places_of, plan_of
from league.tournaments.entries.services.tournament_log import lock_tournament, log_round
from league.tournaments.formats import format_of
from league.tournaments.stages.rules import seeds


def next_link(tournament: Tournament) -> tuple[int, str]:
    """Return number and seed of the tournament's next draw. Raise ValidationError at the end of the chain."""
    number = (tournament.draws.aggregate(last=Max("number"))["last"] or 0) + 1
    try:
        return number, seeds.link(tournament.draw_secret, number)
    except ValueError as error:
        raise ValidationError(_("This tournament has used up its seeds; no more draws can be made.")) from error


def result_of(to_draw: ToDraw, seed: str) -> NewDraw:
    """Return the draw. Raise ValidationError with the reason why there can be no draw."""
    if to_draw.problem:
        raise ValidationError(spoken(to_draw.problem))
    try:
        return new_draw(to_draw.method, to_draw.source, seed)
    except BannedPairs as error:
        raise ValidationError(_apart(error, to_draw)) from error
    except ValueError as error:
        raise ValidationError(spoken(error.args[0])) from error


def write_draw(
    *, played: Round, to_draw: ToDraw, link: tuple[int, str], drawn: NewDraw, reason: str, by: Person | None
) -> tuple[Draw, list[Table | TableSeat | Bye]]:
    """Save the row and the tables, and return the draw and the new tables with who was placed. Tables that were kept
    are not touched."""
    number, seed = link
    outcome = drawn.draw.to_json()
    draw = Draw.objects.create(
        tournament=played.stage.tournament,
        round=played,
        number=number,
        method=drawn.method,
        seed=seed,
        source=drawn.source,
        outcome=outcome,
        cost=cost_in(drawn.source, drawn.draw).to_json(),
        digest=digest_of(drawn.source, outcome),
        reason=reason,
        made_by=by,
    )
    plan = plan_of(drawn.source, drawn.draw)
    kept_numbers = [table["number"] for table in to_draw.source["locked"]]
    texts = explained(drawn.method, drawn.source, draw_of(drawn.source, plan))
    reasons: dict[int, list[str]] = {number: [*texts[place]] for number, place in places_of(drawn.source, plan).items()}
    fresh = _write_tables(
        played, {table: seats for table, seats in plan.items() if table not in kept_numbers}, reasons, to_draw.entries
    )
    return draw, fresh


def _write_tables(
    played: Round, plan: Mapping[int, Seats], reasons: Mapping[int, list[str]], entries: Mapping[int, Entry]
) -> list[Table | TableSeat | Bye]:
    """Write the tables that were drawn, as in `plan`; the round has only these and the kept ones. Return the new
    rows."""
    byes = plan.get(BYES, ())
    numbers = [number for number in plan if number != BYES]
    there = {table.number: table for table in played.tables.exclude(number__in=set(reasons) - set(numbers))}
    TableSeat.objects.filter(table__in=there.values()).delete()
    played.tables.filter(pk__in=[table.pk for number, table in there.items() if number not in plan]).delete()
    for number in numbers:
        if number in there:
            there[number].reasons, there[number].locked = reasons[number], False
    Table.objects.bulk_update([there[number] for number in numbers if number in there], ["reasons", "locked"])
    fresh = [Table(round=played, number=number, reasons=reasons[number]) for number in numbers if number not in there]
    there |= {table.number: table for table in Table.objects.bulk_create(fresh)}
    seats = TableSeat.objects.bulk_create(
        TableSeat(table=there[number], round=played, seat=seat, entry=entries[who] if who is not None else None)
        for number in numbers
        for seat, who in enumerate(plan[number], start=1)
    )
    played.byes.all().delete()
    through = format_of(played.stage).eliminates
    sitting_out = Bye.objects.bulk_create(
        Bye(round=played, entry=entries[who], through=through) for who in byes if who is not None
    )
    return [*fresh, *seats, *sitting_out]


def placed(played: Round) -> list[Table | TableSeat | Bye]:
    """Return the tables of the round, and the rows that say who sits where and who has a bye."""
    return [*played.tables.all(), *played.seats.all(), *played.byes.all()]


def placed_instead(played: Round, before: Sequence[Table | TableSeat | Bye]) -> dict[str, Any]:
    """Return what an event says of the rows that there are now instead of those `before`."""
    now = placed(played)
    return {"rows": [*now, *played.rulings.all()], "gone": set(before) - set(now)}


def _apart(error: BannedPairs, to_draw: ToDraw) -> str:
    of_teams = is_of_teams(to_draw.source)
    named = [
        [said("team {number}", number=one) if of_teams else to_draw.entries[one].character.name for one in pair]
        for pair in error.pairs
    ]
    pairs = ", ".join(spoken(listed(names)) for names in named)
    text = _("{pairs} must not meet, and no draw keeps them apart. Let them meet, or change the size of the tables.")
    return text.format(pairs=pairs)


def plan_now(played: Round) -> dict[int, Seats]:
    """Return who sits where, by number of the table and numbers of entries; under `BYES` those without a table."""
    tables = grouped(played.seats.order_by("table__number", "seat").values_list("table__number", "entry__number"))
    byes = tuple(sorted(played.byes.order_by().values_list("entry__number", flat=True)))
    return {BYES: byes, **{number: tuple(seats) for number, seats in tables.items()}}


def explain_again(played: Round, draw: Draw, plan: Mapping[int, Seats], numbers: Collection[int], note: str) -> None:
    """Give these tables new reasons, followed by a note on what the organiser did."""
    texts = explained(draw.method, draw.source, draw_of(draw.source, plan))
    places = places_of(draw.source, plan)
    for table in played.tables.filter(number__in=numbers):
        table.reasons = [*texts[places[table.number]], note]
        table.save(update_fields=["reasons"])


User = Person | None


@works_without_locks
@transaction.atomic
def draw_next_round(*, tournament: Tournament, by: User = None) -> Round:
    """Draw the next round of the running stage as a draft, with tables, seats, byes and the draw that proves them.

    Raise ValidationError if no stage runs, a round is open or the field keeps changing (code `stale`), all rounds are
    drawn, or the numbers or the pairs that are kept apart do not work out.
    """
    here = lock_tournament(tournament.pk)
    stage = running_stage(here)
    number = next_number(stage)
    link = next_link(here)
    to_draw = next_draw(stage, number, link[1])
    _refuse_an_empty_field(stage, number, to_draw)
    drawn = _drawn(to_draw, link)
    late = add_late_entries(stage)
    played = Round.objects.create(stage=stage, number=number, minutes=here.round_minutes)
    draw, fresh = write_draw(played=played, to_draw=to_draw, link=link, drawn=drawn, reason="", by=by)
    text = said(
        "Round {round} of {stage} is drawn: {what}. Digest {digest}.",
        round=number,
        stage=stage.name,
        what=_sized(drawn.draw.tables, drawn.draw.byes),
        digest=draw.digest,
    )
    rows = [played, draw, *late, *fresh]
    log_round(played, "drawn", text, by, rows=rows, draw=draw.number, digest=draw.digest)
    return played


@works_without_locks
@transaction.atomic
def redraw_round(*, round: Round, reason: str, by: User = None, tables: Collection[Table] | None = None) -> Round:
    """Draw the round again with the next link: all of it but locked tables, or only `tables`. Byes stay with `tables`.

    Raise ValidationError for a missing reason, an ended round or a field that keeps changing (code `stale`), or tables
    that have reported.
    """
    reason = required_reason(reason)
    here = lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    stage, kept_tables = played.stage, _kept(played, tables)
    if stage.line_up and kept_tables:
        raise ValidationError(_("Teams meet at all their tables. Draw the whole round again."))
    link = next_link(here)
    to_draw = redraw(played, kept_tables, whole=tables is None, seed=link[1])
    drawn = _drawn(to_draw, link)
    late, before = add_late_entries(stage) if tables is None else [], placed(played)
    draw, _fresh = write_draw(played=played, to_draw=to_draw, link=link, drawn=drawn, reason=reason, by=by)
    text = said("Round {round} of {stage} is drawn again: {reason} Digest {digest}.")
    if tables is not None:
        text = said("Round {round} of {stage} is drawn again in part (tables {tables}): {reason} Digest {digest}.")
    text = said(
        text,
        round=played.number,
        stage=stage.name,
        tables=", ".join(map(str, sorted(table.number for table in tables or ()))),
        reason=reason,
        digest=draw.digest,
    )
    written = placed_instead(played, before)
    written["rows"] += [draw, *late]
    log_round(played, "drawn", text, by, **written, draw=draw.number, digest=draw.digest, reason=reason)
    return played


def _drawn(to_draw: ToDraw, link: tuple[int, str]) -> NewDraw:
    """Return the draw, which is searched while the tournament is not locked."""
    moved = _("The field changed while the round was drawn. Draw again.")
    return long_work((link, to_draw.method, to_draw.source), lambda: result_of(to_draw, link[1]), moved=moved)


@transaction.atomic
def publish_round(*, round: Round, by: User = None) -> Round:
    """Let everybody see the tables. Raise ValidationError (code `stale`) for a round that is no longer a draft."""
    lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    if played.status != Round.DRAFT:
        refused = _("Round {number} is already published.")
        raise ValidationError(refused.format(number=played.number), code="stale")
    played.status, played.published_at = Round.PUBLISHED, timezone.now()
    played.save(update_fields=["status", "published_at"])
    text = said("Round {round} of {stage} is published.", round=played.number, stage=played.stage.name)
    log_round(played, "round_published", text, by, rows=[played])
    return played


def running_stage(tournament: Tournament) -> Stage:
    """Return the stage that is being played. Raise ValidationError if no stage is running."""
    stage = tournament.stages.filter(status=Stage.RUNNING).first()
    if stage is None:
        over = tournament.status in (Tournament.FINISHED, Tournament.CANCELLED)
        raise ValidationError(is_over(tournament) if over else _("Start a stage first: none is running."))
    stage.tournament = tournament
    return stage


def is_over(tournament: Tournament) -> str:
    """Return the sentence that a tournament is finished or cancelled."""
    finished = tournament.status == Tournament.FINISHED
    text = _("{tournament} is finished.") if finished else _("{tournament} is cancelled.")
    return text.format(tournament=tournament)


def open_round(round: Round) -> Round:
    """Return the round as it is now, under the tournament's lock. Raise ValidationError (code `stale`) when it has
    ended."""
    rows = Round.objects.select_related("stage__tournament__season__league", "ended_by")
    played = rows.get(pk=round.pk)
    if played.status == Round.ENDED:
        text = _("Round {number} has already ended.")
        if played.who_ended:
            text = _("Round {number} has already ended. {who} ended it.")
        raise ValidationError(text.format(number=played.number, who=played.who_ended), code="stale")
    return played


def next_number(stage: Stage) -> int:
    """Return the number of the round that can be drawn now. Raise ValidationError if no round can be drawn."""
    played = format_of(stage)
    if not played.drawn:
        raise ValidationError(spoken(played.no_draw(stage.name)))
    last = stage.played_rounds.order_by("number").last()
    number = last.number + 1 if last else 1
    if last and last.status != Round.ENDED:
        text = _("Round {number} is not over. End it first.")
        if last.status == Round.DRAFT:
            text = _("Round {number} is already drawn. Publish and play it first.")
        raise ValidationError(text.format(number=last.number), code="stale")
    if stage.rounds and number > stage.rounds and played.counted:
        text = ngettext(
            "The only round of {stage} is played. End the stage, or plan more rounds.",
            "All {rounds} rounds of {stage} are played. End the stage, or plan more rounds.",
            stage.rounds,
        )
        raise ValidationError(text.format(rounds=stage.rounds, stage=stage.name))
    return number


def add_late_entries(stage: Stage) -> list[StageEntry]:
    """Add players who checked in after the stage began, seeded behind the others, and return their rows."""
    last = StageEntry.objects.filter(stage=stage).aggregate(last=Max("seeding"))["last"] or 0
    fresh = [StageEntry(stage=stage, entry=entry, seeding=last + at) for at, entry in enumerate(newcomers(stage), 1)]
    return StageEntry.objects.bulk_create(fresh)


def reported(played: Round) -> list[int]:
    """Return numbers of the tables that have reported something, or are played on the site."""
    condition = Q(game__isnull=False) | Q(reports__isnull=False) | Q(season_play__isnull=False)
    tables = played.tables.filter(condition)
    return sorted(set(tables.values_list("number", flat=True)))


def _kept(played: Round, tables: Collection[Table] | None) -> Sequence[Table]:
    ids = None if tables is None else {table.pk for table in tables}
    seats = Prefetch("seats", TableSeat.objects.select_related("entry__character").order_by("seat"))
    there = list(played.tables.order_by("number").prefetch_related(seats))
    if ids is not None and not ids <= {table.pk for table in there}:
        raise ValidationError(_("These tables are not of this round."))
    kept_tables = [table for table in there if (table.locked if ids is None else table.pk not in ids)]
    drawn_again = {table.number for table in there} - {table.number for table in kept_tables}
    _refuse_reported(played, drawn_again, whole=ids is None)
    _refuse_dropped(kept_tables if ids is None else ())
    if not drawn_again:
        raise ValidationError(
            _("Every table is locked: there is nothing to draw again. Unlock some, or choose tables.")
        )
    return kept_tables


def _refuse_reported(played: Round, drawn_again: set[int], *, whole: bool) -> None:
    numbers = [number for number in reported(played) if number in drawn_again]
    if numbers:
        text = ngettext(
            "Table {tables} has already reported and can't be drawn again.",
            "Tables {tables} have already reported and can't be drawn again.",
            len(numbers),
        ).format(tables=", ".join(map(str, numbers)))
        hint = _("Choose the tables to draw again.")
        raise ValidationError(f"{text} {hint}" if whole else text, code="reported")


def _refuse_dropped(kept_tables: Sequence[Table]) -> None:
    for table in kept_tables:
        for seat in table.seats.all():
            if seat.entry is not None and seat.entry.status != Entry.CHECKED_IN:
                text = _("Table {number} is locked and {who} has left. Unlock it first.")
                raise ValidationError(text.format(number=table.number, who=seat.entry.character))


def _refuse_an_empty_field(stage: Stage, number: int, to_draw: ToDraw) -> None:
    if not to_draw.entries:
        raise ValidationError(_("Nobody is left to play: everybody has dropped. Reinstate somebody, or end the stage."))
    if format_of(stage).eliminates and number > 1 and len(to_draw.entries) == 1:
        (winner,) = to_draw.entries.values()
        text = _("{winner} has won {stage}. End the stage.")
        raise ValidationError(text.format(winner=winner.character, stage=stage.name))


def _sized(tables: Sequence[object], byes: Sequence[int]) -> Translatable:
    if not byes:
        return said_of(len(tables), "{count:,} table", "{count:,} tables")
    return said_of(
        len(tables),
        "{count:,} table, {without} without a table",
        "{count:,} tables, {without} without a table",
        without=len(byes),
    )

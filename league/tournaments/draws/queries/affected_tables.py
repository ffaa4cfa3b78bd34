"""The reach of a changed result in its tournament: standings and cut of its stage, and tables that were drawn since.

A table is affected when somebody at it was drawn there for something that has changed: points of the rounds before, a
place in a knock-out, a last position of Career Poker. If teams meet, all tables of a round are affected or none. A
fixed schedule asks for no results.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q

from characters.models import Character
from engine.translatable import said
from games.rules.points import in_points
from league.core.rules.grouping import grouped
from league.core.rules.words import listed
from league.models import Round, Stage, Table, TableSeat
from league.results.queries.carry_over import last_positions
from league.tournaments.draws.queries.team_sources import team_points
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import stage_order, stage_table, survivors

Basis = Mapping[int, object]  # by character: what a draw knew of it


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stage at one moment: its order, points in words, and what each later round would be drawn from (by its id)."""

    order: list[int]
    points: dict[int, str]
    basis: dict[int, Basis]


@dataclass(frozen=True, slots=True)
class StageMove:
    """A position in the stage, from 1, and points, before and after."""

    name: str
    slug: str
    before: int | None
    after: int | None
    points_before: str
    points_after: str


@dataclass(frozen=True, slots=True)
class AffectedTable:
    """A table drawn on outdated results, because of those `names`. `can_redraw`: nothing reported yet."""

    pk: int
    round: int
    number: int
    names: tuple[str, ...]
    can_redraw: bool


@dataclass(frozen=True, slots=True)
class AffectedTables:
    tournament: str
    stage: str
    moves: tuple[StageMove, ...]
    cut: tuple[str, ...]
    tables: tuple[AffectedTable, ...]

    @property
    def nothing(self) -> bool:
        return not (self.moves or self.cut or self.tables)

    @property
    def redrawable(self) -> tuple[AffectedTable, ...]:
        return tuple(table for table in self.tables if table.can_redraw)

    @property
    def redrawable_numbers(self) -> str:
        return listed([str(table.number) for table in self.redrawable])


def table_of(game: int) -> Table | None:
    """Return the table of a tournament at which a game was played."""
    return Table.objects.filter(game=game).select_related("round__stage__tournament__season").first()


def snapshot(table: Table) -> Snapshot:
    """Return the current state of this table's stage. Queries grow with the rounds since, not with the people."""
    stage = table.round.stage
    standing = stage_table(stage).standings
    return Snapshot(
        order=stage_order(stage) if format_of(stage).order == "survival" else list(standing),
        points={who: in_points(tally.points) for who, tally in standing.tallies.items()},
        basis={later.pk: _basis(stage, later) for later in _since(table)},
    )


def affected_tables(table: Table, before: Snapshot, after: Snapshot) -> AffectedTables:
    """Return the difference between two snapshots."""
    stage = table.round.stage
    people = Character.objects.in_bulk([*{*before.order, *after.order}])
    return AffectedTables(
        tournament=stage.tournament.name,
        stage=stage.name,
        moves=tuple(_moves(people, before, after)),
        cut=tuple(_cut(stage, people, before.order, after.order)),
        tables=tuple(affected for later in _since(table) for affected in _tables(later, before, after, people)),
    )


def _since(table: Table) -> list[Round]:
    stage = table.round.stage
    if not format_of(stage).needs_results:
        return []
    return list(stage.played_rounds.filter(number__gt=table.round.number).order_by("number"))


def _basis(stage: Stage, later: Round) -> Basis:
    played = format_of(stage)
    if played.drawn_from == "winners":
        return {entry.character_id: True for entry in survivors(stage, later.number)}
    if stage.line_up:
        return {member: points for points, members in team_points(stage, later.number) for member in members}
    points: dict[int, object] = {
        who: tally.points for who, tally in stage_table(stage, until=later.number - 1).standings.tallies.items()
    }
    if played.carries_positions:
        held = last_positions(stage.tournament.season, stage=stage, before=later.number)
        return {who: (units, held[who].position if who in held else None) for who, units in points.items()}
    return points


def _moves(people: Mapping[int, Character], before: Snapshot, after: Snapshot) -> Iterator[StageMove]:
    was = {who: position for position, who in enumerate(before.order, start=1)}
    now = {who: position for position, who in enumerate(after.order, start=1)}
    for who in dict.fromkeys((*after.order, *before.order)):
        points = before.points.get(who, ""), after.points.get(who, "")
        if (was.get(who), points[0]) != (now.get(who), points[1]):
            yield StageMove(people[who].name, people[who].slug, was.get(who), now.get(who), *points)


def _cut(stage: Stage, people: Mapping[int, Character], before: list[int], after: list[int]) -> Iterator[str]:
    following = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number).order_by("number").first()
    if following is None or following.cut is None:
        return
    was, now = set(before[: following.cut]), set(after[: following.cut])
    begun, about = following.status != Stage.PLANNED, {"stage": following.name, "cut": following.cut}
    comes, goes = said("{who} gets into {stage}, the best {cut}."), said("{who} falls out of {stage}.")
    if begun:
        comes, goes = said("{who} would be in {stage}, the best {cut}."), said("{who} would not be in {stage}.")
    yield from (said(comes, who=people[who].name, **about) for who in after if who in now - was)
    yield from (said(goes, who=people[who].name, **about) for who in before if who in was - now)
    if begun and was != now:
        yield said("{stage} has begun and stays as it is.", **about)


def _tables(
    later: Round, before: Snapshot, after: Snapshot, people: Mapping[int, Character]
) -> Iterator[AffectedTable]:
    was, now = before.basis.get(later.pk, {}), after.basis.get(later.pk, {})
    changed = {who for who in {*was, *now} if was.get(who) != now.get(who)}
    if changed and later.stage.line_up:
        changed = {*was, *now}  # a round of teams is drawn as a whole
    reported = set(
        later.tables.filter(Q(game__isnull=False) | Q(reports__isnull=False)).values_list("pk", flat=True).distinct()
    )
    seats = TableSeat.objects.filter(round=later, entry__character__in=changed).order_by("table__number", "seat")
    columns = seats.values_list("table_id", "table__number", "entry__character_id")
    at = grouped(((pk, number), people[who].name if who in people else "") for pk, number, who in columns)
    for (pk, number), names in at.items():
        kept = reported if later.stage.line_up else reported & {pk}
        can_redraw = later.status != Round.ENDED and not kept
        yield AffectedTable(pk, later.number, number, tuple(names), can_redraw)

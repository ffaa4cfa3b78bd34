"""Rows of the standings of a stage, and of a tournament that is over."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from characters.queries.people import Person, named, people
from league.models import Bye, Entry, Round, Stage
from league.queries.knock_out import runs
from league.queries.stage_standings import StageTable, stage_table
from league.rules.workings import in_points


@dataclass(frozen=True, slots=True)
class StageRow:
    """`bye_points` and `penalty` are in `points` already, as texts with two decimals, "" for none. `reached`: the last
    round of a knock-out, 0 elsewhere."""

    position: int
    person: Person
    games: int
    wins: int
    points: str
    byes: int
    bye_points: str
    penalty: str
    dropped: bool
    reached: int


@dataclass(frozen=True, slots=True)
class StagePage:
    """Page `number` of `pages` (from 1); `total` rows fit the search. `own`: the reader's rows that are elsewhere."""

    rows: tuple[StageRow, ...]
    own: tuple[StageRow, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class FinalRow:
    """Who came where in the end, and the last stage that they played in."""

    position: int
    person: Person
    stage: str


def stage_page(
    stage: Stage, *, number: int = 1, size: int = 50, search: str = "", own: Collection[int] = ()
) -> StagePage:
    """Page `number` of the stage's standings; a number out of range is brought into it."""
    table = stage_table(stage)
    order = _order(stage, table)
    wanted = list(order)
    if search.strip():
        found = set(named(search).values_list("pk", flat=True))
        wanted = [who for who in wanted if who in found]
    pages = max(1, -(-len(wanted) // size))
    number = min(max(number, 1), pages)
    shown = wanted[(number - 1) * size : number * size]
    away = [who for who in own if who in order and who not in shown]
    rows = {row.person.pk: row for row in _rows(stage, table, order, [*shown, *away])}
    elsewhere = sorted((rows[who] for who in away), key=lambda row: row.position)
    return StagePage(tuple(rows[who] for who in shown), tuple(elsewhere), number, pages, len(wanted))


def stage_rows(stage: Stage) -> list[StageRow]:
    """Every row of the stage from first to last."""
    table = stage_table(stage)
    order = _order(stage, table)
    return _rows(stage, table, order, list(order))


def _order(stage: Stage, table: StageTable) -> dict[int, tuple[int, int]]:
    """Position and the round reached by character, from first to last."""
    if stage.format == Stage.KNOCK_OUT:
        return {run.character: (at, run.reached) for at, run in enumerate(runs(stage), 1)}
    return {who: (at, 0) for at, who in enumerate(table.standings, 1)}


def _rows(
    stage: Stage, table: StageTable, order: Mapping[int, tuple[int, int]], characters: Collection[int]
) -> list[StageRow]:
    """Rows of these characters in that order: three queries."""
    known = people(characters)
    byes = Bye.objects.filter(round__stage=stage, round__status=Round.ENDED, through=False)
    taken = Counter(byes.filter(entry__character__in=characters).values_list("entry__character", flat=True))
    gone = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.DROPPED, character__in=characters)
    dropped = set(gone.values_list("character", flat=True))
    return [
        _row(order[who], table, known[who], taken[who], who in dropped)
        for who in sorted(characters, key=order.__getitem__)
    ]


def _row(place: tuple[int, int], table: StageTable, person: Person, byes: int, dropped: bool) -> StageRow:
    tally = table.standings.tallies[person.pk]
    bye, penalty = table.byes.get(person.pk, 0), table.penalties.get(person.pk, 0)
    return StageRow(
        position=place[0],
        reached=place[1],
        person=person,
        games=tally.games,
        wins=tally.wins,
        points=in_points(tally.points),
        byes=byes,
        bye_points=in_points(bye) if byes else "",
        penalty=in_points(penalty) if penalty else "",
        dropped=dropped,
    )


def final_rows(order: Sequence[tuple[Stage, int]], first: int = 1) -> list[FinalRow]:
    """Rows of this part of the final order, which begins at position `first`."""
    known = people(who for _, who in order)
    return [FinalRow(at, known[who], stage.name) for at, (stage, who) in enumerate(order, first)]

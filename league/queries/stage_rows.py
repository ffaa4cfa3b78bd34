"""Rows of the standings of a stage, and of a tournament that is over."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from characters.queries.people import Person, named, people
from league.models import Bye, Entry, Round, Stage
from league.queries.knock_out import runs
from league.queries.stage_standings import StageTable, stage_table
from league.rules.standings import Standings
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
    order = _KnockOut(stage) if stage.format == Stage.KNOCK_OUT else _Swiss(table.standings)
    wanted = order.everybody()
    if search.strip():
        found = set(named(search).values_list("pk", flat=True))
        wanted = [who for who in wanted if who in found]
    pages = max(1, -(-len(wanted) // size))
    number = min(max(number, 1), pages)
    shown = order.part(wanted, slice((number - 1) * size, number * size))
    away = order.part([who for who in own if who in table.standings and who not in shown], slice(None))
    rows = {row.person.pk: row for row in _rows(stage, table, order, [*shown, *away])}
    return StagePage(tuple(rows[who] for who in shown), tuple(rows[who] for who in away), number, pages, len(wanted))


def stage_rows(stage: Stage) -> list[StageRow]:
    """Every row of the stage from first to last."""
    table = stage_table(stage)
    order = _KnockOut(stage) if stage.format == Stage.KNOCK_OUT else _Swiss(table.standings)
    return _rows(stage, table, order, order.part(order.everybody(), slice(None)))


class _Swiss:
    """The order of standings; late ties are worked out only for those who are shown."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    def everybody(self) -> list[int]:
        return sorted(self._standings.tallies, key=self._standings.index)

    def part(self, characters: Sequence[int], part: slice) -> list[int]:
        """That part of these characters once they are in order."""
        self._standings.settle(characters[part])  # which may change who of those level is in it
        return sorted(characters, key=self._standings.index)[part]

    def position(self, character: int) -> int:
        return self._standings.index(character) + 1

    def reached(self, character: int) -> int:
        return 0


class _KnockOut:
    """The order of a knock-out: how far somebody came."""

    def __init__(self, stage: Stage) -> None:
        self._runs = {run.character: (at, run.reached) for at, run in enumerate(runs(stage), 1)}

    def everybody(self) -> list[int]:
        return list(self._runs)

    def part(self, characters: Sequence[int], part: slice) -> list[int]:
        return sorted(characters, key=self.position)[part]

    def position(self, character: int) -> int:
        return self._runs[character][0]

    def reached(self, character: int) -> int:
        return self._runs[character][1]


def _rows(stage: Stage, table: StageTable, order: _Swiss | _KnockOut, characters: Sequence[int]) -> list[StageRow]:
    """Rows of these characters: three queries."""
    known = people(characters)
    byes = Bye.objects.filter(round__stage=stage, round__status=Round.ENDED, through=False)
    taken = Counter(byes.filter(entry__character__in=characters).values_list("entry__character", flat=True))
    gone = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.DROPPED, character__in=characters)
    dropped = set(gone.values_list("character", flat=True))
    return [
        _row(order.position(who), order.reached(who), table, known[who], taken[who], who in dropped)
        for who in characters
    ]


def _row(position: int, reached: int, table: StageTable, person: Person, byes: int, dropped: bool) -> StageRow:
    tally = table.standings.tallies[person.pk]
    bye, penalty = table.byes.get(person.pk, 0), table.penalties.get(person.pk, 0)
    return StageRow(
        position=position,
        reached=reached,
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

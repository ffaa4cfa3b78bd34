"""Standings of a stage: points of a season's kind with byes and penalties, or how far somebody came in a knock-out.

Everybody in the stage has a row, with or without a game. In a knock-out the better seeding of equals at a table goes
through. `stage_order` is what the cut of the next stage and the final standings go by.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from characters.charts.lines import LineChart, spread
from characters.queries.people import Person, named, people
from games.rules.points import in_points
from league.core.rules.grouping import grouped
from league.core.rules.parts import Parts
from league.models import Bye, Entry, Result, Round, Ruling, Stage, StageEntry, TableSeat, Tournament
from league.standings.queries.season_race import SHOWN, chart_of_places
from league.standings.queries.standings import lines_reader, tallies
from league.standings.rules.standings import Standings
from league.standings.rules.tiebreaks import Counting, Tally, share_tiebreak
from league.tournaments.entries.queries import present_entries
from league.tournaments.formats import format_of
from league.tournaments.formats.format import Order
from league.tournaments.stages.rules.stage_points import bye_units

ALL_GAMES = Counting("all")


@dataclass(frozen=True, slots=True)
class Moment:
    """An earlier moment of a tournament: the `games` that were confirmed before `at`."""

    games: Collection[int]
    at: datetime


@dataclass(frozen=True, slots=True)
class StageTable:
    """`standings` over characters; `byes` and `penalties` (units of 1/840) are already in its points, `played` are the
    units only from games, `times_out` the number of each character's byes."""

    standings: Standings
    byes: Mapping[int, int]
    penalties: Mapping[int, int]
    played: Mapping[int, int]
    times_out: Mapping[int, int]


def stage_table(stage: Stage, *, until: int | None = None, moment: Moment | None = None) -> StageTable:
    """Return the stage as it stands, as it stood after round `until`, or at a moment by what is known today of its
    results. Six queries and one more for late tie-breaks."""
    results = stage_results(stage, until=until, moment=moment)
    entered = StageEntry.objects.filter(stage=stage).order_by("seeding")
    everybody = dict(entered.values_list("entry__character", "entry__lot"))
    played = {tally.character: tally for tally in tallies(results, ALL_GAMES)}
    times_out = _times_out(stage, until, moment)
    byes = {who: times * _bye(played.get(who)) for who, times in times_out.items()}
    penalties = _penalties(stage, until, moment)
    rows = {who: Tally(who, 0, 0, 0, 0) for who in everybody} | played
    for who in rows.keys() & (byes.keys() | penalties.keys()):
        points = rows[who].points + byes.get(who, 0) - penalties.get(who, 0)
        rows[who] = rows[who]._replace(points=max(points, 0))
    lots = {who: lot for who, lot in everybody.items() if lot is not None}
    from_games = {who: tally.points for who, tally in played.items()}
    commitment = stage.tournament.draw_commitment
    standings = Standings(rows.values(), ALL_GAMES, commitment, lines_reader(results), lots)
    return StageTable(standings, byes, penalties, from_games, times_out)


def stage_results(stage: Stage, *, until: int | None = None, moment: Moment | None = None) -> QuerySet[Result]:
    """Return the results of the stage's tables, in no order."""
    results = Result.objects.filter(game__table__round__stage=stage).order_by()
    if moment is not None:
        results = results.filter(game__in=[*moment.games, 0])  # an empty list has no SQL, which tallies are read by
    return results if until is None else results.filter(game__table__round__number__lte=until)


def _times_out(stage: Stage, until: int | None, moment: Moment | None) -> Counter[int]:
    """Return the number of byes in rounds that have ended, by character."""
    rows = Bye.objects.filter(round__stage=stage, round__status=Round.ENDED, through=False).order_by()
    if moment is not None:
        rows = rows.filter(round__ended_at__lt=moment.at)
    if until is not None:
        rows = rows.filter(round__number__lte=until)
    return Counter(rows.values_list("entry__character", flat=True))


def _bye(tally: Tally | None) -> int:
    return bye_units(tally.points if tally else 0, tally.games if tally else 0)


def _penalties(stage: Stage, until: int | None, moment: Moment | None) -> dict[int, int]:
    rows = Ruling.objects.filter(round__stage=stage, rescinded_at=None, units__gt=0)
    if moment is not None:
        rows = rows.filter(at__lt=moment.at)
    if until is not None:
        rows = rows.filter(round__number__lte=until)
    totals = rows.values("entry__character").annotate(taken=Sum("units")).values_list("entry__character", "taken")
    return {who: taken for who, taken in totals.order_by() if who is not None}


LAST_PLACE = 99


@dataclass(frozen=True, slots=True)
class Run:
    """The progress of a character: the last round that it sat in, whether it won it, its place at its table (with no
    result `LAST_PLACE`), and its seeding."""

    entry: int
    character: int
    seeding: int
    reached: int
    through: bool
    place: int

    @property
    def key(self) -> tuple[int, bool, int, int]:
        return -self.reached, not self.through, self.place, self.seeding


def survivors(stage: Stage, number: int) -> list[Entry]:
    """Return who plays round `number`, by seeding: winners and byes of the round before who have not dropped."""
    last = stage.played_rounds.filter(number__lt=number).order_by("number").last()
    entries = present_entries(stage)
    if last is None:
        return entries
    through = winners(last, [entry.pk for entry in entries])
    return [entry for entry in entries if entry.pk in through]


def winners(played: Round, by_seeding: Sequence[int]) -> set[int]:
    """Return ids of the entries that go through, among those given with the best seeding first. Without a result only
    an entry that sat there alone goes through."""
    seeding = {entry: place for place, entry in enumerate(by_seeding)}
    through = set(Bye.objects.filter(round=played, entry__in=by_seeding).values_list("entry", flat=True))
    places = _places(Result.objects.filter(game__table__round=played))
    rows = TableSeat.objects.filter(round=played, absent=False).exclude(entry=None).order_by("table", "seat")
    tables = grouped(
        (table, (places.get((game or 0, character), LAST_PLACE), entry or 0))
        for table, game, entry, character in rows.values_list("table", "table__game", "entry", "entry__character")
    )
    for company in tables.values():
        still = [(place, seeding[entry], entry) for place, entry in company if entry in seeding]
        if still and (min(still)[0] < LAST_PLACE or len(company) == 1):
            through.add(min(still)[-1])
    return through


def runs(stage: Stage, *, until: int | None = None, moment: Moment | None = None) -> list[Run]:
    """Return everybody of the stage, best first, now, as after round `until`, or as at a moment. Six queries at
    most."""
    rounds = stage.played_rounds.all() if until is None else stage.played_rounds.filter(number__lte=until)
    if moment is not None:
        rounds = rounds.filter(published_at__lt=moment.at)
    seeded = list(
        StageEntry.objects.filter(stage=stage).order_by("seeding").values_list("entry", "entry__character", "seeding")
    )
    over = rounds.filter(status=Round.ENDED)
    ended = (over if moment is None else over.filter(ended_at__lt=moment.at)).order_by("number").last()
    through = winners(ended, [entry for entry, *_ in seeded]) if ended else set()
    places = _places(stage_results(stage, moment=moment))
    last: dict[int, tuple[int, int]] = {}
    seats = TableSeat.objects.filter(round__in=rounds).exclude(entry=None).order_by("round__number")
    for entry, number, game, character in seats.values_list(
        "entry", "round__number", "table__game", "entry__character"
    ):
        last[entry or 0] = number, places.get((game or 0, character), LAST_PLACE)
    for entry, number in Bye.objects.filter(round__in=rounds).order_by().values_list("entry", "round__number"):
        if number > last.get(entry, (0, 0))[0]:
            last[entry] = number, LAST_PLACE
    everybody = [
        Run(
            entry, character, seeding, last.get(entry, (0, 0))[0], entry in through, last.get(entry, (0, LAST_PLACE))[1]
        )
        for entry, character, seeding in seeded
    ]
    return sorted(everybody, key=lambda run: run.key)


def _places(results: QuerySet[Result]) -> dict[tuple[int, int], int]:
    rows = results.order_by().values_list("game_id", "character_id", "place")
    return {(game, character): place for game, character, place in rows}


def stage_order(stage: Stage) -> list[int]:
    """Return the characters from first to last."""
    if format_of(stage).order == "survival":
        return [run.character for run in runs(stage)]
    return list(stage_table(stage).standings)


def final_order(
    tournament: Tournament, order_of: Callable[[Stage], Sequence[int]] = stage_order
) -> list[tuple[Stage, int]]:
    """Return everybody who played, with the last stage that they reached: first the last stage in its order, then
    players who were cut earlier, in the order of the last stage they played."""
    seen: set[int] = set()
    order = []
    for stage in tournament.stages.exclude(status=Stage.PLANNED).order_by("-number"):
        stage.tournament = tournament
        for who in order_of(stage):
            if who not in seen:
                seen.add(who)
                order.append((stage, who))
    return order


@dataclass(frozen=True, slots=True)
class StageTableRow:
    """`bye_points` and `penalty` are already in `points`, as texts with two decimals, or "". `share` is the average
    share of a table's score in percent, `places` its places round by round. `reached`: the last round of a knock-out, 0
    elsewhere."""

    position: int
    person: Person
    games: int
    wins: int
    share: str
    places: list[int]
    points: str
    byes: int
    bye_points: str
    penalty: str
    dropped: bool
    reached: int


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A final place, and the last stage that its character played in."""

    position: int
    person: Person
    stage: str


class StageRows(Parts[StageTableRow]):
    """The standings of a stage, ready to show. `search` keeps to characters with it in their name."""

    def __init__(self, stage: Stage, search: str = "") -> None:
        self._stage, self._table = stage, stage_table(stage)
        self._order = _ORDERS[format_of(stage).order](stage, self._table)
        self._wanted = self._order.everybody()
        if search.strip():
            ids = set(named(search).values_list("pk", flat=True))
            self._wanted = [who for who in self._wanted if who in ids]

    def __len__(self) -> int:
        return len(self._wanted)

    def part(self, part: slice) -> list[StageTableRow]:
        return self._rows(self._order.part(self._wanted, part))

    def in_order(self) -> list[int]:
        """Return the characters from first to last, with every late tie settled."""
        return self._order.part(self._wanted, slice(None))

    def of(self, characters: Collection[int]) -> list[StageTableRow]:
        """Return the rows of those of these characters who are in the stage, whatever the search."""
        here = [who for who in characters if who in self._table.standings]
        return self._rows(self._order.part(here, slice(None))) if here else []

    def _rows(self, characters: Sequence[int]) -> list[StageTableRow]:
        return _rows(self._stage, self._table, self._order, characters)


class _ByPoints:
    """The order of standings; late ties are worked out only for the ones shown."""

    def __init__(self, stage: Stage, table: StageTable) -> None:
        self._standings = table.standings

    def everybody(self) -> list[int]:
        return sorted(self._standings.tallies, key=self._standings.index)

    def part(self, characters: Sequence[int], part: slice) -> list[int]:
        """Return that part of these characters once they are in order."""
        self._standings.settle(characters[part])  # which may change who of those level is in it
        return sorted(characters, key=self._standings.index)[part]

    def position(self, character: int) -> int:
        return self._standings.index(character) + 1

    def reached(self, character: int) -> int:
        return 0


class _BySurvival:
    """The order of a knock-out: how far somebody came."""

    def __init__(self, stage: Stage, table: StageTable) -> None:
        self._runs = {run.character: (at, run.reached) for at, run in enumerate(runs(stage), 1)}

    def everybody(self) -> list[int]:
        return list(self._runs)

    def part(self, characters: Sequence[int], part: slice) -> list[int]:
        return sorted(characters, key=self.position)[part]

    def position(self, character: int) -> int:
        return self._runs[character][0]

    def reached(self, character: int) -> int:
        return self._runs[character][1]


_ORDERS: Mapping[Order, type[_ByPoints | _BySurvival]] = {"points": _ByPoints, "survival": _BySurvival}


def _rows(
    stage: Stage, table: StageTable, order: _ByPoints | _BySurvival, characters: Sequence[int]
) -> list[StageTableRow]:
    """Return rows of these characters, with four queries."""
    persons = people(characters)
    byes = Bye.objects.filter(round__stage=stage, round__status=Round.ENDED, through=False)
    taken = Counter(byes.filter(entry__character__in=characters).values_list("entry__character", flat=True))
    gone = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.DROPPED, character__in=characters)
    dropped = set(gone.values_list("character", flat=True))
    places = _places_by_round(stage, characters)
    return [
        _row(order.position(who), order.reached(who), table, persons[who], places[who], taken[who], who in dropped)
        for who in characters
    ]


def _places_by_round(stage: Stage, characters: Sequence[int]) -> Mapping[int, list[int]]:
    """Return the places of each character, round by round. Open play, which has no rounds, gives none."""
    if not format_of(stage).drawn:
        return grouped(())
    results = stage_results(stage).filter(character__in=characters).order_by("game__table__round__number")
    return grouped(results.values_list("character", "place"))


def _row(
    position: int, reached: int, table: StageTable, person: Person, places: list[int], byes: int, dropped: bool
) -> StageTableRow:
    tally = table.standings.tallies[person.pk]
    bye, penalty = table.byes.get(person.pk, 0), table.penalties.get(person.pk, 0)
    return StageTableRow(
        position=position,
        reached=reached,
        person=person,
        games=tally.games,
        wins=tally.wins,
        share=share_tiebreak(tally).shown,
        places=places,
        points=in_points(tally.points),
        byes=byes,
        bye_points=in_points(bye) if byes else "",
        penalty=in_points(penalty) if penalty else "",
        dropped=dropped,
    )


def final_rows(order: Sequence[tuple[Stage, int]]) -> list[FinalRow]:
    """Return the rows of the final order."""
    persons = people(who for _, who in order)
    return [FinalRow(at, persons[who], stage.name) for at, (stage, who) in enumerate(order, start=1)]


class FinalStandings(Parts[tuple[Stage, StageTableRow]]):
    """The final order of a tournament, ready to show: the row of everybody in the last stage that they played, with
    their final position."""

    def __init__(self, tournament: Tournament) -> None:
        self._stages: dict[int, StageRows] = {}
        self._order = final_order(tournament, self._in_order)

    def _in_order(self, stage: Stage) -> list[int]:
        rows = self._stages[stage.pk] = StageRows(stage)
        return rows.in_order()

    def __len__(self) -> int:
        return len(self._order)

    def part(self, part: slice) -> list[tuple[Stage, StageTableRow]]:
        rows: list[tuple[Stage, StageTableRow]] = []
        for stage, run in groupby(self._order[part], key=lambda line: line[0]):
            rows += [(stage, row) for row in self._stages[stage.pk].of([who for _, who in run])]
        first = part.indices(len(self))[0] + 1
        return [(stage, replace(row, position=at)) for at, (stage, row) in enumerate(rows, first)]


MOST_ROUNDS = 12  # in a picture of the race


def rounds_raced(stage: Stage) -> list[int]:
    """Return the rounds with results of a stage that goes by points; a knock-out and open play have none."""
    form = format_of(stage)
    if form.order != "points" or not form.drawn:
        return []
    return sorted(set(stage_results(stage).values_list("game__table__round__number", flat=True)))


def stage_race(stage: Stage, *, own: Collection[int] = ()) -> LineChart | None:
    """Return the places of the first and of the reader's `own` characters after each round; None before the second.

    Ten queries for each of at most twelve rounds."""
    rounds = spread(rounds_raced(stage), MOST_ROUNDS)
    if len(rounds) < 2:
        return None
    tables = [stage_table(stage, until=number).standings for number in rounds]
    order = list(tables[-1])
    characters = [*order[:SHOWN], *(who for who in order[SHOWN:] if who in own)]
    return chart_of_places(tables, characters, [_("Round {number}").format(number=number) for number in rounds])

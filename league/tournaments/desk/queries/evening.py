"""Read a tournament for spectators: standings, what each open table decides, latest results, promotions.

The same page tells an earlier moment again, from the results as they are known today in the order in which they were
first confirmed. The number of queries is constant.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef

from characters.models import CareerEvent
from characters.queries.history import HistoryLine, line
from characters.queries.people import Person, people
from games.models import Sheet, SheetSeat
from games.rules.points import in_points
from league.clubs.queries import OPEN_ROUNDS, current_round
from league.core.queries.games import with_headlines
from league.core.rules.grouping import grouped
from league.core.rules.round_clock import RoundClock, clock_of
from league.models import Bye, Result, Round, Stage, Table, TableSeat, Tournament
from league.tournaments.desk.rules.stakes import Contender, Everybody, RoundStakes, Secure, Stake, Total
from league.tournaments.formats import format_of
from league.tournaments.formats.format import Format
from league.tournaments.stages.queries.stage_standings import Moment, StageTable, runs, stage_table
from league.tournaments.tables.queries.round_tables import TableProgress, progress_of
from league.tournaments.tables.rules import EMPTY, OPEN, VOID

ROWS, TABLES, RESULTS, EVENTS = 10, 12, 4, 8  # that the page shows at most


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A place in the standings. `moved`: places gained by the newest result, None before there is one."""

    position: int
    person: Person
    points: str
    moved: int | None


@dataclass(frozen=True, slots=True)
class StakeLine:
    """A claim about `person` with the figures that it follows from; `wins` and `rival_wins` if points are level."""

    claim: str
    person: Person
    points: str
    rival: Person
    most: str
    wins: int | None = None
    rival_wins: int | None = None


@dataclass(frozen=True, slots=True)
class EveryWinner:
    """A claim about the winner of a table, whichever seat that is, with its figures."""

    claim: str
    least: str
    most: str


@dataclass(frozen=True, slots=True)
class EveningSeat:
    """A seat of an open table; without a person it is a bot's."""

    seat: int
    person: Person | None
    position: int
    points: str


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A table whose result is awaited, with what it decides: `every_winner` if that is the same for all seats, else
    `stakes`. `goes_on`: what its winner wins in a knock-out, "" elsewhere."""

    pk: int
    number: int
    phase: str
    play: int | None
    seats: tuple[EveningSeat, ...]
    stakes: tuple[StakeLine, ...]
    every_winner: EveryWinner | None = None
    goes_on: str = ""

    @property
    def best(self) -> int:
        return min((seat.position for seat in self.seats if seat.person), default=0)


@dataclass(frozen=True, slots=True)
class ResultSeat:
    """A seat of a result: `score` is the game's own, `points` those of the table, "" for a bot."""

    place: int
    name: str
    person: Person | None
    score: int
    points: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    game: int
    table: int
    round: int
    stage: str
    at: datetime
    seats: tuple[ResultSeat, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """The page after `at` of `of` results, of which `corrected` are shown as they are known today; `voided` tables are
    left out. `round` is None before the first one. `field`: the characters in the standings; `tables`: the open ones,
    the most decisive first."""

    at: int
    of: int
    round: Round | None
    events: list[HistoryLine]
    corrected: int
    voided: int
    stage: Stage | None = None
    format: Format | None = None
    clock: RoundClock | None = None
    rows: Sequence[EveningRow] = ()
    field: int = 0
    tables: Sequence[EveningTable] = ()
    secure: StakeLine | None = None
    results: Sequence[ResultCard] = ()
    is_last: bool = False  # whether the round is the last one that the stage plans

    @property
    def tables_shown(self) -> list[EveningTable]:
        return sorted(self.tables[:TABLES], key=lambda table: table.number)


@dataclass(frozen=True, slots=True)
class ConfirmedGame:
    """A table's game whose result counts, and when it was first confirmed."""

    pk: int
    table: int
    number: int
    round: int
    stage: str
    at: datetime
    versions: int


def confirmed_games(tournament: Tournament) -> list[ConfirmedGame]:
    """Return the games of the tournament that count, in the order in which they were first confirmed. One query."""
    counts = Exists(Result.objects.filter(game=OuterRef("game")))
    sheets = "game__sheets__confirmed_at"
    tables = Table.objects.filter(counts, round__stage__tournament=tournament)
    rows = tables.annotate(first=Min(sheets), versions=Count(sheets)).order_by("first", "game")
    names = ("game", "pk", "number", "round__number", "round__stage__name", "first", "versions")
    return [ConfirmedGame(*row) for row in rows.values_list(*names)]


def evening_version(tournament: Tournament) -> tuple[object, ...]:
    """Return what changes with the promotions of the evening, which follow its results a little later."""
    games = Table.objects.filter(round__stage__tournament=tournament, game__isnull=False).values("game")
    events = CareerEvent.objects.filter(game__in=games)
    return tuple(events.aggregate(Count("pk"), Count("rescinded_at"), Max("recorded_at")).values())


def evening_of(tournament: Tournament, *, at: int | None = None, before: datetime | None = None) -> Evening:
    """Return the tournament as it is watched now, as it was just before result number `at` + 1 came in, or as it was
    known `before` a moment."""
    games = confirmed_games(tournament)
    number = len(games) if at is None else max(0, min(at, len(games)))
    moment = _moment(games, number) if number < len(games) else None
    if before is not None:
        number = sum(game.at < before for game in games)
        moment = Moment([game.pk for game in games[:number]], before)
    earlier = games[:number]
    played = current_round(tournament) if moment is None else _round_before(tournament, moment.at)
    evening = Evening(
        at=number,
        of=len(games),
        round=played,
        events=events_in([game.pk for game in earlier]),
        corrected=sum(game.versions > 1 for game in earlier),
        voided=_voided(tournament),
    )
    has_clock = played is not None and played.status in OPEN_ROUNDS and format_of(played.stage).drawn
    if played is not None and has_clock and (moment is None or before is not None):
        evening = replace(evening, clock=clock_of(played))
    return evening if played is None else replace(evening, **_watched(played, games, number, moment))


@dataclass(frozen=True, slots=True)
class Plate:
    """The name plate of a seat; without a person it is a bot's."""

    seat: int
    person: Person | None


def name_plates(played: Round, number: int) -> list[Plate]:
    """Return who sits at the table with this number. Two queries."""
    seats = TableSeat.objects.filter(round=played, table__number=number, absent=False).order_by("seat")
    rows = list(seats.values_list("seat", "entry__character"))
    persons = people(who for _seat, who in rows if who)
    return [Plate(seat, persons.get(who or 0)) for seat, who in rows]


def _voided(tournament: Tournament) -> int:
    """Return how many tables have a voided result and no other."""
    tables = Table.objects.filter(round__stage__tournament=tournament, game__sheets__status=Sheet.VOID)
    counts = Exists(Sheet.objects.filter(game=OuterRef("game"), status=Sheet.CONFIRMED))
    return tables.exclude(counts).order_by().values("pk").distinct().count()


def _watched(played: Round, games: Sequence[ConfirmedGame], number: int, moment: Moment | None) -> dict[str, Any]:
    """Return what a round in play adds to the page."""
    stage, form = played.stage, format_of(played.stage)
    standing = _Standing(stage, moment)
    before = _Standing(stage, _moment(games, number - 1)) if number else None
    newest = games[max(number - RESULTS, 0) : number][::-1]
    cards = _sheet_rows([game.pk for game in newest])
    settled = None if moment is None else {game.table for game in games[:number]}
    awaited, in_round = _awaited(played, settled)
    seats = _seats_at([table.pk for table in awaited])
    stakes: list[tuple[list[Stake], Everybody | None]] = [([], None)] * len(awaited)
    secure: Secure | None = None
    if form.order == "points" and number:
        last = _decides_the_tournament(played)
        open_round = _round_stakes(played, standing.table, [seats[table.pk] for table in awaited], moment)
        stakes = [open_round.stakes(at, last=last) for at in range(len(awaited))]
        secure = open_round.secure() if last else None
    persons = people(
        {
            *standing.order[:ROWS],
            *(who for row in seats.values() for _seat, who in row if who),
            *(row.character_id for rows in cards.values() for row in rows if row.character_id),
            *(who for row, _every in stakes for stake in row for who in (stake.character, stake.rival)),
            *((secure.character, secure.rival) if secure else ()),
        }
    )
    goes_on = _goes_on(played, in_round)
    tables = [
        EveningTable(
            pk=table.pk,
            number=table.number,
            phase=OPEN if moment else table.phase,
            play=None if moment else table.play,
            seats=tuple(
                EveningSeat(seat, persons.get(who or 0), standing.position(who), standing.points(who))
                for seat, who in seats[table.pk]
            ),
            stakes=tuple(_claimed(one.claim, one.character, one.total, one.rival, one.most, persons) for one in here),
            every_winner=EveryWinner(every.claim, in_points(every.least), in_points(every.most)) if every else None,
            goes_on=goes_on,
        )
        for table, (here, every) in zip(awaited, stakes, strict=True)
    ]
    tables.sort(key=lambda table: (not table.stakes, table.best, table.number))
    return {
        "stage": stage,
        "format": form,
        "rows": [
            EveningRow(at, persons[who], standing.points(who), before.position(who) - at if before else None)
            for at, who in enumerate(standing.order[:ROWS], 1)
        ],
        "field": len(standing.order),
        "tables": tables,
        "secure": _claimed("secure", secure.character, secure.least, secure.rival, secure.most, persons)
        if secure
        else None,
        "results": _cards(newest, cards, persons),
        "is_last": form.counted and played.number == stage.rounds,
    }


def _moment(games: Sequence[ConfirmedGame], number: int) -> Moment:
    """Return the moment before the game at this place was confirmed."""
    return Moment([game.pk for game in games[:number]], games[number].at)


def _round_before(tournament: Tournament, at: datetime) -> Round | None:
    """Return the newest round that everybody could read then; the first one if none was published with its time."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    in_order = rounds.select_related("stage__tournament").order_by("stage__number", "number")
    return in_order.filter(published_at__lt=at).last() or in_order.first()


class _Standing:
    """The order of a stage, now or at a moment."""

    def __init__(self, stage: Stage, moment: Moment | None) -> None:
        self.table = stage_table(stage, moment=moment)
        survival = format_of(stage).order == "survival"
        self.order = [run.character for run in runs(stage, moment=moment)] if survival else list(self.table.standings)
        self._positions = {who: at for at, who in enumerate(self.order, 1)}

    def position(self, character: int | None) -> int:
        return self._positions.get(character or 0, 0)

    def points(self, character: int | None) -> str:
        tally = self.table.standings.tallies.get(character or 0)
        return in_points(tally.points) if tally else ""


def _awaited(played: Round, settled: set[int] | None) -> tuple[list[TableProgress], int]:
    """Return the tables of the round whose results are awaited, and how many tables it has. `settled`: the tables whose
    results were in at an earlier moment, None for now. When a table of open play was opened is not known."""
    tables = progress_of(played)
    if settled is None:
        return [table for table in tables if not table.settled], len(tables)
    drawn = format_of(played.stage).drawn
    ever = [table for table in tables if drawn and table.phase not in (VOID, EMPTY)]
    return [table for table in ever if table.pk not in settled], len(tables)


def _seats_at(tables: Collection[int]) -> Mapping[int, Sequence[tuple[int, int | None]]]:
    """Return seats with their characters by table, None for a bot."""
    rows = TableSeat.objects.filter(table__in=tables, absent=False).order_by("table", "seat")
    return grouped((table, (seat, who)) for table, seat, who in rows.values_list("table", "seat", "entry__character"))


def _round_stakes(
    played: Round, table: StageTable, seats: Sequence[Sequence[tuple[int, int | None]]], moment: Moment | None
) -> RoundStakes:
    is_over = played.ended_at is not None and (moment is None or played.ended_at < moment.at)
    byes = Bye.objects.filter(round=played, through=False).values_list("entry__character", flat=True)
    due = set() if is_over else set(byes)
    contenders = {
        who: Contender(
            character=who,
            played=table.played.get(who, 0),
            games=tally.games,
            wins=tally.wins,
            byes=table.times_out.get(who, 0),
            due=int(who in due),
            penalty=table.penalties.get(who, 0),
        )
        for who, tally in table.standings.tallies.items()
    }
    tables = [[contenders.get(who or 0) for _seat, who in row] for row in seats]
    seated = {who for row in seats for _seat, who in row}
    return RoundStakes(tables, [one for who, one in contenders.items() if who not in seated])


def _decides_the_tournament(played: Round) -> bool:
    """Return whether the standings after this round are final."""
    stage = played.stage
    if not format_of(stage).counted or played.number != stage.rounds:
        return False
    return not Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number).exists()


def _claimed(claim: str, who: int, total: Total, rival: int, most: Total, persons: Mapping[int, Person]) -> StakeLine:
    level = total.points == most.points
    return StakeLine(
        claim=claim,
        person=persons[who],
        points=in_points(total.points),
        rival=persons[rival],
        most=in_points(most.points),
        wins=total.wins if level else None,
        rival_wins=most.wins if level else None,
    )


def _goes_on(played: Round, tables: int) -> str:
    """Return what the winner of a table of a knock-out wins: "first", or "on" to the next round; "" elsewhere."""
    form = format_of(played.stage)
    if not form.eliminates:
        return ""
    is_last = form.is_last(played.number, played.stage.rounds, tables=tables, byes=played.byes.count())
    return "first" if is_last else "on"


def _sheet_rows(games: Collection[int]) -> Mapping[int, Sequence[SheetSeat]]:
    rows = SheetSeat.objects.filter(sheet__game__in=games, sheet__status=Sheet.CONFIRMED).select_related("sheet")
    return grouped((row.sheet.game_id, row) for row in rows.order_by("place", "seat"))


def _cards(
    games: Sequence[ConfirmedGame], rows: Mapping[int, Sequence[SheetSeat]], persons: Mapping[int, Person]
) -> list[ResultCard]:
    results = Result.objects.filter(game__in=[game.pk for game in games]).order_by()
    units = {(game, who): units for game, who, units in results.values_list("game", "character", "table_points")}
    return [
        ResultCard(
            game=game.pk,
            table=game.number,
            round=game.round,
            stage=game.stage,
            at=game.at,
            seats=tuple(
                ResultSeat(
                    place=row.place,
                    name=row.name or "Bot",
                    person=persons.get(row.character_id or 0),
                    score=row.points,
                    points=in_points(units[game.pk, row.character_id])
                    if row.character_id and (game.pk, row.character_id) in units
                    else "",
                )
                for row in rows[game.pk]
            ),
        )
        for game in games
    ]


def events_in(games: Collection[int]) -> list[HistoryLine]:
    """Return the promotions and falls that these games led to and that still hold, newest first. Two queries."""
    events = CareerEvent.objects.standing().of_note().filter(game__in=games).select_related("character")
    return with_headlines(line(event, event.character) for event in events.order_by("-at", "-id")[:EVENTS])

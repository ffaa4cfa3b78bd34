"""Rounds as others read them: clock, tables with their state and seats, byes; draws; rulings; the standings of a
stage."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, TypedDict, cast

from django.db.models import Count, QuerySet

from characters.models import Character
from characters.rules.facts import stamp
from games.rules.people import columns, who
from games.rules.points import UNIT
from league.core.rules.records import VERSION, Moment, OneOf, Person
from league.models import Bye, Draw, Round, Ruling, Stage, Table, TableSeat, Tournament
from league.standings.queries.explanations import TiebreakRow, plain
from league.standings.rules.standings import Standing
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.entries.queries import NUMBER
from league.tournaments.stages.queries.explanations import explained_rows
from league.tournaments.stages.queries.stage_standings import StageTable, stage_table
from league.tournaments.stages.queries.tournament_records import RoundPlace
from league.tournaments.tables.queries.round_tables import phase_in, with_progress
from league.tournaments.tables.rules import PHASES, WAITING, Facts, is_objected

ROW = ("stage__number", "number", "status", "minutes", "paused_seconds", "tables_drawn", "byes_given")
TIMES = ("published_at", "started_at", "paused_at", "ended_at")
DRAW = ("number", "round__stage__number", "round__number", "method", "seed", "digest", "cost", "reason", "made_at")
WORDS = {WAITING: "reported"}  # what programs have called it since there were tables
STATES = tuple(WORDS.get(phase, phase) for phase in PHASES)
_TABLE = ("pk", "number", "locked", "extra_minutes", "reasons", "game_id", "confirm_by", "frozen_at", "frozen_because")
_POINTS = "Table points with two decimals."


class RoundRow(RoundPlace):
    minutes: int
    paused_seconds: int
    tables: Annotated[int, "How many."]
    byes: Annotated[int, "How many."]
    published_at: Moment | None
    started_at: Moment | None
    paused_at: Moment | None
    ended_at: Moment | None


class TableSeatRow(TypedDict):
    seat: int
    entry: Annotated[int | None, "Null for a bot."]
    character: str | None
    slug: str | None
    absent: bool


class TableRow(TypedDict):
    number: int
    state: Annotated[str, OneOf(STATES)]
    objected: Annotated[bool, "Confirmed, and a seat says that it is wrong."]
    revision: Annotated[int, "Of the newest decision about its game; send it back."]
    locked: bool
    extra_minutes: Annotated[int, "What it has beyond the clock of its round."]
    reasons: Annotated[list[str], "Why it is composed so."]
    game: Annotated[int | None, "The id of its game."]
    reported: Annotated[int, "Seats that have spoken."]
    confirm_by: Annotated[Moment | None, "When silence confirms."]
    frozen_at: Moment | None
    frozen_because: str
    play: Annotated[int | None, "That on the site which is, or was, played instead of at a board."]
    seats: list[TableSeatRow]


class TableDetail(TableRow):
    digest: Annotated[str, "Of the sheet as it stands, to confirm it; empty without one."]
    needed: Annotated[int, "Seats that must agree."]


class ByeRow(TypedDict):
    entry: int
    character: str
    slug: str
    through: Annotated[bool, "In a knock-out: through to the next round."]


class RoundDetail(RoundPlace):
    minutes: int
    paused_seconds: int
    published_at: Moment | None
    started_at: Moment | None
    paused_at: Moment | None
    ended_at: Moment | None
    tables: list[TableRow]
    byes: list[ByeRow]
    draws: Annotated[list[int], "Numbers of its draws; the last holds."]


class DrawRow(TypedDict):
    number: Annotated[int, "The link of the chain of seeds."]
    stage: int
    round: int
    method: str
    seed: Annotated[str, "Hashes (SHA-256) to the seed of the draw before."]
    digest: Annotated[str, "SHA-256 of source and outcome."]
    cost: dict[str, Any]
    reason: Annotated[str, "Why the round was drawn again; empty for a first draw."]
    made_at: Moment


class DrawnTableRow(TypedDict):
    number: int
    seats: list[int | None]


class DrawDetail(DrawRow):
    """All that it takes to prove the draw."""

    previous: str | None
    published_at: Moment | None
    source: dict[str, Any]
    outcome: dict[str, Any]
    changes: Annotated[list[dict[str, Any]], "What was changed by hand, with its cost."]
    tables: Annotated[list[DrawnTableRow] | None, "Null where a later draw replaced this one."]
    byes: list[int] | None


class StageStandingRow(TypedDict):
    position: int
    position_before_draw: Annotated[int, "Shared by those that only the draw separates."]
    entry: Annotated[int | None, NUMBER]
    character: str
    slug: str
    games: int
    wins: Annotated[int, "First places."]
    points: Annotated[str, "Table points with two decimals, byes and penalties taken in."]
    byes: Annotated[str, _POINTS]
    penalties: Annotated[str, _POINTS]
    decided_by: Annotated[str, "What keeps the row below the one above; empty for the first."]
    tiebreaks: list[TiebreakRow]


class StageStandings(TypedDict):
    tournament: str
    stage: int
    name: str
    status: Annotated[str, OneOf(Stage.STATUSES)]
    count: Annotated[int, "Rows in the whole table."]
    version: Annotated[str, VERSION]
    next: Annotated[str | None, "Address of the rows that follow; null at the end."]
    results: list[StageStandingRow]


def rounds_of(tournament: Tournament, *, drafts: bool) -> QuerySet[Round]:
    """Return the rounds with their sizes; drafts are for organisers only."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    rounds = rounds if drafts else rounds.exclude(status=Round.DRAFT)
    return rounds.annotate(tables_drawn=Count("tables", distinct=True), byes_given=Count("byes", distinct=True))


def round_row(row: Mapping[str, Any]) -> RoundRow:
    """Return the record of one of `rounds_of(...).values(*ROW, *TIMES)`."""
    return {
        "stage": row["stage__number"],
        "number": row["number"],
        "status": row["status"],
        "minutes": row["minutes"],
        "paused_seconds": row["paused_seconds"],
        "tables": row["tables_drawn"],
        "byes": row["byes_given"],
        "published_at": stamp(row["published_at"]),
        "started_at": stamp(row["started_at"]),
        "paused_at": stamp(row["paused_at"]),
        "ended_at": stamp(row["ended_at"]),
    }


def round_record(played: Round) -> RoundDetail:
    """Return one round with everybody's place. Five queries, however many tables."""
    tournament = played.stage.tournament
    row = rounds_of(tournament, drafts=True).values(*ROW, *TIMES).get(pk=played.pk)
    byes = Bye.objects.filter(round=played).order_by("entry__number")
    draws = Draw.objects.filter(round=played).order_by("number")
    return {
        **round_row(row),
        "tables": table_rows(played.tables.order_by("number")),
        "byes": [
            {"entry": number, "character": name, "slug": slug, "through": through}
            for number, name, slug, through in byes.values_list(
                "entry__number", "entry__character__name", "entry__character__slug", "through"
            )
        ],
        "draws": list(draws.values_list("number", flat=True)),
    }


def table_rows(tables: QuerySet[Table]) -> list[TableRow]:
    """Return tables with state, seats and the reasons for their composition. Two queries."""
    rows = list(with_progress(tables).values(*_TABLE, "game__revision", "sheet_status", "reported", "people", "play"))
    seats = _seats([row["pk"] for row in rows])
    return [
        {
            "number": row["number"],
            "state": WORDS.get(phase_in(row), phase_in(row)),
            "objected": is_objected(Facts(row["sheet_status"], row["frozen_at"] is not None, row["people"])),
            "locked": row["locked"],
            "extra_minutes": row["extra_minutes"],
            "reasons": row["reasons"],
            "game": row["game_id"],
            "revision": row["game__revision"] or 0,
            "reported": row["reported"],
            "confirm_by": stamp(row["confirm_by"]),
            "frozen_at": stamp(row["frozen_at"]),
            "frozen_because": row["frozen_because"],
            "play": row["play"],
            "seats": seats[row["pk"]],
        }
        for row in rows
    ]


def table_record(table: Table) -> TableRow:
    [row] = table_rows(Table.objects.filter(pk=table.pk))
    return row


def _seats(tables: list[int]) -> Mapping[int, list[TableSeatRow]]:
    seats: dict[int, list[TableSeatRow]] = defaultdict(list)
    rows = TableSeat.objects.filter(table__in=tables).order_by("table", "seat")
    for table, seat, number, name, slug, absent in rows.values_list(
        "table_id", "seat", "entry__number", "entry__character__name", "entry__character__slug", "absent"
    ):
        seats[table].append({"seat": seat, "entry": number, "character": name, "slug": slug, "absent": absent})
    return seats


def draw_row(row: Mapping[str, Any]) -> DrawRow:
    """Return the record of one of `Draw.objects.values(*DRAW)`: the published part, without everything that it was made
    from."""
    record = {name: row[name] for name in DRAW if "__" not in name}
    record |= {"stage": row["round__stage__number"], "round": row["round__number"], "made_at": stamp(row["made_at"])}
    return cast(DrawRow, record)


def draw_record(tournament: Tournament, number: int, *, drafts: bool) -> DrawDetail | None:
    """Return one draw with everything that it takes to make it again; None if it does not exist or may not be seen."""
    records = draw_records(tournament, published_only=not drafts)
    return next((cast(DrawDetail, record) for record in records if record["number"] == number), None)


def stage_record(stage: Stage, *, offset: int, limit: int, until: int | None = None) -> StageStandings:
    """Return `limit` rows from `offset` on of the standings of a stage, or as they were after round `until`, with every
    tie-break. `next` is left to the caller, who knows the address."""
    table = stage_table(stage, until=until)
    rows = explained_rows(stage, table, part=slice(offset, offset + limit), until=until)
    people = Character.objects.in_bulk([row.character for row in rows])
    numbers = dict(stage.tournament.entries.values_list("character_id", "number"))
    return {
        "tournament": stage.tournament.slug,
        "stage": stage.number,
        "name": stage.name,
        "status": stage.status,
        "count": len(table.standings),
        "version": table.standings.version,
        "next": None,
        "results": [_standing(row, people[row.character], numbers.get(row.character), table) for row in rows],
    }


def _standing(row: Standing, who: Character, number: int | None, table: StageTable) -> StageStandingRow:
    return {
        "position": row.position,
        "position_before_draw": row.position_before_draw,
        "entry": number,
        "character": who.name,
        "slug": who.slug,
        "games": row.tally.games,
        "wins": row.tally.wins,
        "points": _points(row.tally.points),
        "byes": _points(table.byes.get(row.character, 0)),
        "penalties": _points(table.penalties.get(row.character, 0)),
        "decided_by": row.decided_by,
        "tiebreaks": [
            {"name": metric.name, "value": metric.shown, "working": metric.explanation} for metric in row.tiebreaks
        ],
    }


def _points(units: int) -> str:
    return plain(Fraction(units, UNIT))


RULING = (
    "pk",
    "round__stage__number",
    "round__number",
    "table__number",
    "entry__number",
    "entry__character__name",
    "kind",
    "units",
    "reason",
    *columns("by", "rescinded_by"),
    "at",
    "rescinded_at",
    "rescinded_because",
)


class RulingRow(TypedDict):
    id: int
    stage: int
    round: int
    table: int | None
    entry: int | None
    character: str | None
    kind: Annotated[str, OneOf(Ruling.KINDS)]
    points: Annotated[str, "Table points taken, with two decimals."]
    reason: str
    by: Person
    at: Moment
    rescinded_at: Moment | None
    rescinded_by: Person
    rescinded_because: str


def ruling_row(row: Mapping[str, Any]) -> RulingRow:
    """Return the record of one of `Ruling.objects.values(*RULING)`."""
    return {
        "id": row["pk"],
        "stage": row["round__stage__number"],
        "round": row["round__number"],
        "table": row["table__number"],
        "entry": row["entry__number"],
        "character": row["entry__character__name"],
        "kind": row["kind"],
        "points": plain(Fraction(row["units"], UNIT)),
        "reason": row["reason"],
        "by": who(row, "by"),
        "at": stamp(row["at"]),
        "rescinded_at": stamp(row["rescinded_at"]),
        "rescinded_by": who(row, "rescinded_by"),
        "rescinded_because": row["rescinded_because"],
    }


def ruling_record(ruling: Ruling) -> RulingRow:
    return ruling_row(Ruling.objects.values(*RULING).get(pk=ruling.pk))

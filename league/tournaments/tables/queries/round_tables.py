"""The tables of a round: who sits where, what each brought, how far it is, and the clock; in open play, who could sit
down at another one. Flat, however many tables."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from characters.rules.names import by_name
from engine.translatable import said
from games.models import Sheet, SheetSeat
from games.rules.points import in_points
from league.core.rules.grouping import grouped
from league.models import Bye, Entry, Result, Round, SeasonPlay, Stage, Table, TableSeat
from league.tournaments.draws.queries.draw_lines import sayable_reasons
from league.tournaments.draws.queries.draw_sources import Start, start_positions_of
from league.tournaments.stages.queries.stage_standings import stage_table
from league.tournaments.tables.queries.matches import round_teams
from league.tournaments.tables.rules import (
    FROZEN,
    NO_EXTRA,
    PHASES,
    SETTLED,
    VOID,
    WAITING,
    ExtraTime,
    Facts,
    extra_time,
    is_objected,
    phase_of,
)

WORDS = {WAITING: "reported"}  # what programs have called it since there were tables
STATES = tuple(WORDS.get(phase, phase) for phase in PHASES)


@dataclass(frozen=True, slots=True)
class TableProgress:
    """The progress of a table; `phase` is one of `rules.PHASES`. `reports` of `people` seats have said something.
    `play`: the play on the site instead of a game at a board."""

    pk: int
    number: int
    phase: str
    reports: int
    people: int
    play: int | None = None
    extra: ExtraTime = NO_EXTRA

    @property
    def settled(self) -> bool:
        return self.phase in SETTLED

    @property
    def in_words(self) -> str:
        match self.phase:
            case "open" if self.play:
                return said("played on the site")
            case "open":
                return said("nothing reported")
            case "waiting" if self.reports:
                return said("reported by {reports} of {people}", reports=self.reports, people=self.people)
            case "waiting":
                return said("reported, not confirmed")
            case "frozen":
                return said("waits for the referee")
            case "empty":
                return said("nobody to play")
            case "confirmed":
                return said("confirmed")
            case "void":
                return said("void")
        return self.phase


def progress_of(played: Round) -> list[TableProgress]:
    """Return every table of the round, by number; one query."""
    return _progress(played, played.tables.order_by("number"))


def still_playing(played: Round) -> list[TableProgress]:
    """Return the tables with extra time that they may still need, by number; one query."""
    rows = _progress(played, played.tables.filter(extra_minutes__gt=0).order_by("number"))
    return [row for row in rows if row.extra.minutes]


def _progress(played: Round, tables: QuerySet[Table]) -> list[TableProgress]:
    names = ("pk", "number", "reported", "people", "sheet_status", "frozen_at", "play", "extra_minutes")
    rows = []
    for pk, number, reported, people, status, frozen_at, play, extra in with_progress(tables).values_list(*names):
        phase = phase_of(Facts(status, frozen_at is not None, people))
        rows.append(TableProgress(pk, number, phase, reported, people, play, extra_time(played, phase, extra)))
    return rows


def with_progress(tables: QuerySet[Table]) -> QuerySet[Any]:
    """Return tables with the `sheet_status` of the newest version, seats that `reported`, `people` who showed up, and
    the `play` on the site."""
    newest = Sheet.objects.filter(game=OuterRef("game")).order_by("-version")
    return tables.annotate(
        sheet_status=Subquery(newest.values("status")[:1]),
        reported=Count("reports__seat", filter=Q(reports__replaced_at=None), distinct=True),
        people=Count("seats", filter=Q(seats__absent=False, seats__entry__isnull=False), distinct=True),
        play=Subquery(SeasonPlay.objects.filter(table=OuterRef("pk")).values("pk")[:1]),
    )


def phase_in(row: Mapping[str, Any]) -> str:
    """Return the phase of one of `with_progress(...).values(...)`."""
    return phase_of(_facts_in(row))


def _facts_in(row: Mapping[str, Any]) -> Facts:
    return Facts(row["sheet_status"], row["frozen_at"] is not None, row["people"])


def table_rows(tables: QuerySet[Table]) -> list[dict[str, Any]]:
    """Return tables as programs read them, with their state and seats. Two queries."""
    columns = ("number", "locked", "extra_minutes", "reasons", "game_id", "confirm_by", "frozen_at", "frozen_because")
    progress = ("game__revision", "sheet_status", "reported", "people", "play")
    rows = list(with_progress(tables).values("pk", *columns, *progress))
    seated = TableSeat.objects.filter(table__in=[row["pk"] for row in rows]).order_by("table", "seat")
    people = ("entry__number", "entry__character__name", "entry__character__slug")
    seats = grouped((seat["table_id"], seat) for seat in seated.values("table_id", "seat", "absent", *people))
    for row in rows:
        facts = _facts_in(row)
        row |= {"state": WORDS.get(phase_of(facts), phase_of(facts)), "objected": is_objected(facts)}
        row |= {"revision": row["game__revision"] or 0, "seats": seats[row["pk"]]}
    return rows


@dataclass(frozen=True, slots=True)
class SeatedHere:
    """`so_far` are the points of the stage before this round; `place`, `score` (the game's own) and `points` (of the
    table) what the sheet says, None and "" before. `start`: the position in which a character starts at Career
    Poker. `team`: the name of the team that it plays for, "" for itself."""

    seat: int
    name: str
    slug: str
    character: int | None
    so_far: str
    absent: bool
    place: int | None = None
    score: int | None = None
    points: str = ""
    start: Start | None = None
    team: str = ""


@dataclass(frozen=True, slots=True)
class TableHere:
    """`phase` is one of `rules.PHASES`; `href` the table's own page."""

    pk: int
    number: int
    phase: str
    href: str
    confirm_by: datetime | None
    frozen_because: str
    reasons: tuple[str, ...]
    game: int | None
    play: int | None
    extra: ExtraTime
    seats: tuple[SeatedHere, ...]

    @property
    def done(self) -> bool:
        return self.phase in SETTLED

    @property
    def characters(self) -> frozenset[int]:
        return frozenset(seat.character for seat in self.seats if seat.character is not None)


@dataclass(frozen=True, slots=True)
class _Known:
    """The data that is looked up once for all tables; `sheets` newest by game, `rows` their seats, `units` table
    points."""

    before: Mapping[int, str]
    sheets: Mapping[int, Sheet]
    rows: Mapping[int, Sequence[SheetSeat]]
    units: Mapping[tuple[int, int], int]
    starts: Mapping[tuple[int, int], Start]
    teams: Mapping[int, str]
    sayable: Mapping[str, str]


def round_tables(played: Round) -> list[TableHere]:
    """Return every table of the round in order; select its stage and tournament beforehand."""
    tables = list(with_progress(played.tables.order_by("number")))
    seated = TableSeat.objects.filter(round=played).select_related("entry__character").order_by("seat")
    seats = grouped((seat.table_id, seat) for seat in seated)
    games = [table.game_id for table in tables if table.game_id]
    sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=games).order_by("version")}
    rows = SheetSeat.objects.filter(sheet__in=[sheet.pk for sheet in sheets.values()])
    results = Result.objects.filter(game__in=games).values_list("game", "character", "table_points")
    context = _Known(
        before=points_before(played),
        sheets=sheets,
        rows=grouped((row.sheet_id, row) for row in rows.order_by("seat")),
        units={(game, who): units for game, who, units in results.order_by()},
        starts=start_positions_of(played, seats),
        teams=round_teams(played).of,
        sayable=sayable_reasons(played),
    )
    return [_table(played, table, seats[table.pk], context) for table in tables]


def byes_of(played: Round) -> list[Bye]:
    byes = Bye.objects.filter(round=played).select_related("entry__character")
    return list(byes.order_by(*by_name("entry__character__")))


def points_before(played: Round) -> dict[int, str]:
    """Return everybody's points of the stage before this round; empty in the first round."""
    if played.number <= 1:
        return {}
    tallies = stage_table(played.stage, until=played.number - 1).standings.tallies
    return {who: in_points(tally.points) for who, tally in tallies.items()}


def mine_first(tables: Sequence[TableHere], own: Collection[int], search: str) -> tuple[list[TableHere], ...]:
    """Return the reader's tables, and the others that match the search: a table's number or part of a name."""
    mine = [table for table in tables if table.characters & set(own)]
    others = [table for table in tables if table not in mine]
    text = search.strip().casefold()
    if text:
        others = [
            table
            for table in tables
            if text == str(table.number) or any(text in seat.name.casefold() for seat in table.seats)
        ]
        mine = []
    return mine, others


def _table(played: Round, table: Any, seats: Sequence[TableSeat], context: _Known) -> TableHere:
    sheet = context.sheets.get(table.game_id) if table.game_id else None
    phase = phase_of(Facts(table.sheet_status, table.frozen_at is not None, table.people))
    rows = context.rows.get(sheet.pk, []) if sheet and phase != VOID else []
    rows_by_seat = dict(zip([seat.pk for seat in seats if not seat.absent], rows, strict=False))
    return TableHere(
        pk=table.pk,
        number=table.number,
        phase=phase,
        href=table.get_absolute_url(),
        confirm_by=table.confirm_by if phase == WAITING else None,
        frozen_because=table.frozen_because if phase == FROZEN else "",
        reasons=tuple(context.sayable.get(text, text) for text in table.reasons),
        game=table.game_id,
        play=table.play,
        extra=extra_time(played, phase, table.extra_minutes),
        seats=tuple(_seat(seat, rows_by_seat.get(seat.pk), table, context) for seat in seats),
    )


def _seat(seat: TableSeat, row: SheetSeat | None, table: Table, context: _Known) -> SeatedHere:
    who = seat.entry.character if seat.entry else None
    units = context.units.get((table.game_id, who.pk)) if who and table.game_id else None
    return SeatedHere(
        seat=seat.seat,
        name=who.name if who else "Bot",
        slug=who.slug if who else "",
        character=who.pk if who else None,
        so_far=context.before.get(who.pk, "") if who else "",
        absent=seat.absent,
        place=row.place if row else None,
        score=row.points if row else None,
        points=in_points(units) if units is not None else "",
        start=context.starts.get((table.pk, seat.seat)),
        team=context.teams.get(who.pk, "") if who else "",
    )


def open_tables(played: Round) -> list[tuple[TableProgress, list[str]]]:
    """Return the tables with the names of their players, newest first; two queries."""
    rows = TableSeat.objects.filter(round=played).order_by("table", "seat")
    seated = rows.values_list("table_id", "entry__character__name")
    seats = grouped((table, name or "Bot") for table, name in seated)
    return [(state, seats[state.pk]) for state in reversed(progress_of(played))]


def free_entries(stage: Stage) -> list[str]:
    """Return names of players who are here and not at an unfinished table."""
    played = stage.played_rounds.first()
    busy = [state.pk for state in progress_of(played) if not state.settled] if played else []
    here = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.CHECKED_IN)
    seated = TableSeat.objects.filter(table__in=busy, absent=False).exclude(entry=None).values("entry")
    free = here.exclude(pk__in=seated).order_by(*by_name("character__"))
    return list(free.values_list("character__name", flat=True))

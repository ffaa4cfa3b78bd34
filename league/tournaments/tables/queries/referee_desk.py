"""The queue of a referee: frozen tables first, then waiting ones, silent ones, and every ruling."""

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from hashlib import sha256

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import spoken
from games.models import Play, Sheet
from games.rules.sheets import ScoreSheet
from league.core.rules.grouping import grouped
from league.core.rules.round_clock import runs_out_at
from league.models import Round, Ruling, SeasonPlay, Table, TableReport, TableSeat, Tournament
from league.play.rules.systems import why_not_here
from league.tournaments.tables.queries.round_tables import TableProgress, progress_of
from league.tournaments.tables.queries.table_state import UNDER_WAY, TableState, seat_name, table_states, with_all_above
from league.tournaments.tables.rules import CONFIRMED, EMPTY, FROZEN, OPEN, WAITING, sheet_from_json


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a table's figures and the seats that say so; without seats it is just the sheet."""

    sheet: ScoreSheet
    seats: list[TableSeat]
    report: TableReport | None
    stands: bool

    @property
    def who(self) -> str:
        names = [_("seat {seat} ({name})").format(seat=seat.seat, name=seat_name(seat)) for seat in self.seats]
        both = _("{one} and {other}")
        return reduce(lambda one, other: both.format(one=one, other=other), names) if names else _("the sheet")


@dataclass(frozen=True, slots=True)
class RefereeDesk:
    """`frozen` of all rounds, `left` what ended rounds left unconfirmed, the rest of the open round; of those without a
    report, `more_time` are in their extra time. `ends_at`: when its clock runs out, None while it is paused.
    `played_here`: its tables whose play on the site is under way. `plays_left` don't become results automatically:
    plays of all rounds that are under way after their round, or over with a `problem` that says why their table could
    not take them."""

    round: Round | None
    ends_at: datetime | None
    frozen: list[TableState]
    left: list[TableState]
    waiting: list[TableState]
    more_time: list[TableState]
    silent: list[TableState]
    confirmed: int
    absent: list[TableSeat]
    rulings: list[Ruling]
    played_here: set[int]
    plays_left: list[SeasonPlay]
    boards: list[tuple[TableProgress, str]]

    @property
    def is_overdue(self) -> bool:
        return self.ends_at is not None and self.ends_at < timezone.now()


def _unsettled(tournament: int, open_round: int) -> QuerySet[Table]:
    """Return tables of any round that need a referee, and all of the open one."""
    tables = Table.objects.filter(round__stage__tournament=tournament)
    unconfirmed = Sheet.objects.open().filter(game__table__round__stage__tournament=tournament).values("game")
    unsettled = Q(frozen_at__isnull=False) | Q(game__in=unconfirmed) | Q(round=open_round)
    return with_all_above(tables.filter(unsettled).order_by("-round__id", "number"))


def _open_round(tournament: int) -> Round | None:
    rounds = Round.objects.filter(stage__tournament=tournament, status__in=(Round.PUBLISHED, Round.RUNNING))
    return rounds.select_related("stage").first()


def _plays(tournament: int, open_round: int) -> tuple[set[int], list[SeasonPlay]]:
    """Return the tables of the open round whose play is under way, and the plays that need a referee; one query."""
    under_way = Q(play__status__in=UNDER_WAY)
    unfinished = under_way & Q(table__round=open_round) | under_way & Q(table__round__status=Round.ENDED)
    refused = Q(play__status=Play.OVER, play__game=None, table__game=None)
    rows = SeasonPlay.objects.filter(unfinished | refused, table__round__stage__tournament=tournament)
    here, left = set(), []
    for row in rows.select_related("play", "table__round").order_by("table__round", "table__number"):
        table, status = row.table, row.play.status
        assert table is not None
        if status in UNDER_WAY and table.round_id == open_round:
            here.add(table.pk)
        else:
            left.append(row)
    return here, left


def boards_of(tournament: Tournament, played: Round | None, reader: int) -> list[tuple[TableProgress, str]]:
    """Return tables of a running round that are meant to be played on the site but that this reader could not open
    there, each with the reason."""
    if played is None or not tournament.played_here or played.status != Round.RUNNING:
        return []
    waiting = {table.pk: table for table in progress_of(played) if table.phase == OPEN and table.play is None}
    seats = TableSeat.objects.filter(table__in=waiting, absent=False, entry__isnull=False)
    owners = seats.values_list("table", "entry__character__owner")
    people = grouped((table, owner or reader) for table, owner in owners)
    why = {table: why_not_here(tournament.system, people[table]) for table in waiting}
    return [(table, spoken(why[pk])) for pk, table in waiting.items() if why[pk]]


def referee_desk(tournament: Tournament, reader: int) -> RefereeDesk:
    open_round = _open_round(tournament.pk)
    tables = list(_unsettled(tournament.pk, open_round.pk if open_round else 0))
    rulings = Ruling.objects.filter(tournament=tournament).select_related("entry__character", "round", "table", "by")
    states = table_states(tables)
    played_here, plays_left = _plays(tournament.pk, open_round.pk if open_round else 0)
    frozen = [state for state in states if state.phase == FROZEN or state.objected]
    now = timezone.now()
    here = [state for state in states if open_round and state.table.round_id == open_round.pk and state not in frozen]
    silent = [state for state in here if state.phase in (OPEN, EMPTY)]
    more_time = [state for state in silent if state.extra.is_running(now)]
    return RefereeDesk(
        round=open_round,
        ends_at=runs_out_at(open_round) if open_round else None,
        frozen=frozen,
        left=[state for state in states if state not in here and state not in frozen],
        waiting=[state for state in here if state.phase == WAITING],
        more_time=more_time,
        silent=[state for state in silent if state not in more_time],
        confirmed=sum(state.phase == CONFIRMED for state in here),
        absent=[seat for state in states for seat in state.seats if seat.absent],
        rulings=list(rulings.order_by("-id")),
        played_here=played_here,
        plays_left=plays_left,
        boards=boards_of(tournament, open_round, reader),
    )


def versions_of(state: TableState) -> list[Version]:
    """Return the different versions of a table's figures, the standing one first."""
    seats = {seat.pk: seat for seat in state.seats}
    reports_by_digest: dict[str, list[TableReport]] = {state.digest: []} if state.sheet else {}
    for report in state.reports:
        reports_by_digest.setdefault(report.digest, []).append(report)
    return [
        Version(
            sheet=sheet_from_json(reports[0].sheet) if reports else state.sheet,  # type: ignore[arg-type]
            seats=[seats[report.seat_id] for report in reports],
            report=reports[0] if reports else None,
            stands=key == state.digest,
        )
        for key, reports in reports_by_digest.items()
    ]


def _clocks(played: Round | None) -> list[tuple[datetime | None, bool]]:
    """Return when time is up, and whether it is: for the round, then for the tables with extra time."""
    if played is None:
        return []
    extra = played.tables.filter(extra_minutes__gt=0).order_by("number").values_list("extra_minutes", flat=True)
    ends, now = [runs_out_at(played, minutes) for minutes in (0, *extra)], timezone.now()
    return [(end, end is not None and end <= now) for end in ends]


def desk_version(tournament: int) -> str:
    """Return a text that changes whenever the desk does: seven queries. Tables report at the same moment, so rows are
    counted: the newest number may appear before the one below it."""
    tables = Table.objects.filter(round__stage__tournament=tournament)
    rounds = Round.objects.filter(stage__tournament=tournament)
    figures = [
        rounds.aggregate(Count("published_at"), Count("started_at"), Count("paused_at"), Count("ended_at")),
        tables.aggregate(
            Sum("game__revision"), Count("frozen_at"), Max("frozen_at"), Count("confirm_by"), Max("confirm_by")
        ),
        TableReport.objects.filter(table__round__stage__tournament=tournament).aggregate(
            Count("id"), Count("replaced_at"), Max("replaced_at")
        ),
        Ruling.objects.filter(tournament=tournament).aggregate(Count("id"), Count("rescinded_at")),
        Play.objects.filter(season_play__table__round__stage__tournament=tournament).aggregate(
            Count("id"), Count("over_at"), Count("game")
        ),
        _clocks(_open_round(tournament)),
    ]
    return sha256(repr(figures).encode()).hexdigest()[:20]

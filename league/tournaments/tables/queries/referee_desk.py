"""What waits for a referee: frozen tables first, then those that wait, those that say nothing, and every ruling."""

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from hashlib import sha256

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.queries.compiled import Compiled, together
from games.models import Sheet
from games.rules.sheets import ScoreSheet
from league.models import Round, Ruling, Table, TableReport, TableSeat, Tournament
from league.tournaments.stages.rules.clock import runs_out_at
from league.tournaments.tables.queries.table_state import TableState, seat_name, table_states, with_all_above
from league.tournaments.tables.rules import CONFIRMED, EMPTY, FROZEN, OPEN, WAITING, sheet_of


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a table's figures and the seats that say so; without seats it is the sheet alone."""

    sheet: ScoreSheet
    seats: list[TableSeat]
    report: TableReport | None
    stands: bool

    @property
    def who(self) -> str:
        said = [_("seat {seat} ({name})").format(seat=seat.seat, name=seat_name(seat)) for seat in self.seats]
        return reduce(_both, said) if said else _("the sheet")


def _both(one: str, other: str) -> str:
    return _("{one} and {other}").format(one=one, other=other)


@dataclass(frozen=True, slots=True)
class RefereeDesk:
    """`frozen` of all rounds, `left` what ended rounds left unconfirmed, the rest of the open round. `ends_at`: when
    its clock runs out, None while it stands."""

    round: Round | None
    ends_at: datetime | None
    frozen: list[TableState]
    left: list[TableState]
    waiting: list[TableState]
    silent: list[TableState]
    confirmed: int
    absent: list[TableSeat]
    rulings: list[Ruling]

    @property
    def is_overdue(self) -> bool:
        return self.ends_at is not None and self.ends_at < timezone.now()


def _unsettled(tournament: int, open_round: int) -> QuerySet[Table]:
    """Tables that somebody has to look at, whichever round they are of, and all of the open one."""
    tables = Table.objects.filter(round__stage__tournament=tournament)
    unconfirmed = Sheet.objects.open().filter(game__table__round__stage__tournament=tournament).values("game")
    wanted = Q(frozen_at__isnull=False) | Q(game__in=unconfirmed) | Q(round=open_round)
    return with_all_above(tables.filter(wanted).order_by("-round__id", "number"))


_OPEN_ROUND = Compiled(
    lambda tournament: Round.objects.filter(
        stage__tournament=tournament, status__in=(Round.PUBLISHED, Round.RUNNING)
    ).select_related("stage")[:1]
)
_UNSETTLED = Compiled(_unsettled)
_RULINGS = Compiled(
    lambda tournament: (
        Ruling.objects.filter(tournament=tournament)
        .select_related("entry__character", "round", "table", "by")
        .order_by("-id")
    )
)


def referee_desk(tournament: Tournament) -> RefereeDesk:
    open_round = _OPEN_ROUND.one(tournament.pk)
    tables, rulings = together(
        _UNSETTLED.of(tournament.pk, open_round.pk if open_round else 0), _RULINGS.of(tournament.pk)
    )
    states = table_states(tables)
    frozen = [state for state in states if state.phase == FROZEN or state.objected]
    here = [state for state in states if open_round and state.table.round_id == open_round.pk and state not in frozen]
    return RefereeDesk(
        round=open_round,
        ends_at=runs_out_at(open_round) if open_round else None,
        frozen=frozen,
        left=[state for state in states if state not in here and state not in frozen],
        waiting=[state for state in here if state.phase == WAITING],
        silent=[state for state in here if state.phase in (OPEN, EMPTY)],
        confirmed=sum(state.phase == CONFIRMED for state in here),
        absent=[seat for state in states for seat in state.seats if seat.absent],
        rulings=rulings,
    )


def versions_of(state: TableState) -> list[Version]:
    """The different versions of a table's figures, the one that stands first."""
    seats = {seat.pk: seat for seat in state.seats}
    said: dict[str, list[TableReport]] = {state.digest: []} if state.sheet else {}
    for report in state.reports:
        said.setdefault(report.digest, []).append(report)
    return [
        Version(
            sheet=sheet_of(reports[0].sheet) if reports else state.sheet,  # type: ignore[arg-type]
            seats=[seats[report.seat_id] for report in reports],
            report=reports[0] if reports else None,
            stands=key == state.digest,
        )
        for key, reports in said.items()
    ]


def desk_version(tournament: int) -> str:
    """Changes whenever the desk does: four queries. Tables report at the same moment, so rows are counted: the newest
    number may be there before the one below it."""
    tables = Table.objects.filter(round__stage__tournament=tournament)
    rounds = Round.objects.filter(stage__tournament=tournament)
    found = [
        rounds.aggregate(Count("published_at"), Count("started_at"), Count("paused_at"), Count("ended_at")),
        tables.aggregate(
            Sum("game__revision"), Count("frozen_at"), Max("frozen_at"), Count("confirm_by"), Max("confirm_by")
        ),
        TableReport.objects.filter(table__round__stage__tournament=tournament).aggregate(
            Count("id"), Count("replaced_at"), Max("replaced_at")
        ),
        Ruling.objects.filter(tournament=tournament).aggregate(Count("id"), Count("rescinded_at")),
    ]
    return sha256(repr(found).encode()).hexdigest()[:20]

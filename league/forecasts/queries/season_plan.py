"""The rest of a season's running tournaments: tables that are drawn, and rounds that are planned."""

from collections import defaultdict

from django.db.models import Max

from league.forecasts.rules.season_chances import Planned, RoundsLeft
from league.models import Entry, Result, Round, Season, Stage, StageEntry, Table, TableSeat, Tournament
from league.tournaments.entries.queries import least_of
from league.tournaments.formats import format_of
from league.tournaments.formats.format import sizes

_OPEN = (Round.PUBLISHED, Round.RUNNING)


def planned_in(season: Season) -> tuple[list[Planned], set[int]]:
    """Return what is planned in running tournaments, and the keys of the games that those have brought so far.

    In open play nothing is planned; in a knock-out, and in stages that follow, nobody knows who plays on. A round that
    only the organiser can read counts as one to be drawn.
    """
    stages = Stage.objects.filter(
        tournament__season=season, tournament__status=Tournament.RUNNING, status=Stage.RUNNING
    )
    running = [stage for stage in stages.select_related("tournament") if format_of(stage).drawn]
    if not running:
        return [], set()
    tables, entered, public = _open_tables(running), _entered(running), _public_rounds(running)
    planned = [
        Planned(
            stage.tournament.system, tuple(tables[stage.pk]), _left(stage, public.get(stage.pk, 0), entered[stage.pk])
        )
        for stage in running
    ]
    played = Table.objects.filter(
        round__stage__tournament__in=[stage.tournament_id for stage in running], game__isnull=False
    )
    return planned, set(played.values_list("game", flat=True))


def _open_tables(stages: list[Stage]) -> dict[int, list[tuple[int | None, ...]]]:
    """Return who sits at the tables of an open round that have brought nothing yet, by stage."""
    done = Result.objects.filter(game__table__round__stage__in=stages).values("game__table")
    seats = TableSeat.objects.filter(round__stage__in=stages, round__status__in=_OPEN, absent=False)
    seated_at: dict[tuple[int, int], list[int | None]] = defaultdict(list)
    for stage, table, who in (
        seats.exclude(table__in=done).order_by("table", "seat").values_list("round__stage", "table", "entry__character")
    ):
        seated_at[stage, table].append(who)
    tables: dict[int, list[tuple[int | None, ...]]] = defaultdict(list)
    for (stage, _table), seated in seated_at.items():
        if len(seated) > 1:
            tables[stage].append(tuple(seated))
    return tables


def _entered(stages: list[Stage]) -> dict[int, list[int]]:
    entered: dict[int, list[int]] = defaultdict(list)
    here = StageEntry.objects.filter(stage__in=stages, entry__status=Entry.CHECKED_IN).order_by("stage", "seeding")
    for stage, who in here.values_list("stage", "entry__character"):
        entered[stage].append(who)
    return entered


def _public_rounds(stages: list[Stage]) -> dict[int, int]:
    """Return the number of the newest public round by stage."""
    rounds = Round.objects.filter(stage__in=stages).exclude(status=Round.DRAFT).order_by()
    return dict(rounds.values_list("stage").annotate(Max("number")))


def _left(stage: Stage, public: int, entered: list[int]) -> RoundsLeft | None:
    played, tournament = format_of(stage), stage.tournament
    rounds = (stage.rounds or 0) - public
    if not played.counted or played.eliminates or rounds <= 0:
        return None
    try:
        needed = sizes(
            len(entered),
            tournament.table_size,
            shortfall=tournament.shortfall,  # type: ignore[arg-type]
            least=least_of(tournament),
        )
    except ValueError:
        return None  # too few are left for a table
    size = tournament.table_size
    seats = ((size, 0),) * needed.full + ((size - 1, 0),) * needed.small + ((size - 1, 1),) * needed.bots
    return RoundsLeft(rounds, tuple(entered), seats)

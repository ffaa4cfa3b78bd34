"""The rest of a season's running tournaments: tables that are drawn, and rounds that are planned."""

from django.db.models import Max

from league.core.rules.grouping import grouped
from league.forecasts.rules.season_chances import Planned, RoundsLeft
from league.models import Entry, Result, Round, Season, Stage, StageEntry, Table, TableSeat, Tournament
from league.tournaments.draws.queries.team_sources import teams_here
from league.tournaments.entries.queries import least_of, present_entries, shortfall_of
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
    here = StageEntry.objects.filter(stage__in=running, entry__status=Entry.CHECKED_IN).order_by("stage", "seeding")
    tables, entered = _open_tables(running), grouped(here.values_list("stage", "entry__character"))
    rounds = Round.objects.filter(stage__in=running).exclude(status=Round.DRAFT).order_by()
    public = dict(rounds.values_list("stage").annotate(Max("number")))  # the newest of each stage
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
    seats = seats.exclude(table__in=done).order_by("table", "seat")
    seated = grouped(
        ((stage, table), who) for stage, table, who in seats.values_list("round__stage", "table", "entry__character")
    )
    return grouped((stage, tuple(people)) for (stage, _table), people in seated.items() if len(people) > 1)


def _left(stage: Stage, public: int, entered: list[int]) -> RoundsLeft | None:
    played, tournament = format_of(stage), stage.tournament
    rounds = (stage.rounds or 0) - public
    if not played.counted or played.eliminates or rounds <= 0:
        return None
    players, places = len(entered), 1
    if stage.line_up:
        line_ups = teams_here(stage, present_entries(stage)).by_team
        entered = [entry.character_id for members in line_ups.values() for entry in members]
        players, places = len(line_ups), min(map(len, line_ups.values()), default=0)
    try:
        needed = sizes(players, tournament.table_size, shortfall=shortfall_of(tournament), least=least_of(tournament))
    except ValueError:
        return None  # too few are left for a table
    size = tournament.table_size
    seats = ((size, 0),) * needed.full + ((size - 1, 0),) * needed.small + ((size - 1, 1),) * needed.bots
    return RoundsLeft(rounds, tuple(entered), seats * places)

"""Tables of open play, and who could sit down at another one."""

from collections import defaultdict
from dataclasses import dataclass

from league.models import Entry, Round, Stage, TableSeat
from league.tournaments.tables.queries.round_state import TableProgress, progress_of


@dataclass(frozen=True, slots=True)
class OpenTable:
    state: TableProgress
    names: list[str]


def open_tables(played: Round) -> list[OpenTable]:
    """Newest first; two queries."""
    seats: defaultdict[int, list[str]] = defaultdict(list)
    rows = TableSeat.objects.filter(round=played).order_by("table", "seat")
    for table, name in rows.values_list("table_id", "entry__character__name"):
        seats[table].append(name or "Bot")
    return [OpenTable(state, seats[state.pk]) for state in reversed(progress_of(played))]


def free_entries(stage: Stage) -> list[str]:
    """Names of those who are here and at no unfinished table."""
    played = stage.played_rounds.first()
    busy = [state.pk for state in progress_of(played) if not state.settled] if played else []
    here = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.CHECKED_IN)
    seated = TableSeat.objects.filter(table__in=busy, absent=False).exclude(entry=None).values("entry")
    free = here.exclude(pk__in=seated).order_by("character__name_key")
    return list(free.values_list("character__name", flat=True))

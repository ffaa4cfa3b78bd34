"""Tournaments on the front page: what runs, what comes, or else what was last."""

from django.db.models import Case, F, QuerySet, When

from league.clubs.queries import TournamentLine, tournament_lines, with_entries
from league.models import League, Tournament

MOST = 4


def events_in(league: League) -> list[TournamentLine]:
    """Return what runs and what comes in a league; where there is nothing of the kind, the last tournament that is
    over."""
    return _lines(Tournament.objects.filter(season__league=league), MOST)


def event_to_show(leagues: QuerySet[League]) -> TournamentLine | None:
    """Return the one tournament of these leagues that says most to a stranger."""
    lines = _lines(Tournament.objects.filter(season__league__in=leagues.order_by().values("pk")), 1)
    return lines[0] if lines else None


def _lines(tournaments: QuerySet[Tournament], most: int) -> list[TournamentLine]:
    by_status = Case(When(status=Tournament.RUNNING, then=0), When(status=Tournament.PLANNED, then=1), default=2)
    soonest = Case(When(status=Tournament.PLANNED, then=F("starts_at")))
    latest = F("finished_at").desc(nulls_last=True)
    counted = with_entries(tournaments.exclude(status=Tournament.CANCELLED))
    rows = list(counted.order_by(by_status, soonest.asc(nulls_last=True), latest, "-pk")[:most])
    alive = [row for row in rows if row.status != Tournament.FINISHED]
    return tournament_lines(alive or rows[:1])

"""Tournaments on the first page: what comes next for a reader, and what says most to a stranger."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Case, F, Q, QuerySet, When

from league.clubs.queries import TournamentLine, tournament_lines, with_entries
from league.models import Entry, League, Tournament
from league.people.queries.characters import entries_ahead

MOST = 5


@dataclass(frozen=True, slots=True)
class NextEvent:
    """A tournament on a desk: `entry` is that of the reader's character, None without one; `runs`: it is being played,
    and the reader organises it."""

    line: TournamentLine
    entry: Entry | None
    runs: bool


def next_events(user: User, league: League, organises: Collection[int], told: Collection[int]) -> list[NextEvent]:
    """Return the tournaments in which the user's characters are entered, else the running and upcoming ones of the
    league, except those already `told`, and what runs in the leagues that the user organises: what runs first, then
    the soonest."""
    entries: dict[int, Entry] = {}
    for entry in entries_ahead(character__owner=user).select_related("character"):
        entries.setdefault(entry.tournament_id, entry)
    own = Q(pk__in=entries) if entries else Q(season__league=league)
    run = Q(season__league__in=organises, status=Tournament.RUNNING)
    ahead = Tournament.objects.filter(status__in=(Tournament.PLANNED, Tournament.RUNNING))
    lines = _lines(ahead.filter(own & ~Q(pk__in=told) | run), MOST)
    return [
        NextEvent(
            line,
            entries.get(line.tournament.pk),
            line.tournament.status == Tournament.RUNNING and line.tournament.season.league_id in organises,
        )
        for line in lines
    ]


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

"""Tournaments as lists show them, and where somebody sits now. A handful of queries however many tournaments."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.rules.systems import SYSTEMS
from league.models import Entry, League, Round, Stage, StageEntry, TableSeat, Tournament

OPEN_ROUNDS = (Round.PUBLISHED, Round.RUNNING)


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """`entered` are those with a place, `waiting` those on the list for one; `now` says how far a running one is."""

    tournament: Tournament
    system: str
    entered: int
    waiting: int
    now: str


def tournament_lines(tournaments: Iterable[Tournament]) -> list[TournamentLine]:
    """Lines for tournaments that were counted with `with_entries`, in their order."""
    wanted = list(tournaments)
    where = _where([one.pk for one in wanted if one.status == Tournament.RUNNING])
    return [
        TournamentLine(
            one,
            system_name(one.system),
            one.entered,  # type: ignore[attr-defined] # annotated by `with_entries`
            one.waiting,  # type: ignore[attr-defined]
            where.get(one.pk, ""),
        )
        for one in wanted
    ]


def with_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same with season and league, and how many `entered` and wait. Who takes part once it runs is who plays."""
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    planned = entries.filter(status__in=(Entry.REGISTERED, Entry.CHECKED_IN)).annotate(many=Count("pk"))
    waiting = entries.filter(status=Entry.WAITING).annotate(many=Count("pk"))
    playing = StageEntry.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    counted = playing.annotate(many=Count("entry", distinct=True))
    return tournaments.select_related("season__league").annotate(
        entered=Coalesce(Subquery(counted.values("many")), Subquery(planned.values("many")), 0),
        waiting=Coalesce(Subquery(waiting.values("many")), 0),
    )


def system_name(system: str) -> str:
    return SYSTEMS[system].NAME if system in SYSTEMS else system


def running_in(league: League) -> QuerySet[Tournament]:
    return with_entries(Tournament.objects.filter(season__league=league, status=Tournament.RUNNING))


def open_seats(user: Any) -> list[TableSeat]:
    """Where the person's characters sit now: published and running rounds, one query."""
    if not user.is_authenticated:
        return []
    seats = TableSeat.objects.filter(entry__character__owner=user, round__status__in=OPEN_ROUNDS)
    return list(
        seats.select_related("table", "round__stage__tournament", "entry__character").order_by("-round__published_at")
    )


def current_round(tournament: Tournament) -> Round | None:
    """The newest round that everybody may read."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    return rounds.select_related("stage__tournament").order_by("-stage__number", "-number").first()


def _where(running: list[int]) -> dict[int, str]:
    """By tournament: its running stage, and the newest round of it that can be read."""
    stages = Stage.objects.filter(tournament__in=running, status=Stage.RUNNING)
    newest = Round.objects.filter(stage=OuterRef("pk")).exclude(status=Round.DRAFT).order_by("-number")
    rows = stages.annotate(newest=Subquery(newest.values("number")[:1]))
    return {one.tournament_id: f"{one.name}, {_round(one.newest, one.rounds)}" for one in rows}


def _round(number: int | None, of: int | None) -> str:
    if number is None:
        return "no round yet"
    return f"round {number} of {of}" if of and number <= of else f"round {number}"

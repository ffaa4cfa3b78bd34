"""A tournament with its entrants, written directly: what tests of draws, tables and pages stand on."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from league.models import Entry, Round, Season, Stage, StageEntry, Table, TableSeat, Tournament
from tests.factories.characters import many_characters
from tests.factories.seasons import a_season


def a_tournament(season: Season | None = None, **fields: Any) -> Tournament:
    """Career Compass in tables of four: the game whose sheet is one figure, cards that add up to 33."""
    values = {
        "name": "Spring Open",
        "slug": "spring-open",
        "system": "career_compass",
        "edition": "london",
        "draw_secret": "0" * 64,
        "draw_commitment": "published",
        "starts_at": timezone.now(),
    }
    return Tournament.objects.create(season=season or a_season(), **(values | fields))


def entered(tournament: Tournament, number: int, *, status: str = Entry.CHECKED_IN) -> list[Entry]:
    """So many entries, by number."""
    people = many_characters(tournament.season, number)
    return Entry.objects.bulk_create(
        [
            Entry(tournament=tournament, character=one, number=at, status=status)
            for at, one in enumerate(people, start=1)
        ]
    )


def a_stage(tournament: Tournament, entries: Sequence[Entry], *, format: str = Stage.SWISS, **fields: Any) -> Stage:
    """A running stage in which all of them play, seeded in this order. The tournament runs too."""
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.RUNNING)
    tournament.status = Tournament.RUNNING
    values: dict[str, Any] = {"number": 1, "name": "Swiss", "rounds": 3, "status": Stage.RUNNING}
    stage = Stage.objects.create(tournament=tournament, format=format, **(values | fields))
    StageEntry.objects.bulk_create(
        [StageEntry(stage=stage, entry=entry, seeding=at) for at, entry in enumerate(entries, start=1)]
    )
    return stage


def a_round(stage: Stage, *tables: Sequence[Entry | None], status: str = Round.PUBLISHED, number: int = 1) -> Round:
    """A round with these tables, entries in the order of their seats, None for a bot."""
    now = timezone.now()
    made = Round.objects.create(
        stage=stage,
        number=number,
        status=status,
        minutes=60,
        published_at=None if status == Round.DRAFT else now,
        started_at=now if status in (Round.RUNNING, Round.ENDED) else None,
        ended_at=now if status == Round.ENDED else None,
    )
    for at, seated in enumerate(tables, start=1):
        table = Table.objects.create(round=made, number=at)
        TableSeat.objects.bulk_create(
            [TableSeat(table=table, round=made, seat=seat, entry=who) for seat, who in enumerate(seated, start=1)]
        )
    return made

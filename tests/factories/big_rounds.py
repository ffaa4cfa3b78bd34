"""A round of 1,000 players, with rounds before it."""

import random
from collections.abc import Sequence

from django.db import transaction

from games.models import Game
from league.models import Entry, Result, Stage, Table
from league.standings.services import results
from tests.factories.tables import tables_of
from tests.factories.tournaments import a_round, a_tournament, entered

PLAYERS, AT_A_TABLE, PER_SECOND = 1_000, 4, 20
HELD = {f"seat-{at}-cards": str(held) for at, held in enumerate((17, 9, 6, 1), 1)}
EARLIER = 4  # rounds that the standings have to add up besides


def a_big_round() -> list[Table]:
    """250 tables of the fifth round, four rounds played before."""
    entries = entered(a_tournament(table_size=AT_A_TABLE), PLAYERS)
    first = tables_of(entries[0].tournament, *seated(entries))
    stage = first[0].round.stage
    for number in range(1, EARLIER + 1):
        played = first if number == 1 else list(a_round(stage, *seated(entries), number=number).tables.all())
        write_results(played, stage)
        stage.played_rounds.filter(number=number).update(status="ended", ended_at=played[0].round.created_at)
    made = a_round(stage, *seated(entries), number=EARLIER + 1)
    return list(made.tables.select_related("round__stage__tournament").prefetch_related("seats"))


def seated(entries: Sequence[Entry]) -> list[list[Entry]]:
    shuffled = random.Random(len(entries)).sample(entries, len(entries))
    return [shuffled[at : at + AT_A_TABLE] for at in range(0, len(shuffled), AT_A_TABLE)]


@transaction.atomic
def write_results(tables: Sequence[Table], stage: Stage) -> None:
    games = Game.objects.bulk_create([Game(system="career_compass", edition="london") for _ in tables])
    season = stage.tournament.season_id
    for table, game in zip(tables, games, strict=True):
        table.game = game
    Table.objects.bulk_update(tables, ["game"])
    who = dict(Entry.objects.values_list("pk", "character"))
    results.write_results(
        [
            Result(
                season_id=season,
                game=game,
                character_id=who[seat.entry_id],
                system="career_compass",
                played_at=table.round.created_at,
                table_points=50_400 - 13_440 * place,
                place=place + 1,
                share=250_000,
            )
            for table, game in zip(tables, games, strict=True)
            for place, seat in enumerate(table.seats.all())
        ]
    )

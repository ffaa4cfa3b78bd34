"""Draws of every kind, made by the services. What `tests/data/released/` keeps of each version is verified for ever.

A new version of the methods is published with `keep(Path("tests/data/released/N/draws.json"))` in a test database.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import KeptApart, Round, Stage, Table, Tournament
from league.results.services.games import report_game
from league.tournaments.desk.services.rounds import end_round, end_stage, start_round, start_stage
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.services.draw_changes import lock_table, swap_seats
from league.tournaments.draws.services.draws import draw_next_round, redraw_round
from tests.factories.draws import named, play_round, published, to_draw
from tests.factories.tables import table_at

Plans = list[dict[str, Any]]


def rounds(players: int, number: int, *, plans: Plans = [{}], **fields: Any) -> Tournament:  # noqa: B006
    """So many rounds of the first stage, all but the last one played."""
    tournament = _started(players, plans, fields)
    for _ in range(number - 1):
        play_round(published(tournament))
    published(tournament)
    return tournament


def clubs_and_bans(players: int, number: int, **fields: Any) -> Tournament:
    tournament = to_draw(players, plans=[{"rounds": number}], **fields)
    tournament.entries.filter(number__lte=6).update(club="Lyon")
    KeptApart.objects.create(tournament=tournament, one=named(tournament, "Ada"), other=named(tournament, "Bo"))
    start_stage(tournament=tournament)
    tournament.refresh_from_db()
    for _ in range(number - 1):
        play_round(published(tournament))
    published(tournament)
    return tournament


def somebody_leaves(players: int, number: int, *, plans: Plans, **fields: Any) -> Tournament:
    """After the first round; the others go on."""
    tournament = _started(players, plans, fields)
    play_round(published(tournament))
    tournament.entries.filter(number=players).update(status="dropped")
    for _ in range(number - 2):
        play_round(published(tournament))
    published(tournament)
    return tournament


def changed_by_hand(players: int, *, plans: Plans = [{}], **fields: Any) -> Tournament:  # noqa: B006
    """Two swapped, one table kept, the others drawn again; then two tables drawn once more."""
    tournament = _started(players, plans, fields)
    play_round(published(tournament))
    played = draw_next_round(tournament=tournament)
    swap_seats(round=played, place=(1, 1), other=(2, 1))
    lock_table(table=table_at(played, 1))
    redraw_round(round=played, reason="Two came together")
    redraw_round(round=played, reason="Mistaken", tables=[table_at(played, 2), table_at(played, 3)])
    return tournament


def cut_to_a_final(players: int, cut: int, **fields: Any) -> Tournament:
    final = {"name": "Final", "format": Stage.KNOCK_OUT, "rounds": None, "cut": cut}
    tournament = rounds(players, 2, plans=[{"rounds": 2}, final], **fields)
    play_round(Round.objects.get(stage__tournament=tournament, number=2))
    end_stage(stage=tournament.stages.get(number=1))
    start_stage(tournament=tournament)
    play_round(published(tournament))
    if cut > tournament.table_size:
        published(tournament)
    return tournament


def poker_evening(players: int, number: int, **fields: Any) -> Tournament:
    plan = {"format": Stage.CAREER_POKER, "name": "Evening", "rounds": number}
    tournament = _started(players, [plan], {"system": "career_poker", **fields})
    for _ in range(number - 1):
        played = start_round(round=published(tournament))
        for table in played.tables.all():
            _deal(table)
        end_round(round=played)
    published(tournament)
    return tournament


def _started(players: int, plans: Plans, fields: Mapping[str, Any]) -> Tournament:
    tournament = to_draw(players, plans=plans, **fields)
    start_stage(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def _deal(table: Table) -> None:
    """One deal; the last seat becomes the boss."""
    seats = list(table.seats.select_related("entry__character").order_by("seat"))
    lines = tuple(
        SeatLine(
            seat.seat,
            seat.entry.character_id if seat.entry else None,
            seat.entry.character.name if seat.entry else "Bot",
            figures={"positions": (len(seats) + 1 - seat.seat,)},
        )
        for seat in seats
    )
    stage = table.round.stage
    sheet = ScoreSheet("career_poker", "london", timezone.now(), lines)
    reference = f"{stage.tournament.slug}-r{table.round.number}t{table.number}"
    made = report_game(season=stage.tournament.season, reference=reference, sheet=sheet, source=Sheet.WEB, confirm=True)
    Table.objects.filter(pk=table.pk).update(game=made.game)


FIXED: Plans = [{"format": Stage.FIXED, "name": "Schedule", "rounds": 4}]
THREE_FIXED: Plans = [{"format": Stage.FIXED, "name": "Schedule", "rounds": 3}]
KNOCK_OUT: Plans = [{"format": Stage.KNOCK_OUT, "name": "Knock-out", "rounds": None}]
SWISS: Plans = [{"rounds": 2}]
FOUR_ROUNDS: Plans = [{"rounds": 4}]
KINDS: Mapping[str, Callable[[], Tournament]] = {
    "swiss 26 in threes, a small table": partial(rounds, 26, 2, plans=SWISS, table_size=3),
    "swiss 26 in threes, a bot": partial(rounds, 26, 2, plans=SWISS, table_size=3, shortfall="bot"),
    "swiss 28 in threes, a bye": partial(rounds, 28, 3, table_size=3, shortfall="bye"),
    "swiss 30 in fours, small tables": partial(rounds, 30, 3),
    "swiss 29 in fours, bots": partial(rounds, 29, 2, plans=SWISS, shortfall="bot"),
    "swiss 29 in fours, a bye": partial(rounds, 29, 3, shortfall="bye"),
    "swiss 33 in fives, small tables": partial(rounds, 33, 2, plans=SWISS, table_size=5),
    "swiss 34 in fives, a bot": partial(rounds, 34, 2, plans=SWISS, table_size=5, shortfall="bot"),
    "swiss 31 in fives, a bye": partial(rounds, 31, 2, plans=SWISS, table_size=5, shortfall="bye"),
    "swiss 40 in sixes, small tables": partial(rounds, 40, 2, plans=SWISS, table_size=6),
    "swiss 41 in sixes, a bot": partial(rounds, 41, 2, plans=SWISS, table_size=6, shortfall="bot"),
    "swiss 44 in sixes, byes": partial(rounds, 44, 2, plans=SWISS, table_size=6, shortfall="bye"),
    "swiss 100 in fours": partial(rounds, 100, 2),
    "swiss 30 with clubs and a ban": partial(clubs_and_bans, 30, 2),
    "swiss 8 in fours to the end": partial(rounds, 8, 2),
    "swiss 9 in threes to the end": partial(rounds, 9, 4, plans=[{"rounds": 4}], table_size=3),
    "swiss 19 in fours, a small table, to the end": partial(rounds, 19, 2, plans=FOUR_ROUNDS),
    "swiss 17 in fours, a bye, to the end": partial(rounds, 17, 2, shortfall="bye"),
    "swiss 23 in fours, a bot, to the end": partial(rounds, 23, 2, plans=FOUR_ROUNDS, shortfall="bot"),
    "swiss 16 in fours to the end": partial(rounds, 16, 1, plans=[{"rounds": 5}]),
    "swiss 12 with clubs and a ban": partial(clubs_and_bans, 12, 1),
    "schedule 9 in threes": partial(rounds, 9, 4, plans=FIXED, table_size=3),
    "schedule 14 in fours, small tables, solved": partial(rounds, 14, 3, plans=THREE_FIXED),
    "schedule 23 in fours, a small table": partial(rounds, 23, 2, plans=FIXED),
    "schedule 22 in fours, byes": partial(rounds, 22, 3, plans=THREE_FIXED, shortfall="bye"),
    "schedule 24 in fives, a bot": partial(rounds, 24, 3, plans=THREE_FIXED, table_size=5, shortfall="bot"),
    "schedule 25 in fives": partial(rounds, 25, 2, plans=FIXED, table_size=5),
    "schedule 42 in sixes": partial(rounds, 42, 2, plans=THREE_FIXED, table_size=6),
    "schedule 12 in threes, somebody leaves": partial(somebody_leaves, 12, 3, plans=FIXED, table_size=3),
    "schedule 12 in threes, changed by hand": partial(changed_by_hand, 12, plans=FIXED, table_size=3),
    "knock-out 13 in fours": partial(rounds, 13, 2, plans=KNOCK_OUT),
    "knock-out 20 in threes": partial(rounds, 20, 3, plans=KNOCK_OUT, table_size=3),
    "knock-out 17 in fives": partial(rounds, 17, 2, plans=KNOCK_OUT, table_size=5),
    "knock-out 41 in sixes": partial(rounds, 41, 2, plans=KNOCK_OUT, table_size=6),
    "knock-out 64 in fours, changed by hand": partial(changed_by_hand, 64, plans=KNOCK_OUT),
    "swiss 28 in fours, changed by hand": partial(changed_by_hand, 28),
    "swiss 28 with a cut to 7": partial(cut_to_a_final, 28, 7),
    "swiss 27 in threes with a cut to 3": partial(cut_to_a_final, 27, 3, table_size=3),
    "career poker 8 in fours": partial(poker_evening, 8, 1),
    "career poker 27 in fives, bots": partial(poker_evening, 27, 2, table_size=5, shortfall="bot"),
    "career poker 32 in sixes, byes": partial(poker_evening, 32, 2, table_size=6, shortfall="bye"),
    "swiss 30 in fives, neighbours matter": partial(
        rounds, 30, 1, plans=SWISS, table_size=5, system="game_of_the_year"
    ),
}


def publish(kind: str) -> dict[str, Any]:
    """The commitment and the records of one tournament, which is gone again."""
    with transaction.atomic():
        tournament = KINDS[kind]()
        records = draw_records(tournament)
        transaction.set_rollback(True)
    unsaid = ("made_at", "published_at", "reason")
    told = [{key: value for key, value in record.items() if key not in unsaid} for record in records]
    return json.loads(json.dumps({"commitment": tournament.draw_commitment, "records": told}))


def keep(file: Path) -> None:
    """One line for each tournament."""
    lines = [f"{json.dumps(kind)}:{json.dumps(publish(kind), separators=(',', ':'))}" for kind in KINDS]
    file.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")

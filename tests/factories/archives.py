"""A tournament with something of everything in it, as it stands in an archive."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from games.models import Sheet
from league.models import (
    Bye,
    Draw,
    DrawChange,
    KeptApart,
    Round,
    Ruling,
    Table,
    TableReport,
    Tournament,
    TournamentEvent,
)
from league.queries.tournament_archive import tournament_archive
from league.rules.archive import write_archive
from league.rules.draws import seeds
from league.services.games import correct_game, report_game
from league.services.tournament_log import log_event
from tests.factories.league import a_season
from tests.factories.tournaments import a_round, a_stage, a_tournament, compass_sheet, entered, played_table

SECRET = "5ec2e7" * 10
DAY = datetime(2026, 1, 10, 9, tzinfo=UTC)


def a_day_of_play(status: str = Tournament.FINISHED) -> Tournament:
    """Nine entries, two rounds at tables of four: a bye each, a correction, a ruling, an open sheet in the second."""
    tournament = a_tournament(
        a_season("spring", league_min_target=100),
        draw_secret=SECRET,
        draw_commitment=seeds.link(SECRET, 0),
        starts_at=DAY,
        place="Town hall",
    )
    otto = User.objects.create(username="otto")
    entries = entered(tournament, 9)
    KeptApart.objects.create(tournament=tournament, one=entries[0], other=entries[8], reason="Brothers")
    stage = a_stage(tournament, entries, rounds=2)
    first = a_round(stage, entries[:4], entries[4:8], status=Round.ENDED)
    Bye.objects.create(round=first, entry=entries[8])
    one, other = first.tables.all()
    _corrected(one, otto)
    played_table(other)
    _reported(other, otto)
    Ruling.objects.create(
        tournament=tournament, round=first, table=one, entry=entries[3], kind="penalty", units=840, reason="Late"
    )
    second = a_round(stage, [*entries[1:4], entries[8]], entries[4:8], number=2, status=Round.RUNNING)
    Bye.objects.create(round=second, entry=entries[0])
    _open(second.tables.get(number=1))
    for number, played in enumerate((first, second), start=1):
        _drawn(tournament, played, number, otto)
    log_event(tournament=tournament, kind="created", text="Otto created the tournament.", by=otto, entry=entries[0].pk)
    TournamentEvent.objects.update(told_at=DAY)
    Tournament.objects.update(
        status=status, created_by=otto, finished_at=DAY + timedelta(hours=9) if status == "finished" else None
    )
    return Tournament.objects.select_related("season__league").get()


def an_archive(status: str = Tournament.FINISHED, **more: bool) -> dict[str, Any]:
    """Its archive; the tournament itself and everybody in it are gone again."""
    with transaction.atomic():
        made = archive_of(a_day_of_play(status), **more)
        transaction.set_rollback(True)
    return made


def archive_of(tournament: Tournament, **more: bool) -> dict[str, Any]:
    """As it reads once it has been in a file."""
    archive: dict[str, Any] = json.loads(write_archive(tournament_archive(tournament, **more)))
    return archive


def _corrected(table: Table, by: User) -> None:
    game = played_table(table)
    sheet = compass_sheet(table, [12, 11, 10, 0])
    correct_game(season_game=game, sheet=sheet, reason="Miscounted", source=Sheet.WEB, by=by)


def _reported(table: Table, by: User) -> None:
    seat = table.seats.get(seat=1)
    TableReport.objects.create(table=table, seat=seat, key="phone-1", sheet={"seats": []}, digest="0" * 64, by=by)


def _open(table: Table) -> None:
    stage = table.round.stage
    made = report_game(
        season=stage.tournament.season,
        reference=f"{stage.tournament.slug}-s1r{table.round.number}t{table.number}",
        sheet=compass_sheet(table),
        source=Sheet.WEB,
    )
    table.game = made.game
    table.frozen_because = "Bo says 14 cards, Cleo says 12."
    table.save()


def _drawn(tournament: Tournament, played: Round, number: int, by: User) -> None:
    draw = Draw.objects.create(
        tournament=tournament,
        round=played,
        number=number,
        method="swiss",
        seed=seeds.link(SECRET, number),
        source={},
        outcome={},
        cost={},
        digest="0" * 64,
        made_by=by,
    )
    DrawChange.objects.create(draw=draw, kind="lock", what={"table": 1}, cost_before={}, cost_after={}, reason="Stays")

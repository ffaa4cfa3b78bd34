"""A tournament with something of everything in it, as it stands in an archive."""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from games.models import Sheet
from league.models import Round, TeamMember, Tournament
from league.results.services.games import correct_game
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.desk.services.rounds import end_round, end_stage, finish_tournament, start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.services.entries import change_entry, keep_apart
from league.tournaments.stages.rules.stage_plans import StagePlan
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.services.acts import contradict_table
from league.tournaments.tables.services.rulings import give_penalty
from tests.factories.compass_sheets import sheet_of_cards
from tests.factories.reports import says
from tests.factories.seasons import a_season
from tests.factories.tables import played_table, seat
from tests.factories.teams import a_contest, a_team
from tests.factories.tournaments import entered

DAY = datetime(2026, 1, 10, 9, tzinfo=UTC)


def a_day_of_play(status: str = Tournament.FINISHED) -> Tournament:
    """29 entries at tables of four and a bye; in the first round a correction, a penalty, reports. A running one has a
    second round with a table that called the referee. Larger than the fields that are planned to the end, which take
    a second to draw and another to prove."""
    season, otto = a_season("spring"), User.objects.create(username="otto")
    tournament = create_tournament(
        season=season,
        name="Spring Open",
        system="career_compass",
        edition="london",
        by=otto,
        starts_at=DAY,
        place="Town hall",
        shortfall="bye",
        stages=[StagePlan("swiss", "Swiss", rounds=2)],
    )
    entries = entered(tournament, 29)
    change_entry(entry=entries[0], club="", household="Elm Street 4", by=otto)
    keep_apart(entry=entries[0], other=entries[8], reason="Brothers", by=otto)
    contest = a_contest(season, tournament, counting="best", closes_at=DAY)
    a_team(contest, "Red", entries[0].character, entries[1].character)
    left = a_team(contest, "Blue", entries[2].character).members.get()
    TeamMember.objects.filter(pk=left.pk).update(since=DAY, until=DAY + timedelta(hours=1))
    if status != Tournament.PLANNED:
        stage = start_stage(tournament=tournament, by=otto)
        _first_round(tournament, otto)
        _second_round(tournament, otto, over=status == Tournament.FINISHED)
        if status == Tournament.FINISHED:
            end_stage(stage=stage, by=otto)
            finish_tournament(tournament=tournament, by=otto)
    return Tournament.objects.select_related("season__league").get(pk=tournament.pk)


def an_archive(
    status: str = Tournament.FINISHED, *, private: bool = False, with_secret: bool = False
) -> dict[str, Any]:
    """Its archive; the tournament itself and everybody in it are gone again."""
    return deepcopy(_an_archive(status, private, with_secret))


@cache
def _an_archive(status: str, private: bool, with_secret: bool) -> dict[str, Any]:
    with transaction.atomic():
        made = archive_of(a_day_of_play(status), private=private, with_secret=with_secret)
        transaction.set_rollback(True)
    return made


def archive_of(tournament: Tournament, **more: bool) -> dict[str, Any]:
    """As it reads once it has been in a file."""
    archive: dict[str, Any] = json.loads(write_archive(tournament_archive(tournament, **more)))
    return archive


HERE = ("exported_at", "league", "archived_names")


def lasting(archive: dict[str, Any]) -> dict[str, Any]:
    """An archive without the moment of the export, where it came from, and what follows from the rest."""
    stages = [{**stage, "standings": None} for stage in archive["stages"]]
    return {key: value for key, value in archive.items() if key not in HERE} | {"stages": stages}


def spoilt(archive: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    part = archive
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return archive


def _first_round(tournament: Tournament, by: User) -> None:
    played = _drawn(tournament, by)
    one, other, *rest = played.tables.order_by("number")
    game = played_table(one)
    correct_game(
        season_game=game, sheet=sheet_of_cards(one, [12, 11, 10, 0]), reason="Miscounted", source=Sheet.WEB, by=by
    )
    for number in (1, 2, 3):
        says(other, number)
    for table in rest:
        played_table(table)
    who = seat(one, 4).entry
    give_penalty(entry=who, round=played, table=one, points=1, reason="Late", by=by)
    end_round(round=played, by=by)


def _second_round(tournament: Tournament, by: User, *, over: bool) -> None:
    played = _drawn(tournament, by)
    one, *rest = played.tables.order_by("number")
    says(one, 1)
    if over:
        says(one, 2), says(one, 3)
        for table in rest:
            played_table(table)
        end_round(round=played, by=by)
    else:
        contradict_table(seat=seat(one, 2), reason="14 cards, not 9.", by=by)


def _drawn(tournament: Tournament, by: User) -> Round:
    played = draw_next_round(tournament=tournament, by=by)
    publish_round(round=played, by=by)
    return start_round(round=played, by=by)

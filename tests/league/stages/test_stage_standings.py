"""Standings of a stage: results of its tables, byes, penalties."""

import pytest
from django.test import Client
from django.utils import timezone

from games.rules.points import UNIT
from league.models import Bye, Round, Ruling, Stage
from league.tournaments.stages.queries.stage_standings import stage_race, stage_table
from league.tournaments.stages.rules.stage_points import bye_units
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


def points(stage: Stage, **until: int) -> dict[str, int]:
    table = stage_table(stage, **until)
    names = {entry.character_id: entry.character.name for entry in stage.tournament.entries.select_related("character")}
    return {names[who]: table.standings.tallies[who].points // UNIT for who in table.standings}


def test_everybody_of_the_stage_stands_in_it_before_the_first_game():
    tournament = a_tournament()
    stage = a_stage(tournament, entered(tournament, 4))
    assert points(stage) == dict.fromkeys(("Ada", "Bo", "Cleo", "Dev"), 0)


def test_only_tables_of_the_stage_count_and_only_up_to_the_round_asked_for():
    tournament = a_tournament()
    entries = entered(tournament, 4)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries, status=Round.ENDED)
    played_table(first.tables.get())
    second = a_round(stage, entries[::-1], number=2)
    played_table(second.tables.get())
    assert points(stage, until=1) == {"Ada": 60, "Bo": 44, "Cleo": 28, "Dev": 12}
    assert set(points(stage).values()) == {72}


def test_a_bye_brings_the_own_average_of_at_most_48_once_the_round_has_ended():
    tournament = a_tournament()
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries[:4], status=Round.RUNNING)
    played_table(first.tables.get())
    Bye.objects.create(round=first, entry=entries[4])
    assert points(stage)["Eve"] == 0
    Round.objects.filter(pk=first.pk).update(status=Round.ENDED, ended_at=timezone.now())
    assert points(stage)["Eve"] == 36
    second = a_round(stage, entries[1:], number=2, status=Round.ENDED)
    Bye.objects.create(round=second, entry=entries[0])
    table = stage_table(stage)
    ada = table.standings.tallies[entries[0].character_id]
    assert (ada.points, ada.games, ada.wins) == (108 * UNIT, 1, 1)


def test_a_penalty_takes_points_until_it_is_rescinded_and_never_more_than_there_are():
    tournament = a_tournament()
    entries = entered(tournament, 4)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries)
    played_table(first.tables.get())
    ruling = Ruling.objects.create(
        tournament=tournament, round=first, entry=entries[3], kind=Ruling.PENALTY, units=20 * UNIT, reason="Late"
    )
    assert points(stage)["Dev"] == 0
    ruling.units = 2 * UNIT
    ruling.save()
    assert points(stage)["Dev"] == 10
    ruling.rescinded_at, ruling.rescinded_because = timezone.now(), "Was there all the time"
    ruling.save()
    assert points(stage)["Dev"] == 12


@pytest.mark.parametrize(("earned", "games", "worth"), [(0, 0, 36), (60, 1, 48), (12, 1, 12), (100, 3, 33)])
def test_what_a_bye_is_worth(earned, games, worth):
    assert bye_units(earned * UNIT, games) // UNIT == worth


def test_the_race_of_a_stage_shows_the_places_after_each_round_from_the_second_on(client: Client):
    tournament = a_tournament()
    entries = entered(tournament, 4)
    stage = a_stage(tournament, entries)
    played_table(a_round(stage, entries, status=Round.ENDED).tables.get())
    assert stage_race(stage) is None
    played_table(a_round(stage, [entries[1], entries[0], *entries[2:]], number=2, status=Round.ENDED).tables.get())
    played_table(a_round(stage, [entries[1], entries[0], *entries[2:]], number=3).tables.get())
    race = stage_race(stage)
    assert {row.name: row.values[::2] for row in race.rows} == {
        "Ada": [1, 2],
        "Bo": [2, 1],
        "Cleo": [3, 3],
        "Dev": [4, 4],
    }
    assert "Bo from place 2 to 1" in client.get(f"{tournament.get_absolute_url()}?as=picture").content.decode()
    Stage.objects.update(format=Stage.KNOCK_OUT)
    assert stage_race(Stage.objects.get()) is None

"""Standings of a stage with their workings, told alike wherever they are read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.rules.points import UNIT
from league.models import Bye, Round, Ruling, Stage
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.queries.files import standings_csv
from league.tournaments.desk.api.tournaments import stage_standings
from league.tournaments.desk.services.rounds import end_stage, start_stage
from league.tournaments.stages.queries.explanations import explained_rows, why_in_stage
from league.tournaments.stages.queries.stage_standings import StageRows, final_order, stage_table
from tests.factories.draws import begun, play_round, published, to_draw
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


def test_the_working_of_points_names_byes_and_penalties():
    tournament = a_tournament()
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries[:4], status=Round.ENDED)
    played_table(first.tables.get())
    Bye.objects.create(round=first, entry=entries[4])
    Ruling.objects.create(
        tournament=tournament, round=first, entry=entries[0], kind="penalty", units=5 * UNIT, reason="Late"
    )
    Ruling.objects.create(
        tournament=tournament,
        round=first,
        entry=entries[1],
        kind="penalty",
        units=5 * UNIT,
        reason="Late",
        rescinded_at=timezone.now(),
        rescinded_because="Was not late",
    )
    names = {entry.character_id: entry.character.name for entry in entries}
    explanations = {
        names[row.character]: row.tiebreaks[0].explanation for row in explained_rows(stage, stage_table(stage))
    }
    assert explanations["Ada"] == "60.00 points from 1 game, 5.00 taken by penalties."
    assert explanations["Bo"] == "44.00 points from 1 game."
    assert explanations["Eve"] == "0.00 points from 0 games, 36.00 from a bye."
    why = why_in_stage(stage, entries[0].character)
    assert why is not None
    assert why.standing.tiebreaks[0].explanation == explanations["Ada"]
    assert "the tournament's commitment" in why.standing.tiebreaks[-1].explanation
    assert (why.of, why.below.name if why.below else "") == (5, "Bo")


@pytest.fixture
def knocked_out() -> Stage:
    """16 characters in two rounds of a knock-out; the end of it has everybody in an order."""
    tournament = to_draw(16, plans=[{"format": Stage.KNOCK_OUT, "name": "Knock-out", "rounds": None}])
    stage = start_stage(tournament=tournament)
    play_round(published(tournament))
    play_round(published(tournament))
    return end_stage(stage=stage)


def test_a_knock_out_stands_by_how_far_everybody_came(knocked_out: Stage):
    rows = explained_rows(knocked_out, stage_table(knocked_out))
    last = knocked_out.played_rounds.get(number=2)
    assert rows[0].character == last.seats.get(seat=1).entry.character_id
    assert rows[0].tiebreaks[-1].explanation.startswith("Reached round 2: won its table; seeded ")
    assert rows[4].tiebreaks[-1].explanation.startswith("Reached round 1: place 2 at its table; seeded ")
    third = knocked_out.tournament.entries.get(character=rows[2].character).character
    why = why_in_stage(knocked_out, third)
    assert why is not None and why.above is not None
    assert (why.standing.position, why.above.position) == (3, 2)


def test_a_knock_out_after_its_first_round_knows_nothing_of_the_second(knocked_out: Stage):
    rows = explained_rows(knocked_out, stage_table(knocked_out, until=1), until=1)
    assert [row.tiebreaks[-1].explanation.split(";")[0] for row in rows[:5]] == [
        *["Reached round 1: won its table"] * 4,
        "Reached round 1: place 2 at its table",
    ]


def test_pages_api_files_and_archives_have_a_knock_out_in_the_same_order(knocked_out: Stage):
    shown = [row.person.name for row in StageRows(knocked_out)[:]]
    by_points = stage_table(knocked_out).standings
    assert [who for _, who in final_order(knocked_out.tournament)] != list(by_points)
    assert [row["character"] for row in stage_standings(knocked_out, offset=0, limit=100)["results"]] == shown
    listed = standings_csv(knocked_out).decode("utf-8-sig").splitlines()[1:]
    assert [line.split(",")[1] for line in listed] == shown
    archived = tournament_archive(knocked_out.tournament)["stages"][0]["standings"]
    assert [row["character"] for row in archived] == shown


@pytest.mark.parametrize("number", [8, 32])
def test_queries_do_not_grow_with_the_field(number: int):
    tournament = begun(number)
    play_round(published(tournament))
    stage = tournament.stages.get()
    with CaptureQueriesContext(connection) as captured:
        explained_rows(stage, stage_table(stage))
    assert len(captured) <= 8
